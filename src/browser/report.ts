import { env } from '../config/env.ts';

export type ErrorType = 'RUNTIME_ERROR' | 'PROMISE_REJECTION' | 'REACT_ERROR';

/**
 * Tells `error-monitor` (spec 1 §3 "Error report") and never disturbs the page: no answer is awaited.
 * The address drops query and fragment, where an order's secret may stand.
 */
export function report(message: string, error_type: ErrorType = 'RUNTIME_ERROR', stack = ''): void {
  const { origin, pathname } = typeof location === 'undefined' ? { origin: '', pathname: '' } : location;
  const body = {
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
  }).catch(() => undefined);
}
