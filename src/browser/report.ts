import type { ErrorReport } from '#contract/monitoring.ts';
import { queueReport } from './report-queue.ts';

/**
 * Reports an error (spec 1 §3 "Error report"). The page's watcher removes personal data, counts and sends it; nothing
 * is awaited.
 */
export function report(
  message: string,
  error_type: ErrorReport['error_type'] = 'RUNTIME_ERROR',
  stack = '',
): void {
  queueReport({ message, error_type, stack });
}
