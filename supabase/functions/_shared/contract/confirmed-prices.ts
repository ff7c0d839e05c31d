/** The fields of a content document that contain prices. They are in dollars and not checked yet. */
export interface PricedDocument {
  price?: unknown;
  rungs?: unknown;
  plannedPrices?: unknown;
  siblingRebate?: unknown;
}

/** The name of the lowest price after the sibling rebate. */
export const FOR_SIBLINGS = 'for siblings';

/**
 * Returns the prices by the names that `private.prices_to_guard` uses. The lowest price is also listed after the
 * sibling rebate.
 */
export function namedPrices({
  price,
  rungs,
  plannedPrices,
  siblingRebate,
}: PricedDocument): Record<string, number> {
  const named: Record<string, number> = typeof price === 'number' ? { listed: price } : {};
  for (const { id, price: dollars } of objectsIn(rungs))
    if (typeof id === 'string' && typeof dollars === 'number') named[id] = dollars;
  for (const { from, price: dollars } of objectsIn(plannedPrices))
    if (typeof from === 'string' && typeof dollars === 'number') named[`from ${from}`] = dollars;
  const [rebate] = objectsIn([siblingRebate]);
  if (typeof rebate?.['amount'] === 'number' && Object.keys(named).length > 0)
    named[FOR_SIBLINGS] = Math.round((Math.min(...Object.values(named)) - rebate['amount']) * 100) / 100;
  return named;
}

/**
 * Returns the text for Studio's field `pricesConfirmed`, e.g. “first 490, listed 590”. Any other price needs a new
 * confirmation.
 */
export const confirmedPrices = (document: PricedDocument): string =>
  Object.entries(namedPrices(document))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, dollars]) => `${name} ${dollars}`)
    .join(', ');

const objectsIn = (list: unknown): Record<string, unknown>[] =>
  (Array.isArray(list) ? (list as unknown[]) : []).filter(
    (item): item is Record<string, unknown> => typeof item === 'object' && item !== null,
  );
