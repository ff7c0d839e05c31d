import type { GrowthMark } from '#contract/growth-reports.ts';

/** The words of the scale, for coaches and families. */
export const markNames: Record<GrowthMark, string> = {
  growing: 'Growing',
  steady: 'Steady',
  shining: 'Shining',
  not_seen: 'Not seen',
};
