/** Returns why a tier's sibling rebate cannot be published, or null. */
export function rebateProblem(rebate: unknown, tier: unknown): string | null {
  const amount = numberIn(rebate, 'amount');
  if (amount === undefined) return null;
  if (amount <= 0) return 'The rebate must be more than S$0. If there is none, leave it empty.';
  const cheapest = lowest([numberIn(tier, 'price'), ...rungPrices(tier)]);
  return cheapest !== undefined && amount >= cheapest
    ? `The rebate of S$${amount} is not below the lowest price, S$${cheapest}. Lower it.`
    : null;
}

function rungPrices(tier: unknown): (number | undefined)[] {
  if (typeof tier !== 'object' || tier === null || !('rungs' in tier) || !Array.isArray(tier.rungs))
    return [];
  return tier.rungs.map((rung: unknown) => numberIn(rung, 'price'));
}

function lowest(prices: (number | undefined)[]): number | undefined {
  const known = prices.flatMap((price) => (price !== undefined && price > 0 ? price : []));
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Returns the number in this field of a document, or undefined. */
export function numberIn(source: unknown, field: string): number | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const value: unknown = Object.entries(source).find(([name]) => name === field)?.[1];
  return typeof value === 'number' ? value : undefined;
}
