import { fetchCamps } from '#api/camps.ts';
import { fetchOffers } from '#api/offers.ts';
import { fetchSessions } from '#api/sessions.ts';
import { campDate } from '#domain/camp.ts';
import type { World } from './facts/world.ts';

type Live = Omit<World, 'places'>;

/** What was asked a moment ago is not asked again: availability on the pages is read half as often. */
const FRESH_MS = 10_000;

/** The same call, or its answer while that is fresh; one that failed is forgotten. */
function lately<T extends { ok: boolean }>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last && performance.now() - last.at < FRESH_MS) return last.answer;
    const asked = { at: performance.now(), answer: ask() };
    last = asked;
    void asked.answer.then(({ ok }) => {
      if (!ok && last === asked) last = null;
    });
    return asked.answer;
  };
}
const offersLately = lately(fetchOffers);
const campsLately = lately(fetchCamps);
const sessionsLately = lately(fetchSessions);

/** Asks the till what a question needs, each once and beside the others; null: one of them did not answer. */
export async function askTill(wanted: ReadonlySet<keyof Live>): Promise<Live | null> {
  const [offers, camps, sessions] = await Promise.all([
    wanted.has('offers') ? offersLately() : null,
    wanted.has('camps') ? campsLately() : null,
    wanted.has('sessions') ? sessionsLately() : null,
  ]);
  if (offers?.ok === false || camps?.ok === false || sessions?.ok === false) return null;
  return {
    offers: offers?.value ?? [],
    camps: (camps?.value ?? []).filter(({ cancelled_at }) => cancelled_at === null).map(campDate),
    sessions: sessions?.value ?? [],
  };
}

/** What most questions need, before one is there: on a slow phone that is half a second of the answer. */
export const askUsual = (): void => void askTill(new Set(['offers', 'camps']));
