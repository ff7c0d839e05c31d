import * as v from 'valibot';
import { JoinedWaitlist } from './waitlists.ts';

/** An entry of the signed-in family: a row of `get_my_waitlist`, and of `waiting` in `get_family_dashboard`. */
export const FamilyWaiting = v.object({
  ...JoinedWaitlist.entries,
  /**
   * How often enough places came free for whoever stood there: in `enough` of the last `of` classes of the same kind at
   * the same hour, of camps of the same tier and base. Null: not waiting, or too few of them to say anything.
   */
  odds: v.nullable(v.object({ enough: v.number(), of: v.number() })),
  /** Offered in a class, to children of the family who all have a credit for it: `take_offer_with_credits`. */
  can_take: v.boolean(),
});
export type FamilyWaiting = v.InferOutput<typeof FamilyWaiting>;
