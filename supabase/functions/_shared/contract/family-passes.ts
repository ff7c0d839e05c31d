import * as v from 'valibot';
import { count } from './numbers.ts';

/** Passes as `get_family_dashboard` shows them. Credits in sessions, money in integer cents. */

const date = v.pipe(v.string(), v.isoDate());

export const subscriptionStatuses = ['active', 'past_due', 'cancelling', 'ended'] as const;

export const FamilyPass = v.object({
  id: v.string(),
  child_id: v.string(),
  offer_id: v.string(),
  title: v.string(),
  sessions_total: count,
  /** The sum of its ledger. */
  credits: count,
  make_ups_total: count,
  make_ups_left: count,
  valid_from: date,
  /** Last day; null without an end. */
  valid_until: v.nullable(date),
  is_valid: v.boolean(),
  /**
   * Opens the order that bought it (`Access` of `after-sale.ts`) for managing, portal and receipt. Null if it was not
   * sold.
   */
  order_id: v.nullable(v.string()),
  /** The renewal, if the pass has one. */
  subscription: v.nullable(
    v.object({
      id: v.string(),
      status: v.picklist(subscriptionStatuses),
      current_period_end: v.string(),
      /** Price of the next renewal. */
      price_cents: count,
    }),
  ),
});
export type FamilyPass = v.InferOutput<typeof FamilyPass>;

/** Answer of `claim_make_up`. */
export const MakeUp = v.object({ pass_id: v.string(), credits_left: count, make_ups_left: count });
export type MakeUp = v.InferOutput<typeof MakeUp>;
