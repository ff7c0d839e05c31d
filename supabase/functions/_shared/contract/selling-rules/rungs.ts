import { factsOf } from '../tiers.ts';

/** An early-bird price in S$, for a number of places or until a deadline. */
export interface Rung {
  _key?: string;
  id?: string;
  name?: string;
  price?: number;
  places?: number | null | undefined;
  from?: string | null | undefined;
  deadline?: string | null | undefined;
  closed?: boolean | null | undefined;
}

/**
 * Returns the first problem of the rungs, or null. Rungs are sold in their order. Their prices must rise, and stay
 * below the listed price.
 */
export function rungsProblem(rungs: readonly Rung[] | undefined, listed: number | undefined): string | null {
  let last: Rung | undefined;
  const ids = new Set<string>();
  for (const [index, rung] of (rungs ?? []).entries()) {
    const name = nameOf(rung, index);
    if (rung.id === 'listed')
      return `${name} can’t have the short name “listed”, which is for the price after the last rung. Choose another.`;
    if (rung.id && ids.has(rung.id))
      return `Two rungs have the short name “${rung.id}”. Give each its own, so that the checkout can tell them apart.`;
    if (rung.id) ids.add(rung.id);
    if (rung.from && rung.deadline && Date.parse(rung.deadline) <= Date.parse(rung.from))
      return `${name} ends before it begins. Set its deadline after “From”.`;
    if (rung.price === undefined) continue;
    if (listed !== undefined && listed > 0 && rung.price >= listed)
      return `${name} costs S$${rung.price}, which is not below the listed price of S$${listed}. Lower it.`;
    if (last?.price !== undefined && rung.price <= last.price)
      return `${name} costs S$${rung.price} and comes after one at S$${last.price}. Make prices rise from rung to rung, so that booking early saves most.`;
    last = rung;
  }
  return null;
}

/** Returns a warning about a probably unintended effect of a rung, or null. The rung can still be published. */
export function rungsRemark(rungs: readonly Rung[] | undefined, now: Date): string | null {
  const open = (rungs ?? []).filter(({ closed }) => closed !== true);
  for (const [index, rung] of open.entries()) {
    const name = nameOf(rung, index);
    const end = typeof rung.deadline === 'string' ? Date.parse(rung.deadline) : null;
    if (end !== null && end <= now.getTime())
      return `The deadline of ${name} has passed. Close the rung or give it a new deadline.`;
    if (end === null && typeof rung.places !== 'number')
      return `${name} has neither a number of spots nor a deadline, so it sells until you close it. The rungs after it do not sell until then.`;
    const before = open.slice(0, index).find((other) => endsAfter(other, end));
    if (before)
      return `${name} ends before “${before.name ?? before.id ?? 'the rung above it'}”, so it may never be reached.`;
  }
  return null;
}

/**
 * Returns a warning if the price on sale now is outside the usual prices of the tier (spec 2 §4), or null. `listed` is
 * in dollars. The price can still be published.
 */
export function usualPriceRemark(
  tier: string | undefined,
  listed: number | undefined,
  rungs: readonly Rung[] | undefined,
  now: Date,
): string | null {
  const usualPrice = tier === undefined ? undefined : factsOf(tier).usualPrice;
  const isOnSale = ({ closed, from, deadline }: Rung) =>
    closed !== true &&
    !(from && Date.parse(from) > now.getTime()) &&
    !(deadline && Date.parse(deadline) <= now.getTime());
  const price = (rungs ?? []).find(isOnSale)?.price ?? listed;
  if (!usualPrice || price === undefined) return null;
  const [least, most] = usualPrice;
  return price < least || price > most
    ? `S$${price} is on sale now. Camps of this tier usually cost between S$${least} and S$${most}. Check the price and its rungs.`
    : null;
}

/**
 * Returns whether a rung ends after the given end. A rung with a limit of places may sell out at any time, so only a
 * rung without a limit can.
 */
function endsAfter({ deadline, places }: Rung, end: number | null): boolean {
  return (
    end !== null && typeof places !== 'number' && typeof deadline === 'string' && Date.parse(deadline) >= end
  );
}

const nameOf = ({ name, id }: Rung, index: number) => `“${name ?? id ?? `Rung ${index + 1}`}”`;
