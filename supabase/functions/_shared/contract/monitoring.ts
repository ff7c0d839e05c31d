import * as v from 'valibot';

/** The browser's reports to `error-monitor`, `ops-monitor` and `auto-fix-system` (spec 1 §3 and §7). */

const severities = ['low', 'medium', 'high', 'critical'] as const;

/** A second report with the same `timestamp` (ISO 8601) counts as the same. The server removes personal data. */
export interface ErrorReport {
  timestamp: string;
  error_type: 'RUNTIME_ERROR' | 'PROMISE_REJECTION' | 'REACT_ERROR';
  message: string;
  filename: string;
  stack: string;
  has_blank_screen: boolean;
  user_agent: string;
  url: string;
  severity?: (typeof severities)[number];
  metrics?: Record<string, number | boolean>;
  health_status?: string;
  release?: string;
}

/** `degraded` means that an alert is open. */
export const Health = v.object({ status: v.picklist(['healthy', 'degraded']) });

/** Body of `ops-monitor`. `data` is an `ErrorReport`. */
export const MonitorEvent = v.object({
  type: v.literal('ERROR'),
  severity: v.picklist(severities),
  data: v.record(v.string(), v.unknown()),
});

/** `clear_storage` deletes everything except login, preferences, cart, draft and forms. */
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

/** What `auto-fix-system` tells the browser to do. */
export const Fix = v.object({
  fix_applied: v.boolean(),
  fix_id: v.string(),
  action: v.picklist(fixActions),
});
export type Fix = v.InferOutput<typeof Fix>;
