import * as v from 'valibot';
import { count } from './numbers.ts';

const date = v.pipe(v.string(), v.isoDate());

/** `cancelling` means that the subscription ends after the period that is already paid. */
export const subscriptionStatuses = ['active', 'past_due', 'cancelling', 'ended'] as const;

export const FamilyPass = v.object({
  id: v.string(),
  child_id: v.string(),
  offer_id: v.string(),
  title: v.string(),
  sessions_total: count,
  credits: count,
  /** The number of missed sessions that can be made up over the whole pass. */
  make_ups_total: count,
  make_ups_left: count,
  valid_from: date,
  valid_until: v.nullable(date),
  /** False once the pass has expired. */
  is_valid: v.boolean(),
  /** The order that bought the pass. Null if it was not sold. */
  order_id: v.nullable(v.string()),
  /** Null if the pass does not renew. */
  subscription: v.nullable(
    v.object({
      id: v.string(),
      status: v.picklist(subscriptionStatuses),
      current_period_end: v.string(),
      price_cents: count,
    }),
  ),
});
export type FamilyPass = v.InferOutput<typeof FamilyPass>;

/** Answer of claiming a make-up: the credit for a missed session is on the pass again. */
export const MakeUp = v.object({ pass_id: v.string(), credits_left: count, make_ups_left: count });
export type MakeUp = v.InferOutput<typeof MakeUp>;
