import type { ErrorReport } from '#contract/monitoring.ts';
import { queueReport } from './report-queue.ts';

/**
 * Reports an error. The page's watcher removes personal data from the report and sends it (spec 1 §3 "Error report").
 */
export function report(
  message: string,
  error_type: ErrorReport['error_type'] = 'RUNTIME_ERROR',
  stack = '',
): void {
  queueReport({ message, error_type, stack });
}
