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

export type BookedCamp = NonNullable<MailOrder['lines'][number]['camp']>;

/** Each camp once, in the order of the lines. */
export function campsOf(order: MailOrder): BookedCamp[] {
  const camps = order.lines.flatMap((line) => (line.camp ? [line.camp] : []));
  return [...new Map(camps.map((camp) => [camp.camp_id, camp])).values()];
}

/** The page of this order; only its holder's mail may carry it. */
export function orderUrl(order: MailOrder, siteUrl: string): string {
  return `${siteUrl}/payment-success?order=${order.secret}`;
}

/** The whole name: "Lim Wei Ming" and "Mei Tan" carry the family's name at different ends. */
export function greetingName(order: MailOrder): string {
  const name = order.parent_name?.trim() ?? '';
  return name === '' ? 'there' : name;
}

/** What was bought, each once: `Term: 18 sessions, valid for 130 days`. */
export function passesOf(order: MailOrder): string[] {
  const passes = order.lines.map(({ title, sessions, validity_days, transport }) => {
    if (sessions === null) return transport ? `${title}, ${transport.title}` : title;
    const count = sessions === 1 ? '1 session' : `${sessions} sessions`;
    return `${title}: ${count}${validity_days === null ? '' : `, valid for ${validity_days} days`}`;
  });
  return [...new Set(passes)];
}
