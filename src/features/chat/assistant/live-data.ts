import { fetchCamps } from '#api/camps.ts';
import { fetchOffers } from '#api/offers.ts';
import { fetchSessions } from '#api/sessions.ts';
import { campDate } from '#domain/camp.ts';
import type { World } from './facts/world.ts';

type LiveData = Omit<World, 'places'>;

/** How long a live answer is reused, in milliseconds. Our pages refresh availability half as often. */
const FRESH_MS = 10_000;

/** Wraps `fetchData`, so that calls within FRESH_MS share one request. A failed answer is not cached. */
function reuseFresh<T extends { ok: boolean }>(fetchData: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last && performance.now() - last.at < FRESH_MS) return last.answer;
    const call = { at: performance.now(), answer: fetchData() };
    last = call;
    void call.answer.then(({ ok }) => {
      if (!ok && last === call) last = null;
    });
    return call.answer;
  };
}
const fetchFreshOffers = reuseFresh(fetchOffers);
const fetchFreshCamps = reuseFresh(fetchCamps);
const fetchFreshSessions = reuseFresh(fetchSessions);

export async function fetchLiveData(requestedData: ReadonlySet<keyof LiveData>): Promise<LiveData | null> {
  const [offers, camps, sessions] = await Promise.all([
    requestedData.has('offers') ? fetchFreshOffers() : null,
    requestedData.has('camps') ? fetchFreshCamps() : null,
    requestedData.has('sessions') ? fetchFreshSessions() : null,
  ]);
  if (offers?.ok === false || camps?.ok === false || sessions?.ok === false) return null;
  return {
    offers: offers?.value ?? [],
    camps: (camps?.value ?? []).filter(({ cancelled_at }) => cancelled_at === null).map(campDate),
    sessions: sessions?.value ?? [],
  };
}

/** Loads the data that most questions need. Loading them early saves half a second on a slow phone. */
export const prefetchLiveData = (): void => void fetchLiveData(new Set(['offers', 'camps']));
