import * as rule from '#contract/selling-rules/price.ts';
import * as planned from '#contract/selling-rules/planned.ts';
import type { WithGaps } from './gaps.ts';

/**
 * An invalid price stops the build. Null means that the price is valid or missing. Offers without a price are left
 * out.
 */
export function priceProblem({ price }: WithGaps<{ price: number }>): string | null {
  const problem = rule.priceProblem(price ?? undefined);
  return problem && `cannot be sold for S$${price}: ${problem}`;
}

/** Does the same as `priceProblem` for planned prices. */
export function plannedProblem(document: Parameters<typeof planned.plannedProblem>[0]): string | null {
  const problem = planned.plannedProblem(document);
  return problem && `cannot be sold: ${problem}`;
}
