import { paths } from '#config/paths.ts';

/**
 * Returns the address of a day's roster. A device can open the address without a query offline, so today's roster uses
 * it.
 */
export const rosterPath = (day: string, today: string): string =>
  day === today ? paths.roster : `${paths.roster}?day=${day}`;
