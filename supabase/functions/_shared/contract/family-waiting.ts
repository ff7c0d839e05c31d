import * as v from 'valibot';
import { JoinedWaitlist } from './waitlists.ts';

/** A waitlist entry of the signed-in family: a row of `get_my_waitlist`, and of `waiting` in `get_family_dashboard`. */
export const FamilyWaiting = v.object({
  ...JoinedWaitlist.entries,
  /**
   * How often an entry at this position got its places: in `enough` of the last `of` classes of the same kind and hour,
   * or camps of the same tier and base. Null if it is not waiting, or there are too few to tell.
   */
  odds: v.nullable(v.object({ enough: v.number(), of: v.number() })),
  /** The offer is in a class, and all its children have a credit for it: `take_offer_with_credits`. */
  can_take: v.boolean(),
});
export type FamilyWaiting = v.InferOutput<typeof FamilyWaiting>;
