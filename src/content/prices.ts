import * as rule from '#contract/selling-rules/price.ts';
import type { WithGaps } from './gaps.ts';

/**
 * The problem of an invalid price, which stops the build; null if the price is valid or missing. An offer without a
 * price is left out.
 */
export function priceProblem({ price }: WithGaps<{ price: number }>): string | null {
  const problem = rule.priceProblem(price ?? undefined);
  return problem && `cannot be sold for S$${price}: ${problem}`;
}
