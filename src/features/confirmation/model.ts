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
  /** Paid after the seat was gone: the parent chooses another date, or the money comes back. */
  | { state: 'needs_choice'; order: OrderView }
  /** A move that could not be made any more when its difference was paid: the money comes back, the old place stays. */
  | { state: 'not_moved'; order: OrderView }
  /** Nothing of it could be booked, or was chosen: what was paid comes back, and a mail says why. */
  | { state: 'paid_back'; order: OrderView }
  /** A charge came that does not fit the order: nobody is to pay again before a person has looked. */
  | { state: 'under_review'; order: OrderView }
  /** Stripe's page was left with a promise, as PayNow gives it: the money is on its way, or was never sent. */
  | { state: 'pending'; order: OrderView }
  /** `activation`: asking for the payment failed on our side. */
  | { state: 'unpaid'; order: OrderView; activation: boolean }
  | { state: 'not_found' }
  | { state: 'failed' };

/** What a payment means to the parent; null while there is none. */
export function paidView(order: OrderView): View | null {
  if (order.outcome === 'under_review') return { state: 'under_review', order };
  if (order.status !== 'paid' && order.status !== 'paid_late') return null;
  if (order.outcome === 'needs_choice') return { state: 'needs_choice', order };
  if (order.status === 'paid_late' && order.outcome === null && liveLines(order).length === 0)
    return { state: isMove(order) ? 'not_moved' : 'paid_back', order };
  return { state: 'booked', order, late: order.status === 'paid_late' };
}

/** What was waited for in vain: a payment that may still come, or none. */
export function unpaidView(order: OrderView, activation: boolean): View {
  return order.status === 'awaiting_payment' && !activation
    ? { state: 'pending', order }
    : { state: 'unpaid', order, activation };
}

/** What is still booked, or waits to be. */
const liveLines = (order: OrderView): OrderLineView[] =>
  order.lines.filter(({ status }) => status !== 'cancelled');

/** An order that moves a paid place to one that costs more: its total is the difference. */
export const isMove = (order: OrderView) =>
  order.lines.some(({ carried_cents = 0, moved_from }) => carried_cents > 0 || Boolean(moved_from));

/** Names of the children booked, once each. */
export function childrenOf(order: OrderView): string[] {
  return [
    ...new Set(
      liveLines(order)
        .map((line) => line.child_name)
        .filter((name) => name !== null),
    ),
  ];
}

/** Try-outs that were paid and not booked, since their child had had one. */
export const usedTryOuts = ({ lines }: OrderView): OrderLineView[] =>
  lines.filter(({ had_before }) => had_before);

/** Nothing else was bought: what they say is all there is to say. */
export const isAllUsed = (order: OrderView) => usedTryOuts(order).length === order.lines.length;

export const hasCamp = (order: OrderView) => order.lines.some(({ kind }) => kind === 'camp_tier');
/** A try-out is one session, and no pass. */
export const hasPass = (order: OrderView) => order.lines.some(({ sessions }) => (sessions ?? 0) > 1);
export const renews = (order: OrderView) => order.lines.some((line) => line.renews);

/** Each class or camp once, with everybody who goes: two children in one place are one appointment. */
export interface Place {
  lines: OrderLineView[];
  session: OrderLineView['session'];
  camp: OrderLineView['camp'];
}
export function placesOf(order: OrderView): Place[] {
  const places = new Map<string, Place>();
  for (const line of liveLines(order)) {
    const key = line.session?.session_id ?? line.camp?.camp_id ?? line.line_id;
    const place = places.get(key) ?? { lines: [], session: line.session, camp: line.camp };
    places.set(key, { ...place, lines: [...place.lines, line] });
  }
  return [...places.values()];
}

/** Saturday or Sunday: which parents' group an order belongs to; null without a session. */
export function dayOf(order: OrderView): string | null {
  const date = liveLines(order).find((line) => line.session)?.session?.session_date;
  return date === undefined ? null : weekdayOf(date);
}
