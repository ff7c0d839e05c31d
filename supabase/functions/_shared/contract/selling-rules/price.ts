import { toCents } from '../format.ts';

/** Stripe accepts no SGD amount below fifty cents. The upper limit catches a misplaced decimal point. */
const lowest = 0.5;
const highest = 20_000;

/** Returns why a price in S$ cannot be published, or null. */
export function priceProblem(value: number | undefined): string | null {
  if (value === undefined) return null;
  if (value <= 0) return 'The price must be more than S$0.';
  if (!hasWholeCents(value)) return 'Use two decimals at most, such as 41.50.';
  if (value < lowest) return 'Enter S$0.50 or more. A card can’t be charged less.';
  if (value > highest) return 'Prices go up to S$20,000. Check the decimal point.';
  return null;
}

/** Returns whether an amount in dollars has two decimals at most. */
export const hasWholeCents = (dollars: number) => Math.abs(dollars * 100 - toCents(dollars)) < 1e-6;
