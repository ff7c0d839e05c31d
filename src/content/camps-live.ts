import type { Camp } from '#contract/camps.ts';
import { fetchCamps } from '#api/camps.ts';
import { once } from './once.ts';

/** The camps as they were when the page was built; null: the database did not answer, and the page goes without. */
export type LiveCamps = Camp[] | null;

/**
 * Every camp on sale that is not over, by its first day (spec 2 §7). A build without the database is printed, not
 * stopped: words and prices of content still stand.
 */
export const getLiveCamps = once(async (report): Promise<LiveCamps> => {
  const answer = await fetchCamps('', new Date());
  if (answer.ok) return answer.value.filter(({ cancelled_at }) => cancelled_at === null);
  report(`camps: the database did not answer (${answer.code}); pages are built without dates.`);
  return null;
});
