import type { CampDate } from '#domain/camp.ts';

/**
 * Which camps are wanted. `from` and `until` limit a camp's first day, and both days are included. An empty text means
 * that there is no limit.
 */
interface CampChoice {
  tiers: readonly CampDate['tier'][];
  bases: readonly string[];
  from: string;
  until: string;
  most: number;
}

/** Returns the earliest camps that match. An empty list of bases means that every base matches. */
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
