/** Prices of a document that is sold, in S$ as editors enter them; any of them may be missing or invalid. */
export interface PricedDocument {
  price?: unknown;
  rungs?: unknown;
}

/** The prices by name: `listed`, and the short names of the early-bird rungs. */
export function namedPrices({ price, rungs }: PricedDocument): Record<string, number> {
  const named: Record<string, number> = typeof price === 'number' ? { listed: price } : {};
  for (const rung of Array.isArray(rungs) ? (rungs as unknown[]) : []) {
    if (typeof rung !== 'object' || rung === null) continue;
    const { id, price: dollars } = rung as { id?: unknown; price?: unknown };
    if (typeof id === 'string' && typeof dollars === 'number') named[id] = dollars;
  }
  return named;
}

/**
 * The text that Studio saves in `pricesConfirmed` when an editor has confirmed an unusual price: “first 490, listed
 * 590”. It covers exactly these prices, so any other price needs a new confirmation.
 */
export const confirmedPrices = (document: PricedDocument): string =>
  Object.entries(namedPrices(document))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, dollars]) => `${name} ${dollars}`)
    .join(', ');
