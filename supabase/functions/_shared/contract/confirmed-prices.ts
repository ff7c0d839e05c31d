/** The fields of a content document that contain prices. They are in dollars and not checked yet. */
export interface PricedDocument {
  price?: unknown;
  rungs?: unknown;
  plannedPrices?: unknown;
  siblingRebate?: unknown;
  transport?: unknown;
  extraGuest?: unknown;
}

/** The name of the lowest price after the sibling rebate. */
export const FOR_SIBLINGS = 'for siblings';

/** The beginning of the name of a transport's price. Its short name follows. */
export const TRANSPORT = 'transport ';
/** The name of the price of each further guest of a party. */
export const EXTRA_GUEST = 'extra guest';

/**
 * Returns the prices by the names that `private.prices_to_confirm` uses. They include what is paid
 * in addition to the offer.
 */
export function namedPrices(document: PricedDocument): Record<string, number> {
  const named = offerPrices(document);
  for (const { id, price } of objectsIn(document.transport))
    if (typeof id === 'string' && typeof price === 'number') named[TRANSPORT + id] = price;
  if (typeof document.extraGuest === 'number') named[EXTRA_GUEST] = document.extraGuest;
  return named;
}

/**
 * Returns the prices of the offer itself by the names that `private.prices_to_guard` uses. The lowest price is also
 * listed after the sibling rebate.
 */
export function offerPrices({
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
