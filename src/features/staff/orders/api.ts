import { ManagedOrder } from '#contract/after-sale.ts';
import {
  MailQueued,
  type OrdersFilter,
  OrderStory,
  RefundAsked,
  StaffOrders,
  type StaffRefundReason,
} from '#contract/management-orders.ts';
import { asMember } from '../../../api/as-member.ts';
import { callRpc } from '../../../api/rpc.ts';

export const fetchOrders = (filter: OrdersFilter, sort: string, after: string | null, limit: number) =>
  asMember((token) =>
    callRpc(
      'list_orders',
      { p_filter: filter, p_sort: sort, p_after: after, p_limit: limit },
      StaffOrders,
      token,
    ),
  );

export const fetchStory = (orderId: string) =>
  asMember((token) => callRpc('get_order_story', { p_order_id: orderId }, OrderStory, token));

/**
 * Of one line, or of the order's charge; what was bought stays as it is. `key`: the same one asks once; `seenLeft`: what
 * could go back when the form was opened.
 */
export const payBack = (
  of: { order: string } | { line: string },
  {
    cents,
    reason,
    seenLeft,
    key,
  }: { cents: number; reason: StaffRefundReason; seenLeft: number; key: string },
) => {
  const asked = { p_cents: cents, p_reason: reason, p_seen_left_cents: seenLeft, p_key: key };
  return asMember((token) =>
    'line' in of
      ? callRpc('refund_line', { p_line_id: of.line, ...asked }, RefundAsked, token)
      : callRpc('refund_order', { p_order_id: of.order, ...asked }, RefundAsked, token),
  );
};

/** Gives lines back by their rules; `seen`: the refund and whether the end of a renewal was said. */
export const giveBack = (orderId: string, lineIds: string[], seen: { cents: number; endsRenewal: boolean }) =>
  asMember((token) =>
    callRpc(
      'cancel_lines',
      {
        ...{ p_access: { order_id: orderId }, p_line_ids: lineIds },
        ...{ p_seen_refund_cents: seen.cents, p_seen_ends_renewal: seen.endsRenewal },
      },
      ManagedOrder,
      token,
    ),
  );

export const sendLink = (orderId: string) =>
  asMember((token) => callRpc('send_order_link', { p_order_id: orderId }, MailQueued, token));

export { resendMail, resolveDecision, settleRefund } from '../../../api/decisions.ts';
