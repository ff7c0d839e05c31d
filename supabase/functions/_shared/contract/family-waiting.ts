import * as v from 'valibot';
import { JoinedWaitlist } from './waitlists.ts';

/** A waitlist entry of the signed-in family. */
export const FamilyWaiting = v.object({
  ...JoinedWaitlist.entries,
  /**
   * `enough` says in how many of the last `of` similar sessions a family at this position would have got its spots.
   * Null if there were too few such sessions.
   */
  odds: v.nullable(v.object({ enough: v.number(), of: v.number() })),
  /** True if the family can book the offered place now with credits. */
  can_take: v.boolean(),
});
export type FamilyWaiting = v.InferOutput<typeof FamilyWaiting>;
