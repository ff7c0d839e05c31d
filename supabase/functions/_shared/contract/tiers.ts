interface TierFacts {
  /** True if children may stay a night in a tent (spec 2 §2). `private.has_night` in SQL has the same rule. */
  hasNight?: boolean;
  color: 'red' | 'mango' | 'violet' | 'river';
  /** The value for advertising, in dollars (spec 2 §7). */
  adValue: number;
  /** The lowest and the highest usual price, in dollars. Studio warns if the price on sale is outside (spec 2 §4). */
  usualPrice: readonly [number, number];
  simulated: { fillPercent: number; places?: number };
  /** This pattern finds further names of the tier in questions. The id is always one of its names. */
  otherNames?: string;
}

/**
 * Kinds of camp that are sold (spec 2 §3). The shortest camp comes first. To add a kind, see docs/how-to/camp-tier.md.
 */
const tiers = {
  spark: {
    color: 'red',
    adValue: 547,
    usualPrice: [500, 600],
    simulated: { fillPercent: 90 },
    otherNames: '(3|three) ?days?',
  },
  ignite: { color: 'mango', adValue: 990, usualPrice: [750, 850], simulated: { fillPercent: 50 } },
  epic: {
    color: 'violet',
    adValue: 990,
    usualPrice: [950, 1050],
    simulated: { fillPercent: 33, places: 5 },
    hasNight: true,
  },
} satisfies Record<string, TierFacts>;

export type TierId = keyof typeof tiers;
/** The ids of all tiers. The shortest camp comes first. */
export const tierIds = Object.keys(tiers) as TierId[];
export const factsOf = (tier: TierId): TierFacts => tiers[tier];

const isTier = (tier: string): tier is TierId => Object.hasOwn(tiers, tier);

/** Returns the facts about a tier, or null if there is no such tier. */
export const findTier = (tier: string | null | undefined): TierFacts | null =>
  tier != null && isTier(tier) ? tiers[tier] : null;

/** Returns whether children may stay a night on camps of this tier. */
export const hasNight = (tier: string | null | undefined): boolean => findTier(tier)?.hasNight === true;

/** The levels that the site shows: the tiers, and `fire` above them. */
export const levelIds = [...tierIds, 'fire'] as const;
