import {
  confirmedPrices,
  namedPrices,
  type PricedDocument,
} from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { toCents } from '../../supabase/functions/_shared/contract/format.ts';
import type { KnownUse } from './useOfferUse.ts';

/** A price change that is large enough to need confirmation, in cents. */
export interface Jump {
  name: string;
  from: number;
  to: number;
}

export interface PricedDraft extends PricedDocument {
  name?: unknown;
  pricesConfirmed?: unknown;
}

/**
 * The large price changes of a draft, as `private.find_price_jumps` judges them: each by its name, and a new rung
 * compared with the lowest price so far. If the checkout cannot be asked, every change of a published price counts.
 */
export function jumpsOf(draft: PricedDraft, published: PricedDocument | null, use: KnownUse): Jump[] {
  if (draft.pricesConfirmed === confirmedPrices(draft)) return [];
  const known = use !== null && use !== 'unknown' ? use : null;
  const percent = known?.price_jump_percent ?? 0;
  const before = known?.prices ?? inCents(published ?? {});
  const lowest = Math.min(...Object.values(before));
  if (!Number.isFinite(lowest)) return [];
  return Object.entries(inCents(draft)).flatMap(([name, to]) => {
    const from = before[name] ?? lowest;
    return Math.abs(to - from) * 100 > from * percent ? [{ name, from, to }] : [];
  });
}

const inCents = (document: PricedDocument) =>
  Object.fromEntries(
    Object.entries(namedPrices(document)).map(([name, dollars]) => [name, toCents(dollars)]),
  );
