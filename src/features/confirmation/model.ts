import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { weekdayOf } from '#domain/dates.ts';

export interface Contact {
  whatsapp: string;
  saturdayGroup: string;
  sundayGroup: string;
}

export type View =
  | { state: 'waiting' }
  | { state: 'booked'; order: OrderView; late: boolean }
  /** Paid after the seat had gone: the parent chooses another date or a refund. */
  | { state: 'needs_choice'; order: OrderView }
  /** The same after a deposit, which can only be refunded: SQL decides (`late_choices`). */
  | { state: 'only_refund'; order: OrderView }
  /**
   * A move that was no longer possible when its difference was paid: the money is refunded, and the old place remains.
   */
  | { state: 'not_moved'; order: OrderView }
  /** Nothing of the order could be booked, so the payment is refunded, and an e-mail says why. */
  | { state: 'paid_back'; order: OrderView }
  /** A charge does not fit the order: nobody should pay again before staff have checked it. */
  | { state: 'under_review'; order: OrderView }
  /** The payment method takes time, such as PayNow: the money may be on its way, or was never sent. */
  | { state: 'pending'; order: OrderView }
  /** `activation` means that asking for the payment failed on our side. */
  | { state: 'unpaid'; order: OrderView; activation: boolean }
  | { state: 'not_found' }
  | { state: 'failed' };

export function paidView(order: OrderView): View | null {
  if (order.outcome === 'under_review') return { state: 'under_review', order };
  if (order.status !== 'paid' && order.status !== 'paid_late') return null;
  if (order.outcome === 'needs_choice')
    return { state: order.late_choices?.join() === 'refund' ? 'only_refund' : 'needs_choice', order };
  if (order.status === 'paid_late' && order.outcome === null && liveLines(order).length === 0)
    return { state: isMove(order) ? 'not_moved' : 'paid_back', order };
  return { state: 'booked', order, late: order.status === 'paid_late' };
}

/** What the parent sees if no payment arrived in time: it may still come, or there is none. */
export function unpaidView(order: OrderView, activation: boolean): View {
  return order.status === 'awaiting_payment' && !activation
    ? { state: 'pending', order }
    : { state: 'unpaid', order, activation };
}

const liveLines = (order: OrderView): OrderLineView[] =>
  order.lines.filter(({ status }) => status !== 'cancelled');

/** An order that moves a paid place to one that costs more: its total is the difference. */
export const isMove = (order: OrderView) =>
  order.lines.some(({ transferred_cents = 0, moved_from }) => transferred_cents > 0 || Boolean(moved_from));

export function childrenOf(order: OrderView): string[] {
  return [
    ...new Set(
      liveLines(order)
        .map((line) => line.child_name)
        .filter((name) => name !== null),
    ),
  ];
}

/** Try-outs that were paid but not booked, because their child had had one. */
export const usedTryOuts = ({ lines }: OrderView): OrderLineView[] =>
  lines.filter(({ had_before }) => had_before);

export const isAllUsed = (order: OrderView) => usedTryOuts(order).length === order.lines.length;

export const hasCamp = (order: OrderView) => order.lines.some(({ kind }) => kind === 'camp_tier');
/** A try-out is one session, so it does not count as a pass. */
export const hasPass = (order: OrderView) => order.lines.some(({ sessions }) => (sessions ?? 0) > 1);
export const renews = (order: OrderView) => order.lines.some((line) => line.renews);

export interface BookedItem {
  lines: OrderLineView[];
  session: OrderLineView['session'];
  camp: OrderLineView['camp'];
}
export function placesOf(order: OrderView): BookedItem[] {
  const places = new Map<string, BookedItem>();
  for (const line of liveLines(order)) {
    const key = line.session?.session_id ?? line.camp?.camp_id ?? line.line_id;
    const place = places.get(key) ?? { lines: [], session: line.session, camp: line.camp };
    places.set(key, { ...place, lines: [...place.lines, line] });
  }
  return [...places.values()];
}

/** The date of the order's session; undefined without one. */
export const dateOf = (order: OrderView): string | undefined =>
  liveLines(order).find((line) => line.session)?.session?.session_date;

/** The weekday of the order's session, which decides the parents' group; null without a session. */
export function dayOf(order: OrderView): string | null {
  const date = dateOf(order);
  return date === undefined ? null : weekdayOf(date);
}
