import * as v from 'valibot';

/**
 * Between the browser's monitor and the functions `error-monitor`, `ops-monitor`, `auto-fix-system` (spec 1 §3 and §7).
 */

const severities = ['low', 'medium', 'high', 'critical'] as const;

/**
 * An error report. Sent again with the same `timestamp` (ISO 8601) it is the same report. What is too long is cut and
 * what is somebody's is cleaned by the server; unknown fields are dropped.
 */
export interface ErrorReport {
  timestamp: string;
  error_type: 'RUNTIME_ERROR' | 'PROMISE_REJECTION' | 'REACT_ERROR';
  message: string;
  filename: string;
  stack: string;
  has_blank_screen: boolean;
  user_agent: string;
  /** The page, without query and fragment. */
  url: string;
  severity?: (typeof severities)[number];
  /** Numbers and yes or no. */
  metrics?: Record<string, number | boolean>;
  health_status?: string;
  /** The build of the site: letters, digits, dots, dashes; 60 at most. */
  release?: string;
}

/** Answer of `error-monitor`. */
export const Health = v.object({ status: v.picklist(['healthy', 'degraded']) });

/** Body of `ops-monitor`, for each error that was handled: `data` an `ErrorReport`; answers `{ received: true }`. */
export const MonitorEvent = v.object({
  type: v.literal('ERROR'),
  severity: v.picklist(severities),
  data: v.record(v.string(), v.unknown()),
});

/**
 * What a browser does about its error. `reload` alone; `clear_caches`, `clear_storage` (all but login, preferences,
 * cart, draft and forms) or `renew_session` before it; `sessions_made` and `mails_sent` are done, and seen after a
 * reload.
 */
export const fixActions = [
  'none',
  'reload',
  'clear_caches',
  'clear_storage',
  'renew_session',
  'sessions_made',
  'mails_sent',
] as const;
export type FixAction = (typeof fixActions)[number];

/** Answer of `auto-fix-system`, whose body is an `ErrorReport`: with `fix_applied` the page is loaded anew. */
export const Fix = v.object({
  fix_applied: v.boolean(),
  fix_id: v.string(),
  action: v.picklist(fixActions),
});
export type Fix = v.InferOutput<typeof Fix>;
