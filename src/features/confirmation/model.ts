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
  /** The payment arrived after the spot had been sold, so the parent chooses another date or a refund. */
  | { state: 'needs_choice'; order: OrderView }
  /** The late payment was only a deposit, which can only be refunded (`late_choices` in SQL). */
  | { state: 'only_refund'; order: OrderView }
  /**
   * The move was no longer possible when its difference was paid. The money is refunded, and the old
   * spot stays booked.
   */
  | { state: 'not_moved'; order: OrderView }
  /** Nothing could be booked, so the payment is refunded, and an e-mail says why. */
  | { state: 'paid_back'; order: OrderView }
  /** A charge does not match the order, so nobody should pay again until staff have checked it. */
  | { state: 'under_review'; order: OrderView }
  /** The payment takes time, for example by PayNow. It may be on its way, or it was never sent. */
  | { state: 'pending'; order: OrderView }
  /** `activation` means that our own request for the payment failed. */
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

/** Returns the view if no payment arrived in time. The payment may still be on its way, or there is none. */
export function unpaidView(order: OrderView, activation: boolean): View {
  return order.status === 'awaiting_payment' && !activation
    ? { state: 'pending', order }
    : { state: 'unpaid', order, activation };
}

const liveLines = (order: OrderView): OrderLineView[] =>
  order.lines.filter(({ status }) => status !== 'cancelled');

/** Returns whether the order moves a booking to a more expensive spot. Its total is then the difference. */
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

/** Returns the try-outs that were paid for but not booked, because the child had already had one. */
export const usedTryOuts = ({ lines }: OrderView): OrderLineView[] =>
  lines.filter(({ had_before }) => had_before);

export const isAllUsed = (order: OrderView) => usedTryOuts(order).length === order.lines.length;

export const hasCamp = (order: OrderView) => order.lines.some(({ kind }) => kind === 'camp_tier');
/** Returns whether the order has a pass. A try-out has only one session, so it does not count. */
export const hasPass = (order: OrderView) => order.lines.some(({ sessions }) => (sessions ?? 0) > 1);
export const hasRenewal = (order: OrderView) => order.lines.some((line) => line.renews);

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

/** Returns the date of the first session, or undefined if the order has none. */
export const dateOf = (order: OrderView): string | undefined =>
  liveLines(order).find((line) => line.session)?.session?.session_date;

/** Returns the weekday, which decides the parents' group that the family joins. */
export function dayOf(order: OrderView): string | null {
  const date = dateOf(order);
  return date === undefined ? null : weekdayOf(date);
}
