import * as v from 'valibot';
import { OrderView } from '../../contract/orders.ts';

/** What the outbox keeps for a mail about an order: the order as it was when the mail was written. */
export const MailOrder = v.pick(OrderView, [
  'number',
  'secret',
  'total_cents',
  'gst',
  'lines',
  'parent_name',
  'paid_at',
]);
export type MailOrder = v.InferOutput<typeof MailOrder>;
export type BookedSession = NonNullable<MailOrder['lines'][number]['session']>;

/** Each session once, in the order of the lines: two children in one session are one appointment. */
export function sessionsOf(order: MailOrder): BookedSession[] {
  const sessions = order.lines.flatMap((line) => (line.session ? [line.session] : []));
  return [...new Map(sessions.map((session) => [session.session_id, session])).values()];
}

/** The page of this order; only its holder's mail may carry it. */
export function orderUrl(order: MailOrder, siteUrl: string): string {
  return `${siteUrl}/payment-success?order=${order.secret}`;
}

/** "Mei Tan" is greeted as "Mei". */
export function greetingName(order: MailOrder): string {
  const [first = ''] = order.parent_name?.trim().split(/\s+/) ?? [];
  return first === '' ? 'there' : first;
}
