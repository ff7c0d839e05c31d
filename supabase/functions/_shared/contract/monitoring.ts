import * as v from 'valibot';

/**
 * The requests of the browser's monitoring to the functions `error-monitor`, `ops-monitor`, `auto-fix-system` (spec 1
 * §3 and §7).
 */

const severities = ['low', 'medium', 'high', 'critical'] as const;

/**
 * An error report. A second one with the same `timestamp` (ISO 8601) counts as the same. The server cuts long texts,
 * removes personal data and drops unknown fields.
 */
export interface ErrorReport {
  timestamp: string;
  error_type: 'RUNTIME_ERROR' | 'PROMISE_REJECTION' | 'REACT_ERROR';
  message: string;
  filename: string;
  stack: string;
  has_blank_screen: boolean;
  user_agent: string;
  /** The page's address without query and fragment. */
  url: string;
  severity?: (typeof severities)[number];
  /** Numbers and booleans. */
  metrics?: Record<string, number | boolean>;
  health_status?: string;
  /** The site's build: letters, digits, dots, dashes; 60 characters at most. */
  release?: string;
}

/** Answer of `error-monitor`. */
export const Health = v.object({ status: v.picklist(['healthy', 'degraded']) });

/** Body of `ops-monitor`, for each handled error: `data` is an `ErrorReport`; it answers `{ received: true }`. */
export const MonitorEvent = v.object({
  type: v.literal('ERROR'),
  severity: v.picklist(severities),
  data: v.record(v.string(), v.unknown()),
});

/**
 * The repair that a browser tries after an error: only `reload`; or `clear_caches`, `clear_storage` (all but login,
 * preferences, cart, draft and forms) or `renew_session` before it. `sessions_made` and `mails_sent` were done by the
 * server and show after a reload.
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

/** Answer of `auto-fix-system`, whose body is an `ErrorReport`: with `fix_applied` the page reloads. */
export const Fix = v.object({
  fix_applied: v.boolean(),
  fix_id: v.string(),
  action: v.picklist(fixActions),
});
export type Fix = v.InferOutput<typeof Fix>;
