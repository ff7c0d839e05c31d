import * as v from 'valibot';

/**
 * A kind of camp that is sold (spec 2 §3), such as “spark”. Each published document of the type campTier is one, so the
 * code has no list of them.
 */
export const TierId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
export type TierId = v.InferOutput<typeof TierId>;

interface TierFacts {
  /** True if children may stay a night in a tent (spec 2 §2). `private.has_night` in SQL has the same rule. */
  hasNight?: boolean;
  color: 'red' | 'mango' | 'violet' | 'river';
  /** The value for advertising, in dollars (spec 2 §7). Without one, the amount of the order counts. */
  adValue?: number;
  /** The lowest and the highest usual price, in dollars. Studio warns if the price on sale is outside (spec 2 §4). */
  usualPrice?: readonly [number, number];
  /** What pages show while their numbers are simulated. Without it, they show no number. */
  simulated?: { fillPercent: number; places?: number };
}

/** What the specification and the rules for nights say about single tiers. Studio asks for everything else. */
const facts: Partial<Record<TierId, TierFacts>> = {
  spark: { color: 'red', adValue: 547, usualPrice: [500, 600], simulated: { fillPercent: 90 } },
  ignite: { color: 'mango', adValue: 990, usualPrice: [750, 850], simulated: { fillPercent: 50 } },
  epic: {
    color: 'violet',
    adValue: 990,
    usualPrice: [950, 1050],
    simulated: { fillPercent: 33, places: 5 },
    hasNight: true,
  },
};

/** Returns the facts about a tier. A tier of marketing's own has the fourth colour and nothing else. */
export const factsOf = (tier: TierId): TierFacts => facts[tier] ?? { color: 'river' };

/** Returns whether children may stay a night on camps of this tier. */
export const hasNight = (tier: TierId | null | undefined): boolean =>
  tier != null && factsOf(tier).hasNight === true;

/** The ids of the tiers with nights. */
export const tiersWithNight: readonly TierId[] = Object.keys(facts).filter(hasNight);

/** The stages of the journey that the site draws and the quiz finds. */
export const levelIds = ['spark', 'ignite', 'epic', 'fire'] as const;
