import { plural } from '#contract/plural.ts';
import * as timing from '#config/timing.ts';

/** How many spots are left (`SPOTS_LAST` and `SPOTS_FEW` of config/timing). */
export type Spots = 'full' | 'last' | 'few' | 'open';
export function spotsOf(left: number): Spots {
  if (left <= 0) return 'full';
  if (left <= timing.SPOTS_LAST) return 'last';
  return left <= timing.SPOTS_FEW ? 'few' : 'open';
}

export const spotsText = (left: number): string =>
  left <= 0 ? 'FULLY BOOKED' : `${plural(left, 'spot')} left`;
