import * as v from 'valibot';
import { JoinedWaitlist } from './waitlists.ts';

export const FamilyWaiting = v.object({
  ...JoinedWaitlist.entries,
  /** How often this position got its places lately, of `of` alike; null if there are too few to tell. */
  odds: v.nullable(v.object({ enough: v.number(), of: v.number() })),
  can_take: v.boolean(),
});
export type FamilyWaiting = v.InferOutput<typeof FamilyWaiting>;
