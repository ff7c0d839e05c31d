import {
  MailQueued,
  type OrdersFilter,
  OrderDetails,
  RefundAsked,
  StaffOrders,
  type StaffRefundReason,
} from '#contract/management-orders.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import type { Terms } from './model.ts';

export const fetchOrders = (filter: OrdersFilter, sort: string, after: string | null, limit: number) =>
  asMember((token) =>
    callRpc(
      'list_orders',
      { p_filter: filter, p_sort: sort, p_after: after, p_limit: limit },
      StaffOrders,
      token,
    ),
  );

export const fetchOrder = (orderId: string) =>
  asMember((token) => callRpc('get_order_details', { p_order_id: orderId }, OrderDetails, token));

/** `key` makes repeated requests one refund; `seenLeft` is the refundable amount (cents), and
 * `seenRefunds` the number of refunds, when the form was opened. */
interface RefundAsk {
  cents: number;
  reason: StaffRefundReason;
  seenLeft: number;
  seenRefunds: number;
  key: string;
}

/** Refunds one line or the order's charge without cancelling anything. */
export const payBack = (
  of: { order: string } | { line: string },
  { cents, reason, seenLeft, seenRefunds, key }: RefundAsk,
) => {
  const asked = {
    p_cents: cents,
    p_reason: reason,
    p_seen_left_cents: seenLeft,
    p_seen_refunds: seenRefunds,
    p_key: key,
  };
  return asMember((token) =>
    'line' in of
      ? callRpc('refund_line', { p_line_id: of.line, ...asked }, RefundAsked, token)
      : callRpc('refund_order', { p_order_id: of.order, ...asked }, RefundAsked, token),
  );
};

/**
 * Cancels lines by their refund rules, with at least the amount of those rules; `cents` is the total. It does
 * everything or nothing.
 */
export const giveBack = (
  orderId: string,
  seen: Pick<Terms, 'lineIds' | 'byRules' | 'endsRenewal'>,
  { cents, reason, seenLeft, seenRefunds, key, isWhole }: RefundAsk & { isWhole: boolean },
) =>
  asMember((token) =>
    callRpc(
      'staff_return_lines',
      {
        p_order_id: orderId,
        p_line_ids: seen.lineIds,
        p_cents: cents,
        p_reason: reason,
        p_seen_refund_cents: seen.byRules ?? 0,
        p_seen_ends_renewal: seen.endsRenewal,
        p_seen_left_cents: seenLeft,
        p_seen_refunds: seenRefunds,
        p_is_whole: isWhole,
        p_key: key,
      },
      RefundAsked,
      token,
    ),
  );

export const sendLink = (orderId: string) =>
  asMember((token) => callRpc('send_order_link', { p_order_id: orderId }, MailQueued, token));

export { resendMail, resolveDecision, settleRefund } from '#api/decisions.ts';
