import type { Camp } from '#contract/camps.ts';
import { fetchCamps } from '#api/camps.ts';
import { siteNow } from '#domain/site-now.ts';
import { loadOnce } from './load-once.ts';

/** The camps at the time of the build, or null if the database did not answer. */
export type LiveCamps = Camp[] | null;

/**
 * Reads the camps. If the database does not answer, the build says so and continues, because the texts and prices of
 * content are still correct (spec 2 §7).
 */
export const getLiveCamps = loadOnce(async (report): Promise<LiveCamps> => {
  const answer = await fetchCamps('', siteNow());
  if (answer.ok) return answer.value.filter(({ cancelled_at }) => cancelled_at === null);
  report(`camps: the database did not answer (${answer.code}); pages are built without dates.`);
  return null;
});
