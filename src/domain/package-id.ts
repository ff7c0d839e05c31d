import { campAnchors } from '#config/paths.ts';
import type { Tier } from './camp.ts';

/**
 * Anchor of a date among its package's dates. A link to it selects the date, even if it was followed before a script
 * had loaded.
 */
export const packageId = (campId: string): string => `package-${campId}`;

/** Anchor of the package with camps of this many days; of all packages if there is none. */
export function packageAnchor(tiers: readonly Pick<Tier, 'tier' | 'days'>[], length: number): string {
  const tier = tiers.find(({ days }) => days === length)?.tier;
  return `#${tier ? packageId(tier) : campAnchors.packages}`;
}
