import { formatMoment } from '../format.ts';
import { priceProblem } from './price.ts';

/**
 * When content is shown, in ISO 8601. If `from` is missing, it is shown at once. If `until` is missing, it is shown
 * for ever.
 */
export interface Showing {
  from?: string | null | undefined;
  until?: string | null | undefined;
}

/** A price in S$ that applies from a time on. */
export interface PlannedPrice {
  from?: string | null | undefined;
  price?: number | null | undefined;
}

/** Returns whether content is shown at this time. The period includes `from`, but not `until`. */
export function isShowing(showing: Showing | null | undefined, now: Date): boolean {
  const [from, until] = [momentOf(showing?.from), momentOf(showing?.until)];
  return (from === null || from <= now.getTime()) && (until === null || until > now.getTime());
}

/** Returns why the two times cannot be published, or null. */
export function showingProblem(showing: Showing | null | undefined): string | null {
  const [from, until] = [momentOf(showing?.from), momentOf(showing?.until)];
  return from !== null && until !== null && until <= from
    ? '“Until” must come after “From”. Correct one of the two.'
    : null;
}

/** Returns a warning about times that have passed, or null. */
export function showingRemark(showing: Showing | null | undefined, now: Date): string | null {
  const until = momentOf(showing?.until);
  return until !== null && until <= now.getTime()
    ? 'This time has passed, so parents do not see it. Change “Until”, or leave it empty.'
    : null;
}

interface Priced {
  price?: number | null | undefined;
  plannedPrices?: readonly PlannedPrice[] | null | undefined;
  rungs?: readonly { price?: number | null | undefined }[] | null | undefined;
  siblingRebate?: { amount?: number | null | undefined } | null | undefined;
}

/** Returns the planned price that applies at a time, or null if no planned price has started. */
export function dueAt({ plannedPrices }: Priced, now: Date): { from: string; price: number } | null {
  const due = complete(plannedPrices).filter(({ from }) => Date.parse(from) <= now.getTime());
  return due.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)).at(-1) ?? null;
}

/**
 * Returns the price in S$ at a time, which is the planned price that is due, or else the price itself.
 * `private.price_at` has the same rule.
 */
export const priceAt = <T extends number | null | undefined>(
  document: Priced & { price?: T },
  now: Date,
): number | T => dueAt(document, now)?.price ?? (document.price as T);

/** Returns why the planned prices cannot be published, or null. */
export function plannedProblem({ plannedPrices, rungs, siblingRebate }: Priced): string | null {
  const highest = Math.max(0, ...(rungs ?? []).map(({ price }) => price ?? 0));
  const rebate = siblingRebate?.amount ?? 0;
  let last = -Infinity;
  for (const { from, price } of complete(plannedPrices)) {
    const name = `The price from ${formatMoment(from)}`;
    const problem = priceProblem(price);
    if (problem) return `${name}: ${problem}`;
    if (Date.parse(from) <= last) return `${name} comes before the one above it. Order the prices by time.`;
    if (price <= highest)
      return `${name} is S$${price}, which is not above the early-bird rung at S$${highest}. Raise it, or change the rung.`;
    if (price <= rebate)
      return `${name} is S$${price}, which is not above the sibling rebate of S$${rebate}.`;
    last = Date.parse(from);
  }
  return null;
}

/** Returns a reminder to copy a planned price that has started into the price, or null. */
export function plannedRemark(document: Priced, now: Date): string | null {
  const duePrice = dueAt(document, now);
  return duePrice && duePrice.price !== document.price
    ? `Since ${formatMoment(duePrice.from)} the price is S$${duePrice.price}. Enter it as the price and remove it here, so that both say the same.`
    : null;
}

const complete = (planned: readonly PlannedPrice[] | null | undefined) =>
  (planned ?? []).flatMap(({ from, price }) =>
    momentOf(from) !== null && typeof from === 'string' && typeof price === 'number' ? [{ from, price }] : [],
  );

function momentOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : time;
}
