import type { Camp } from '#contract/camps.ts';
import { fetchCamps } from '#api/camps.ts';
import { siteNow } from '#domain/site-now.ts';
import { loadOnce } from './load-once.ts';

/** The camps at the time of the build, or null if the database did not answer. */
export type LiveCamps = Camp[] | null;

/**
 * Reads the camps. If only this fails, the build says so and continues without dates. Without the prices of the
 * checkout it would stop (`checkout-offers.ts`).
 */
export const getLiveCamps = loadOnce(async (report): Promise<LiveCamps> => {
  const answer = await fetchCamps('', siteNow());
  if (answer.ok) return answer.value.filter(({ cancelled_at }) => cancelled_at === null);
  report(`camps: the database did not answer (${answer.code}); pages are built without dates.`);
  return null;
});
