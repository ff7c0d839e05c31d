import { brand } from '../config/brand.ts';

/**
 * Dates and times as parents read them, always in Singapore, whatever the browser's own zone says.
 * Dates are "2026-11-21", times of day "10:30" or "10:30:00", moments ISO 8601 with zone.
 */
const dateParts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
// en-US for the parts only: British and Singapore English shorten September differently from engine to engine.
const plainDate = new Intl.DateTimeFormat('en-US', { ...dateParts, timeZone: 'UTC' });
const singaporeDate = new Intl.DateTimeFormat('en-US', { ...dateParts, timeZone: brand.timeZone });
const singaporeTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: brand.timeZone,
});
const isoInSingapore = new Intl.DateTimeFormat('en-CA', { timeZone: brand.timeZone });
const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

const atNoon = (date: string) => new Date(`${date}T12:00:00Z`);

function inWords(format: Intl.DateTimeFormat, moment: Date): string {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts['weekday']} ${parts['day']} ${parts['month']} ${parts['year']}`;
}

/** "2026-11-21" to "Sat 21 Nov 2026". */
export function formatDate(date: string): string {
  return inWords(plainDate, atNoon(date));
}

/** "10:30:00" to "10.30 am". */
export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}.${time.slice(3, 5)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** A moment's date in Singapore: "Sat 21 Nov 2026". */
export function dateOfMoment(moment: string): string {
  return inWords(singaporeDate, new Date(moment));
}

/** A moment's time of day in Singapore: "10.30 am". */
export function timeOfMoment(moment: string): string {
  return formatTime(singaporeTime.format(new Date(moment)));
}

/** Today in Singapore as "2026-11-21". */
export function today(now: Date = new Date()): string {
  return isoInSingapore.format(now);
}

/** "2026-11-21" to "Saturday". */
export function weekdayOf(date: string): string {
  return dayName.format(atNoon(date));
}

export function addDays(date: string, days: number): string {
  const moment = atNoon(date);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The ISO date of a day, month and year as typed, or null where the calendar has no such day. */
export function dateFrom(day: number, month: number, year: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, day));
  const same =
    moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return same && year >= 1000 ? moment.toISOString().slice(0, 10) : null;
}

/** Whole years between a birth date and another date. */
export function ageOn(birthDate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
