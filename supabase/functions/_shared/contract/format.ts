import { brand } from './brand.ts';
import { plural } from './plural.ts';

export const toCents = (dollars: number): number => Math.round(dollars * 100);
export const toDollars = (cents: number): number => cents / 100;

/** Formats cents: 69700 becomes `S$697`, and 54950 becomes `S$549.50`. */
export function formatMoney(cents: number): string {
  const dollars = new Intl.NumberFormat(brand.locale, {
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(toDollars(Math.abs(cents)));
  return `${cents < 0 ? '−' : ''}S$${dollars}`;
}

/** `2026-11-28` becomes `Sat 28 Nov 2026`, or `Sat 28 Nov` without the year. */
export function formatDate(date: string, { year = true } = {}): string {
  return dayOf(new Date(`${date}T00:00:00Z`), 'UTC', year);
}

/** Formats a birth date or a deadline without its weekday, as `1 May 2018` or `1 May`. */
export function formatDay(date: string, options?: { year?: boolean }): string {
  return formatDate(date, options).replace(/^\S+ /, '');
}

/** Formats a first and a last day as `Mon 7 – Wed 9 Dec 2026`. What both days share is written once. */
export function formatDays(from: string, to: string): string {
  if (from === to) return formatDate(from);
  const [first, last] = [formatDate(from).split(' '), formatDate(to).split(' ')];
  while (first.length > 2 && first.at(-1) === last.at(first.length - 1)) first.pop();
  return `${first.join(' ')} – ${last.join(' ')}`;
}

/** `10:30:00` becomes `10.30 am`, and `09:00` becomes `9.00 am`, because `9 am` would look inconsistent next to it. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}.${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** Formats a time (ISO 8601 with zone) on Singapore's clock, as `Sat 21 Nov 2026, 10.36 am`. */
export function formatMoment(moment: string): string {
  return `${dayOf(new Date(moment), brand.timeZone, true)}, ${formatClock(moment)}`;
}

/**
 * Formats the end of a period. Midnight becomes the end of the day before, as people understand it: `the end of Fri 20
 * Nov 2026`.
 */
export function formatLastMoment(moment: string): string {
  const before = new Date(Date.parse(moment) - 1);
  return formatClock(moment) === '12.00 am'
    ? `the end of ${dayOf(before, brand.timeZone, true)}`
    : formatMoment(moment);
}

/** Formats a time on Singapore's clock, e.g. as `10.36 am`. */
export function formatClock(moment: string): string {
  return formatTime(timeOf(moment));
}

/** Returns a time on Singapore's clock, e.g. `10:36`. */
export function timeOf(moment: string): string {
  const part = partsOf(new Date(moment), { timeZone: brand.timeZone, hour: '2-digit', minute: '2-digit' });
  return `${part('hour')}:${part('minute')}`;
}

function dayOf(date: Date, timeZone: string, year: boolean): string {
  const part = partsOf(date, { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  // The locale writes "Sept" although the other eleven months have three letters.
  const day = `${part('weekday')} ${part('day')} ${part('month').slice(0, 3)}`;
  return year ? `${day} ${part('year')}` : day;
}

function partsOf(date: Date, options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat(brand.locale, { ...options, hourCycle: 'h23' }).formatToParts(date);
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
}

/** Returns for example `3 sessions`. */
export function formatSessions(count: number): string {
  return plural(count, 'session');
}
