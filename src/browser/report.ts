import type { ErrorReport } from '#contract/monitoring.ts';
import { handOver } from './handed.ts';

/**
 * Says that something failed (spec 1 §3 "Error report"). The watcher of the page cleans, counts and sends it; nothing
 * is awaited.
 */
export function report(
  message: string,
  error_type: ErrorReport['error_type'] = 'RUNTIME_ERROR',
  stack = '',
): void {
  handOver({ message, error_type, stack });
}
