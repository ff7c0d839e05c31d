import type { OrderView } from '#contract/orders.ts';
import { weekdayOf } from '../../lib/dates.ts';

export type View =
  | { state: 'waiting' }
  | { state: 'booked'; order: OrderView; late: boolean }
  /** Paid after the seat was gone: the parent chooses another date, or the money comes back. */
  | { state: 'needs_choice'; order: OrderView }
  /** A charge came that does not fit the order: nobody is to pay again before a person has looked. */
  | { state: 'under_review'; order: OrderView }
  | { state: 'unpaid'; order: OrderView }
  | { state: 'not_found' }
  | { state: 'failed' };

/** What a payment means to the parent; null while there is none. */
export function paidView(order: OrderView): View | null {
  if (order.outcome === 'under_review') return { state: 'under_review', order };
  if (order.status !== 'paid' && order.status !== 'paid_late') return null;
  if (order.outcome === 'needs_choice') return { state: 'needs_choice', order };
  return { state: 'booked', order, late: order.status === 'paid_late' };
}

/** Names of the children booked, once each. */
export function childrenOf(order: OrderView): string[] {
  return [...new Set(order.lines.map((line) => line.child_name).filter((name) => name !== null))];
}

/** Saturday or Sunday: which parents' group an order belongs to; null without a session. */
export function dayOf(order: OrderView): string | null {
  const date = order.lines.find((line) => line.session)?.session?.session_date;
  return date === undefined ? null : weekdayOf(date);
}
