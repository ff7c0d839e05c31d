import type { Met } from './errors.ts';
import type { Recovery, WatchedPage } from './recovery.ts';
import { createReports, type State } from './reports.ts';

/** From this many errors in a row the page repairs itself; one critical error is enough (spec 1 §4). */
export const ERRORS_REPAIR = 2;

/** Handles errors. It is loaded with the first one, so that a page without errors does not load it. */
export function createIncidents(page: WatchedPage) {
  const reports = createReports();
  let recovery: Recovery | undefined;

  /** Reports an error, and repairs the page if it is critical or from the second in a row (spec 1 §4). */
  async function meet(met: Met, state: State): Promise<void> {
    const report = reports.add(met, state);
    const { inRow } = state;
    if (inRow === 0 || (inRow < ERRORS_REPAIR && report?.severity !== 'critical')) return;
    const { createRecovery } = await import('./recovery.ts');
    recovery ??= createRecovery(page);
    recovery.help(report);
  }

  return { meet, flush: reports.flush, leave: reports.leave };
}
export type Incidents = ReturnType<typeof createIncidents>;
