import * as v from 'valibot';
import { cents } from './numbers.ts';
import { lineStatuses } from './orders.ts';

/** Answer of `get_family_orders`: orders and receipts of all years, newest first. Money is in integer cents. */

const date = v.pipe(v.string(), v.isoDate());

/**
 * `moved` means that the order was replaced by one for a more expensive place. `cancelled` means that it was cancelled
 * without a refund.
 */
export const orderStates = [
  'needs_choice',
  'under_review',
  'paid',
  'part_refunded',
  'refunded',
  'moved',
  'cancelled',
] as const;

/** A paid order. `paid_cents` and `refunded_cents` are the sums of its payments and refunds. */
export const FamilyOrder = v.object({
  order_id: v.string(),
  number: v.string(),
  paid_at: v.string(),
  channel: v.picklist(['web', 'desk', 'renewal']),
  state: v.picklist(orderStates),
  total_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  /** True if something can still be cancelled, moved or chosen. */
  can_change: v.boolean(),
  lines: v.array(
    v.object({
      line_id: v.string(),
      title: v.string(),
      status: v.picklist(lineStatuses),
      total_cents: cents,
      /** The child's position in the order, from 0. */
      child: v.nullable(v.number()),
      child_name: v.nullable(v.string()),
      starts_on: v.nullable(date),
      ends_on: v.nullable(date),
      sessions: v.nullable(v.number()),
    }),
  ),
});
export type FamilyOrder = v.InferOutput<typeof FamilyOrder>;

/** `p_limit` is 1 to 50, by default 20. `next` is `p_before` of the next page, or null at the end. */
export const FamilyOrders = v.object({ orders: v.array(FamilyOrder), next: v.nullable(v.string()) });
export type FamilyOrders = v.InferOutput<typeof FamilyOrders>;
