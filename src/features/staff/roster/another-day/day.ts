import { addDays, today } from '#domain/dates.ts';

/** The number of days from today that coaches may read. `private.check_roster_day` has the same limit. */
export const DAYS_OF_COACHES = 7;

/** Returns the day in the address. Returns null if it is today or not a valid date. */
export function anotherDay(search: string, now = today()): string | null {
  const day = new URLSearchParams(search).get('day');
  if (day === null || day === now || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day ? null : day;
}
