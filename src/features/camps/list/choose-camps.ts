import type { CampDate } from '#domain/camp.ts';

/** Which camps a block of a page shows. Days are of the camp's first day, both included; empty means no limit. */
interface CampChoice {
  tiers: readonly CampDate['tier'][];
  bases: readonly string[];
  from: string;
  until: string;
  most: number;
}

/** The earliest camps that fit. An empty list of bases means every base; tiers are already those that fit. */
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
