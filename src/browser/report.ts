import type { ErrorReport } from '#contract/monitoring.ts';
import { env } from '../config/env.ts';

/**
 * Tells `error-monitor` (spec 1 §3 "Error report") and never disturbs the page: no answer is awaited.
 * The address drops query and fragment, where an order's secret may stand.
 */
export function report(
  message: string,
  error_type: ErrorReport['error_type'] = 'RUNTIME_ERROR',
  stack = '',
): void {
  const { origin, pathname } = typeof location === 'undefined' ? { origin: '', pathname: '' } : location;
  const body: ErrorReport = {
    timestamp: new Date().toISOString(),
    error_type,
    message,
    filename: '',
    stack,
    has_blank_screen: false,
    user_agent: navigator.userAgent,
    url: origin + pathname,
  };
  void fetch(`${env().PUBLIC_SUPABASE_URL}/functions/v1/error-monitor`, {
    method: 'POST',
    headers: { apikey: env().PUBLIC_SUPABASE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  })
    // Read, so that its connection is free for what a person waits for.
    .then((answer) => answer.text())
    .catch(() => undefined);
}
