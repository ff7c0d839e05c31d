/** Prices of a document that is sold, in S$ as editors write them; anything may be missing or wrong. */
export interface PricedDocument {
  price?: unknown;
  rungs?: unknown;
}

/** Each price by its name: `listed`, and the short names of the early-bird rungs. */
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
 * What Studio keeps in `pricesConfirmed` once somebody has said yes to a price that jumps: “first 490, listed 590”.
 * It holds for exactly these prices: another slip is asked about again.
 */
export const confirmedPrices = (document: PricedDocument): string =>
  Object.entries(namedPrices(document))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, dollars]) => `${name} ${dollars}`)
    .join(', ');
