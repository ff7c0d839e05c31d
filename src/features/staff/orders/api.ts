import { type CancelledByUsChoice, ManagedOrder } from '#contract/after-sale.ts';
import { type Instalment, Instalments, type TakeInstalment } from '#contract/instalments.ts';
import {
  CancelledByUsPreview,
  LinksEnded,
  MailQueued,
  OrderDetails,
  OrderFilters,
  RefundRequested,
  StaffOrders,
  type StaffRefund,
} from '#contract/management-orders.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';
import type { Terms } from './model.ts';

export const fetchOrders = readList('list_orders', StaffOrders);

/** Reads the filters of the list. `item` is a camp or session that the answer must contain, even if it is old. */
export const fetchOrderFilters = (item: string | null) =>
  asMember((token) => callRpc('get_order_filters', { p_item: item }, OrderFilters, token));

export const fetchOrder = (orderId: string) =>
  asMember((token) => callRpc('get_order_details', { p_order_id: orderId }, OrderDetails, token));

/** A refund with what staff saw, so that the database can refuse an outdated form. Amounts are in cents. */
interface RefundRequest extends StaffRefund {
  shownMaxCents: number;
  shownRefunds: number;
  /** Repeated requests with the same key make only one refund. */
  key: string;
}

/** Refunds a line or the order's charge without cancelling anything. */
export const refund = (
  subject: { order: string } | { line: string },
  { cents, reason, note, to_balance, shownMaxCents, shownRefunds, key }: RefundRequest,
) => {
  const request = {
    p_cents: cents,
    p_reason: reason,
    p_expected_refundable_cents: shownMaxCents,
    p_expected_refunds: shownRefunds,
    p_key: key,
    p_note: note,
    p_to_balance: to_balance,
  };
  return asMember((token) =>
    'line' in subject
      ? callRpc('refund_line', { p_line_id: subject.line, ...request }, RefundRequested, token)
      : callRpc('refund_order', { p_order_id: subject.order, ...request }, RefundRequested, token),
  );
};

/** Cancels all of the lines or none of them, and refunds at least what the rules give. `cents` is the total. */
export const cancelLines = (
  orderId: string,
  shownTerms: Pick<Terms, 'lineIds' | 'byRules' | 'endsRenewal'>,
  {
    cents,
    reason,
    note,
    to_balance,
    shownMaxCents,
    shownRefunds,
    key,
    isWhole,
  }: RefundRequest & { isWhole: boolean },
) =>
  asMember((token) =>
    callRpc(
      'staff_return_lines',
      {
        p_order_id: orderId,
        p_line_ids: shownTerms.lineIds,
        p_cents: cents,
        p_reason: reason,
        p_expected_refund_cents: shownTerms.byRules ?? 0,
        p_expected_ends_renewal: shownTerms.endsRenewal,
        p_expected_refundable_cents: shownMaxCents,
        p_expected_refunds: shownRefunds,
        p_is_whole: isWhole,
        p_key: key,
        p_note: note,
        p_to_balance: to_balance,
      },
      RefundRequested,
      token,
    ),
  );

export const takeInstalment = (body: TakeInstalment) =>
  asMember((token) => callRpc('take_instalment', { p_take: body }, Instalments, token));

/** Moves an instalment to another day. The database refuses this if somebody else has moved it since staff saw it. */
export const moveInstalment = ({ id, due_on }: Instalment, dueOn: string, reason: string) =>
  asMember((token) =>
    callRpc(
      'move_instalment',
      { p_instalment_id: id, p_due_on: dueOn, p_expected_due_on: due_on, p_reason: reason },
      Instalments,
      token,
    ),
  );

/** Ends our claim to an instalment. The database refuses this if its amount has changed. */
export const writeOffInstalment = ({ id, cents }: Instalment, reason: string) =>
  asMember((token) =>
    callRpc(
      'write_off_instalment',
      { p_instalment_id: id, p_expected_cents: cents, p_reason: reason },
      Instalments,
      token,
    ),
  );

export const remindInstalment = (orderId: string) =>
  asMember((token) => callRpc('remind_instalment', { p_order_id: orderId }, MailQueued, token));

export const endLinks = (orderId: string) =>
  asMember((token) => callRpc('end_order_links', { p_order_id: orderId }, LinksEnded, token));

export const sendLink = (orderId: string) =>
  asMember((token) => callRpc('send_order_link', { p_order_id: orderId }, MailQueued, token));

/** Returns what the family may choose for its booking on a camp that we cancelled. */
export const previewChoice = (lineId: string) =>
  asMember((token) => callRpc('preview_cancelled_by_us', { p_line_id: lineId }, CancelledByUsPreview, token));

/** Carries out the family's choice. The database refuses it if the refund has changed. */
export const resolveChoice = (lineId: string, choice: CancelledByUsChoice, shownCents: number) =>
  asMember((token) =>
    callRpc(
      'resolve_cancelled_by_us',
      {
        p_line_id: lineId,
        p_choice: choice,
        ...(choice.kind === 'refund' && { p_expected_refund_cents: shownCents }),
      },
      ManagedOrder,
      token,
    ),
  );

export { type Resolution, resendMail, resolveDecision, settleRefund } from '#api/decisions.ts';
