import type { Met } from './errors.ts';
import type { Recovery, WatchedPage } from './recovery.ts';
import { recoveryLimits } from './recovery-limits.ts';
import { createReports, type State } from './reports.ts';

/** What is done about errors; fetched with the first one: a calm page does without. */
export function createIncidents(page: WatchedPage) {
  const reports = createReports();
  let recovery: Recovery | undefined;
  let isDegraded = false;

  /** Reports it, and has the page repaired where it is critical, or from the second in a row (spec 1 §4). */
  async function meet(met: Met, state: State): Promise<void> {
    const report = reports.add(met, state);
    const { inRow, mode } = state;
    const isNews = inRow === recoveryLimits.ERRORS_REPAIR || (mode === 'degraded' && !isDegraded);
    isDegraded = mode === 'degraded';
    if (inRow === 0 || (!isNews && report?.severity !== 'critical')) return;
    const { createRecovery } = await import('./recovery.ts');
    recovery ??= createRecovery(page);
    recovery.help(report);
  }

  return { meet, flush: reports.flush, leave: reports.leave };
}
export type Incidents = ReturnType<typeof createIncidents>;
