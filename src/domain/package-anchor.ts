import { campAnchors } from '#config/paths.ts';
import type { Tier } from './camp.ts';
import { packageId } from './package-id.ts';

/** The anchor of the package with camps of this many days, or of all packages if there is none. */
export function packageAnchor(tiers: readonly Pick<Tier, 'tier' | 'days'>[], length: number): string {
  const tier = tiers.find(({ days }) => days === length)?.tier;
  return `#${tier ? packageId(tier) : campAnchors.packages}`;
}
