import { formatClock } from '#contract/format.ts';
import { brand } from '#config/brand.ts';

/**
 * All dates and times are in Singapore's time zone, regardless of the browser's. Dates look like "2026-11-21" and
 * times of day like "10:30". Moments are in ISO 8601 with a time zone.
 */
export { formatClock, formatDate, formatDays, formatMoment, formatTime, timeOf } from '#contract/format.ts';

/** Formats two times of one day, e.g. as "10.30 to 11.30 am" or "8.30 am to 5.00 pm". */
export function formatHours(startsAt: string, endsAt: string): string {
  const [from, until] = [formatClock(startsAt), formatClock(endsAt)];
  return from.slice(-2) === until.slice(-2) ? `${from.slice(0, -3)} to ${until}` : `${from} to ${until}`;
}

/** Returns a moment. Singapore's offset is the same all year. */
export const momentOf = (date: string, time: string): string => `${date}T${time.slice(0, 5)}:00+08:00`;

/**
 * The formatters are created when they are first used, because each costs a slow phone 40 ms and every page loads this
 * file.
 */
let dayInSingapore: Intl.DateTimeFormat | undefined;
let dayName: Intl.DateTimeFormat | undefined;

const atNoon = (date: string) => new Date(`${date}T12:00:00Z`);

/**
 * Returns today in Singapore as "2026-11-21". It is composed of its parts, because browsers write whole dates
 * differently.
 */
export function today(now: Date = new Date()): string {
  dayInSingapore ??= new Intl.DateTimeFormat('en', {
    timeZone: brand.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = dayInSingapore.formatToParts(now);
  return ['year', 'month', 'day'].map((name) => parts.find(({ type }) => type === name)?.value).join('-');
}

export function weekdayOf(date: string): string {
  dayName ??= new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
  return dayName.format(atNoon(date));
}

export function addDays(date: string, days: number): string {
  const moment = atNoon(date);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Returns the ISO date, or null if the date does not exist. */
export function dateFrom(day: number, month: number, year: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, day));
  const same =
    moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return same && year >= 1000 ? moment.toISOString().slice(0, 10) : null;
}

export function ageOn(birthDate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
