import * as rule from '#contract/selling-rules/price.ts';
import type { WithGaps } from './gaps.ts';

/** A price that must not be shown; null for one that is missing: then the offer is left out. */
export function priceProblem({ price }: WithGaps<{ price: number }>): string | null {
  const problem = rule.priceProblem(price ?? undefined);
  return problem && `cannot be sold for S$${price}: ${problem}`;
}
