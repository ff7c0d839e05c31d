import type { Camp } from '#contract/camps.ts';
import { fetchCamps } from '../api/camps.ts';
import { printReport, type Report } from './problem.ts';

/** The camps as they were when the page was built; null: the database did not answer, and the page goes without. */
export type LiveCamps = Camp[] | null;

/**
 * Every camp on sale that is not over, by its first day (spec 2 §7). A build without the database is printed, not
 * stopped: words and prices of content still stand.
 */
export async function getLiveCamps(report: Report = printReport, now: Date = new Date()): Promise<LiveCamps> {
  const answer = await fetchCamps('', now);
  if (answer.ok) return answer.value.filter(({ cancelled_at }) => cancelled_at === null);
  report(`camps: the database did not answer (${answer.code}); pages are built without dates.`);
  return null;
}
