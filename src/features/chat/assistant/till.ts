import { fetchCamps } from '../../../api/camps.ts';
import { fetchOffers } from '../../../api/offers.ts';
import { fetchSessions } from '../../../api/sessions.ts';
import { campDate } from '../../../domain/camp.ts';
import type { World } from './facts/world.ts';

type Live = Omit<World, 'places'>;

/** Asks the till what a question needs, each once and beside the others; null: one of them did not answer. */
export async function askTill(wanted: ReadonlySet<keyof Live>): Promise<Live | null> {
  const [offers, camps, sessions] = await Promise.all([
    wanted.has('offers') ? fetchOffers() : null,
    wanted.has('camps') ? fetchCamps() : null,
    wanted.has('sessions') ? fetchSessions() : null,
  ]);
  if (offers?.ok === false || camps?.ok === false || sessions?.ok === false) return null;
  return {
    offers: offers?.value ?? [],
    camps: (camps?.value ?? []).filter(({ cancelled_at }) => cancelled_at === null).map(campDate),
    sessions: sessions?.value ?? [],
  };
}
