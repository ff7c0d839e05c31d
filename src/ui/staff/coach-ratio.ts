import { coachRatioMessages } from './messages.ts';

/** The most children whom a coach looks after. */
const CHILDREN_PER_COACH = 5;

export interface CoachRatio {
  coaches: number;
  /** The number of children who are there or expected, or who are booked on a later day. */
  children: number;
}

export const hasTooFewCoaches = ({ coaches, children }: CoachRatio): boolean =>
  children > CHILDREN_PER_COACH * coaches;

/**
 * Returns the warning about a session or camp of the schedule, or null. There is none if it has ended or was
 * cancelled.
 */
export function ratioWarning({
  in_care: children,
  coach_count: coaches,
}: {
  in_care: number | null;
  coach_count: number;
}): { short: string; text: string } | null {
  const ratio = { coaches, children: children ?? 0 };
  return hasTooFewCoaches(ratio)
    ? { short: coachRatioMessages.short(ratio), text: coachRatioMessages.text(ratio) }
    : null;
}
