import { campAnchors } from '#config/paths.ts';
import type { Tier } from './camp.ts';
import { packageId } from './package-id.ts';

/**
 * Returns the anchor of the package whose camps have this many days. If there is none, returns the anchor of all
 * packages.
 */
export function packageAnchor(tiers: readonly Pick<Tier, 'tier' | 'days'>[], length: number): string {
  const tier = tiers.find(({ days }) => days === length)?.tier;
  return `#${tier ? packageId(tier) : campAnchors.packages}`;
}
