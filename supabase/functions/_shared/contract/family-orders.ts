import * as v from 'valibot';
import { cents } from './numbers.ts';
import { lineStatuses } from './orders.ts';

/**
 * Orders and receipts of all years: `get_family_orders(p_before, p_limit)`, newest first. One of them opens with
 * `get_managed_order({p_access: {order_id}})` of `after-sale.ts`, signed in. Money in integer cents.
 */

const date = v.pipe(v.string(), v.isoDate());

/**
 * `needs_choice`: paid late, and the parent chooses; `under_review`: a person looks at the charge; `paid`;
 * `part_refunded`;
 * `refunded`: all of it; `cancelled`: given back without money.
 */
export const orderStates = [
  'needs_choice',
  'under_review',
  'paid',
  'part_refunded',
  'refunded',
  'cancelled',
] as const;

export const FamilyOrder = v.object({
  order_id: v.string(),
  number: v.string(),
  paid_at: v.string(),
  /** desk: sold by staff; renewal: a pass that renewed itself. */
  channel: v.picklist(['web', 'desk', 'renewal']),
  state: v.picklist(orderStates),
  total_cents: cents,
  /** What was charged. */
  paid_cents: cents,
  /** What went back, or is on its way. */
  refunded_cents: cents,
  /** Something of it can be given back, moved or placed now: worth opening. */
  can_change: v.boolean(),
  lines: v.array(
    v.object({
      line_id: v.string(),
      title: v.string(),
      status: v.picklist(lineStatuses),
      total_cents: cents,
      /** Place among the order's children, from 0; null: not said yet. */
      child: v.nullable(v.number()),
      child_name: v.nullable(v.string()),
      /** Of the class or camp; null: a pass alone. */
      starts_on: v.nullable(date),
      ends_on: v.nullable(date),
      /** Of a pass. */
      sessions: v.nullable(v.number()),
    }),
  ),
});
export type FamilyOrder = v.InferOutput<typeof FamilyOrder>;

/** `p_limit` 1 to 50, 20 by default. `next`: `p_before` of the page that follows; null at the end. */
export const FamilyOrders = v.object({ orders: v.array(FamilyOrder), next: v.nullable(v.string()) });
export type FamilyOrders = v.InferOutput<typeof FamilyOrders>;
