import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession } from './places.ts';

const date = v.pipe(v.string(), v.isoDate());

/** `cancelling` means that the subscription ends after the period that is already paid. */
export const subscriptionStatuses = ['active', 'past_due', 'cancelling', 'ended'] as const;

/** What the family may still pause by the terms of the sale, and its pauses that are not over. */
const PassPause = v.object({
  /** Zero if the terms do not allow a pause. */
  days_total: count,
  times_total: count,
  notice_days: count,
  days_left: count,
  times_left: count,
  /** The first day on which a pause may begin. */
  earliest_day: date,
  planned: v.array(v.object({ id: v.string(), first_day: date, last_day: date, has_begun: v.boolean() })),
});

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
  /** True if the credits were moved here from a sibling's pass. */
  is_moved: v.boolean(),
  pause: PassPause,
  /** The ids of the children to whom credits can be moved. */
  siblings: v.array(v.string()),
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

/** Answer of `preview_pause`: what a pause changes. */
export const PausePreview = v.object({
  days: count,
  valid_until: date,
  bookings: v.array(
    v.object({
      booking_id: v.string(),
      session: OrderSession,
      /** True if the credit comes back when the pause cancels the session now. */
      returns_credit: v.boolean(),
    }),
  ),
});
export type PausePreview = v.InferOutput<typeof PausePreview>;

/** Answer of `pause_pass` and `end_pause`. */
export const PausedPass = v.object({ pass_id: v.string(), valid_until: v.nullable(date), pause: PassPause });

/** Answer of `move_credits`. */
export const MovedCredits = v.object({
  pass_id: v.string(),
  credits_left: count,
  to_pass_id: v.string(),
  to_credits_left: count,
});
