import { paths } from '#config/paths.ts';
import { addDays, today } from '#domain/dates.ts';

/** Coaches may read this many days from today. `private.check_roster_day` has the same limit. */
export const DAYS_OF_COACHES = 7;

/** A device can open the address without a query offline, so today's roster uses it. */
export const addressOf = (day: string, now: string): string =>
  day === now ? paths.roster : `${paths.roster}?day=${day}`;

/** Returns the day in the address. Null means today or an invalid date. */
export function anotherDay(search: string, now = today()): string | null {
  const day = new URLSearchParams(search).get('day');
  if (day === null || day === now || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day ? null : day;
}
