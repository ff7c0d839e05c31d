import type { ErrorDetails } from './errors.ts';
import type { Recovery, WatchedPage } from './recovery.ts';
import { createReports, type PageState } from './reports.ts';

/**
 * The number of errors in a row after which the page repairs itself. A single critical error is also enough (spec 1
 * §4).
 */
export const REPAIR_AFTER_ERRORS = 2;

/**
 * Creates the handler of errors. This module loads with the first error, so that a page without errors never downloads
 * it.
 */
export function createIncidents(page: WatchedPage) {
  const reports = createReports();
  let recovery: Recovery | undefined;

  /**
   * Handles an error. After the first serious one, the page is monitored. It is repaired if the error is critical or
   * the second in a row (spec 1 §4).
   */
  async function handleError(error: ErrorDetails, state: PageState): Promise<void> {
    const report = reports.add(error, state);
    const { consecutiveErrors } = state;
    if (consecutiveErrors === 0) return;
    const isFirst = consecutiveErrors < REPAIR_AFTER_ERRORS && error.severity !== 'critical';
    if (isFirst && error.severity !== 'high') return;
    const { createRecovery } = await import('./recovery.ts');
    recovery ??= createRecovery(page);
    if (isFirst) recovery.show();
    else recovery.attempt(report);
  }

  return { handleError, flush: reports.flush, onPageHide: reports.onPageHide };
}
export type Incidents = ReturnType<typeof createIncidents>;
