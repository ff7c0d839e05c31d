import type { ConsentText } from '#contract/orders.ts';
import * as api from './api.ts';
import type { Purpose } from './draft.ts';
import type { Catalogue } from './model.ts';

export type CatalogueView =
  | { state: 'loading' }
  | { state: 'failed' }
  | ({ state: 'ready'; texts: Map<Purpose, ConsentText> } & Catalogue);

/** Reads what the desk can sell, and the consent texts that a sale needs. */
export async function loadCatalogue(): Promise<CatalogueView> {
  const [offers, sessions, camps, texts] = await Promise.all([
    api.fetchOffers(),
    api.fetchSessionsAhead(),
    api.fetchCamps(),
    api.fetchTexts(),
  ]);
  if (!offers.ok || !sessions.ok || !camps.ok || !texts.ok) return { state: 'failed' };
  return {
    state: 'ready',
    offers: offers.value,
    sessions: sessions.value,
    camps: camps.value,
    // The texts are sorted by version, so the map keeps the highest version of each purpose.
    texts: new Map(texts.value.map((text) => [text.purpose, text])),
  };
}
