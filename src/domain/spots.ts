import { plural } from '#contract/plural.ts';
import * as timing from '#config/timing.ts';

/** How many spots are left (`SPOTS_LAST` and `SPOTS_FEW` of config/timing). */
export type Spots = 'full' | 'last' | 'few' | 'open';
export function spotsOf(count: number): Spots {
  if (count <= 0) return 'full';
  if (count <= timing.SPOTS_LAST) return 'last';
  return count <= timing.SPOTS_FEW ? 'few' : 'open';
}

export const spotsText = (left: number): string =>
  left <= 0 ? 'FULLY BOOKED' : `${plural(left, 'spot')} left`;
