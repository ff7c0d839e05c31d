import { REPORT_DAYS_MAX } from '#contract/management-reports.ts';
import { addDays, today } from '#domain/dates.ts';

/** A period. Days are in Singapore, and both are included. */
export interface Span {
  from: string;
  until: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | null): text is string =>
  text !== null &&
  DAY.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  text >= '2000-01-01' &&
  text <= '2100-12-31';

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the last weeks, including the current one. */
export const lastWeeks = (weeks: number, now = today()): Span => ({
  from: addDays(mondayOf(now), -7 * (weeks - 1)),
  until: now,
});

/**
 * Returns a month. With `offset` 0, it is the current month until today, and with -1 the month before. Days are in
 * Singapore.
 */
export function monthSpan(offset: 0 | -1, now = today()): Span {
  const from = `${now.slice(0, 7)}-01`;
  if (offset === 0) return { from, until: now };
  const until = addDays(from, -1);
  return { from: `${until.slice(0, 7)}-01`, until };
}

export const presets = ['month', 'lastMonth', 4, 12, 52] as const;
export type Preset = (typeof presets)[number];
export const presetSpan = (preset: Preset): Span =>
  typeof preset === 'number' ? lastWeeks(preset) : monthSpan(preset === 'month' ? 0 : -1);

/** Returns the first day of a week within the period, because the week may begin before the period. */
export const firstDayOf = (week: string, { from }: Span): string => (week < from ? from : week);

/**
 * Returns the period in the address. Anybody can type an address, so an invalid period is replaced by `defaultSpan`.
 */
export function readSpan(search: string, defaultSpan = lastWeeks(12)): Span {
  const query = new URLSearchParams(search);
  const [from, until] = [query.get('from'), query.get('until')];
  if (!isDay(from) || !isDay(until) || spanFault({ from, until }) !== null) return defaultSpan;
  return { from, until };
}

export type SpanFault = 'no_day' | 'backwards' | 'too_long';
export function spanFault({ from, until }: Span): SpanFault | null {
  if (!isDay(from) || !isDay(until)) return 'no_day';
  if (until < from) return 'backwards';
  return until > addDays(from, REPORT_DAYS_MAX - 1) ? 'too_long' : null;
}

/** Returns all weeks of the period, including those without any event. */
export function weeksOf({ from, until }: Span): string[] {
  const weeks: string[] = [];
  for (let week = mondayOf(from); week <= until; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}
