import { coachRatioMessages } from './messages.ts';

/** A coach looks after at most this many children. */
const CHILDREN_PER_COACH = 5;

export interface CoachRatio {
  coaches: number;
  /** Those who are there or expected, or who are booked on a later day. */
  children: number;
}

export const hasTooFewCoaches = ({ coaches, children }: CoachRatio): boolean =>
  children > CHILDREN_PER_COACH * coaches;

/** Returns the warning of a session or camp of the schedule, or null. One that is over or cancelled has none. */
export function ratioWarning({
  in_care: children,
  coaches,
}: {
  in_care: number | null;
  coaches: readonly unknown[];
}): { short: string; text: string } | null {
  const ratio = { coaches: coaches.length, children: children ?? 0 };
  return hasTooFewCoaches(ratio)
    ? { short: coachRatioMessages.short(ratio), text: coachRatioMessages.text(ratio) }
    : null;
}
