import * as rule from '#contract/selling-rules/price.ts';
import * as planned from '#contract/selling-rules/planned.ts';
import type { WithGaps } from './empty-fields.ts';

/**
 * Returns why a price is invalid, which stops the build. Returns null if the price is valid or missing. An offer that
 * has no price is left out.
 */
export function priceProblem({ price }: WithGaps<{ price: number }>): string | null {
  const problem = rule.priceProblem(price ?? undefined);
  return problem && `cannot be sold for S$${price}: ${problem}`;
}

/** Checks planned prices in the same way. */
export function plannedProblem(document: Parameters<typeof planned.plannedProblem>[0]): string | null {
  const problem = planned.plannedProblem(document);
  return problem && `cannot be sold: ${problem}`;
}
