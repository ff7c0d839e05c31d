import type { WithGaps } from './gaps.ts';

/** Prices are written in S$ and counted in cents. */
export const cents = (dollars: number) => Math.round(dollars * 100);

/** A price that must not be shown; null for one that is missing: then the offer is left out. */
export function priceProblem({ price }: WithGaps<{ price: number }>): string | null {
  if (price === null || price === undefined || price > 0) return null;
  return `has the price S$${price}; it must be more than S$0.`;
}
