import type { LogEntry, SystemHealth } from '#contract/management-system.ts';

export type Measure =
  | 'uptime'
  | 'bookings'
  | 'errors'
  | 'outbox'
  | 'mails'
  | 'webhook'
  | 'holds'
  | 'books'
  | 'publish'
  | 'conversions';

/**
 * Returns the measures above their thresholds. This only affects the display, because the database decides about
 * alerts.
 */
export function badMeasures(health: SystemHealth): ReadonlySet<Measure> {
  const { thresholds: limits, bookings, outbox, webhook, holds, books, publish, conversions } = health;
  const bad: [Measure, boolean][] = [
    ['bookings', bookings.failed >= limits.booking_least && bookings.percent > limits.booking_percent],
    ['outbox', outbox.oldest_seconds > limits.outbox_seconds],
    ['webhook', webhook.lag_seconds > limits.webhook_seconds || webhook.failed > 0],
    ['holds', holds.lag_seconds > limits.hold_seconds],
    ['books', (books?.discrepancies ?? 0) > 0],
    ['publish', publish.site === 'failed' || publish.site === 'late' || publish.refused.length > 0],
    ['conversions', conversions.failed > 0],
    ['mails', health.mails.failed > 0 || isMailReturnHigh(health)],
    ['errors', health.error_rate.blank_screens > limits.blank_screens],
  ];
  return new Set(bad.filter(([, isBad]) => isBad).map(([measure]) => measure));
}

/** Returns whether too many mails come back. Fewer than three do not count, as for the alert (`private.measures`). */
const isMailReturnHigh = ({ mails, thresholds }: SystemHealth): boolean =>
  mails.bounced + mails.complained >= 3 && mails.percent > thresholds.returned_percent;

/**
 * Counts the scheduled jobs that are late without an alert. One of these jobs raises the alerts, so if no job runs,
 * there is no alert.
 */
export const countUnreportedChores = ({ alerts, chores }: SystemHealth): number =>
  alerts.some(({ kind }) => kind === 'chores_late') ? 0 : chores.filter(({ is_late }) => is_late).length;

/** Returns a short duration such as "45 s", "12 min", "3 h" or "2 d". */
export function spanOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

export interface Change {
  column: string;
  before: string | null;
  after: string | null;
}
export const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns the changed columns. If a row was added or deleted, there are values on one side only. */
export function changesOf({ before, after }: Pick<LogEntry, 'before' | 'after'>): Change[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return (
    columns
      .map((column) => ({ column, before: textOf(before?.[column]), after: textOf(after?.[column]) }))
      // The log of an added row also contains its empty columns.
      .filter((change) => change.before !== null || change.after !== null)
  );
}

export const views = ['health', 'accounts', 'interfaces', 'log'] as const;
export type ViewName = (typeof views)[number];
export const viewIn = (search: string): ViewName => {
  const requestedView = new URLSearchParams(search).get('view');
  return views.find((view) => view === requestedView) ?? 'health';
};
