import { paths } from '#config/paths.ts';
import { addDays, today } from '#domain/dates.ts';

/** How far from today coaches may read, as `private.check_roster_day` decides. */
export const DAYS_OF_COACHES = 7;

/** Today's roster has the plain address, which the device can open without a network. */
export const addressOf = (day: string, now: string): string =>
  day === now ? paths.roster : `${paths.roster}?day=${day}`;

/** The day in the address; null for today, and for what is no date. */
export function anotherDay(search: string, now = today()): string | null {
  const day = new URLSearchParams(search).get('day');
  if (day === null || day === now || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  return Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day ? null : day;
}
