import type { CampDate } from '#domain/camp.ts';

/** `from` and `until` limit a camp's first day and are included. An empty string means no limit. */
interface CampChoice {
  tiers: readonly CampDate['tier'][];
  bases: readonly string[];
  from: string;
  until: string;
  most: number;
}

/** Returns the earliest camps that match. An empty list of bases means every base. */
export const chooseCamps = (
  camps: readonly CampDate[],
  { tiers, bases, from, until, most }: CampChoice,
): CampDate[] =>
  camps
    .filter(
      ({ tier, base, start }) =>
        tiers.includes(tier) &&
        (bases.length === 0 || bases.includes(base)) &&
        (from === '' || start >= from) &&
        (until === '' || start <= until),
    )
    .slice(0, most);
