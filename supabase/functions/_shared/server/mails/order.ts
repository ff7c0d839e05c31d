import * as v from 'valibot';
import { type Travel, travelOf } from '../../contract/camp-day.ts';
import { formatMoney, formatSessions } from '../../contract/format.ts';
import { OrderView } from '../../contract/orders.ts';
import { DeskMethod, Provider } from '../../contract/receipts.ts';
import { GonePlace } from './gone.ts';

/** What to bring, by what it is for: the lists of the moment when the mail was written (mails/packing_lists.sql). */
export const Bring = v.optional(
  v.object({
    classes: v.optional(v.array(v.string()), []),
    camps: v.optional(v.array(v.string()), []),
  }),
  {},
);
export type Bring = v.InferOutput<typeof Bring>;

/** What the outbox keeps for a mail about an order: the order as it was when the mail was written. */
export const MailOrder = v.object({
  ...v.pick(OrderView, ['number', 'secret', 'total_cents', 'gst', 'parent_name', 'paid_at', 'collectors'])
    .entries,
  /** With their refunds by date where the mail says what cancelling brings. */
  lines: OrderView.entries.lines,
  parent_email: v.optional(v.nullable(v.string()), null),
  /** Of the links that let whoever has this mail change the order. */
  manage_token: v.optional(v.string()),
  choice_token: v.optional(v.string()),
  /** Who sells, and who sold it at the desk and how it was paid there. */
  provider: v.optional(Provider),
  seller: v.optional(v.nullable(v.string())),
  desk_method: v.optional(v.nullable(DeskMethod)),
  /** When the mail was written. */
  at: v.optional(v.string()),
  /** What the order no longer stands for, where its confirmation wrote that into a calendar. */
  gone: v.optional(v.array(GonePlace), []),
  bring: Bring,
});
export type MailOrder = v.InferOutput<typeof MailOrder>;
export type BookedSession = NonNullable<MailOrder['lines'][number]['session']>;

/** Each session once, in the order of the lines: two children in one session are one appointment. */
export function sessionsOf(order: MailOrder): BookedSession[] {
  const sessions = order.lines.flatMap((line) => (line.session ? [line.session] : []));
  return [...new Map(sessions.map((session) => [session.session_id, session])).values()];
}

/** A camp, and how those who go there travel. */
export type BookedCamp = NonNullable<MailOrder['lines'][number]['camp']> & Travel;

/** Each camp once, in the order of the lines. */
export function campsOf(order: MailOrder): BookedCamp[] {
  const camps = order.lines.flatMap((line) => (line.camp ? [line.camp] : []));
  return [...new Map(camps.map((camp) => [camp.camp_id, camp])).values()].map((camp) => ({
    ...camp,
    ...travelOf(order.lines.filter((line) => line.camp?.camp_id === camp.camp_id)),
  }));
}

/** How all of them travel. */
export const together = (camps: readonly Travel[]): Travel => ({
  comes: camps.some(({ comes }) => comes),
  rides: camps.some(({ rides }) => rides),
});

/** The order with only these of its lines. */
export function only(order: MailOrder, lineIds: readonly string[]): MailOrder {
  return { ...order, lines: order.lines.filter(({ line_id }) => lineIds.includes(line_id)) };
}

/** The page of this order, camps have their own; only its holder's mail may carry it. */
export function orderUrl(order: MailOrder, siteUrl: string): string {
  const page = order.lines.every(({ kind }) => kind === 'camp_tier')
    ? 'camp-booking-success'
    : 'payment-success';
  return `${siteUrl}/${page}?order=${order.secret}`;
}

/**
 * Where the holder of a mail's link manages an order; null without one, and no mail leads to a page that asks for more.
 */
export function linkOf(
  { manage_token }: { manage_token?: string | undefined },
  siteUrl: string,
): string | null {
  return manage_token ? `${siteUrl}/manage-booking?access=${manage_token}` : null;
}

/** Where a parent cancels, moves or chooses without a password; without a link of its own, the order's page. */
export function manageUrl(order: MailOrder, siteUrl: string): string {
  const token = order.choice_token ?? order.manage_token;
  return token ? `${siteUrl}/manage-booking?access=${token}` : orderUrl(order, siteUrl);
}

/**
 * Where the parent asks for a sign-in link, which makes an account of a new address. Their address is filled in, in the
 * fragment, which no server sees; a forwarded mail opens nothing by itself (decisions "/auth").
 */
export function accountUrl({ parent_email: email }: MailOrder, siteUrl: string): string {
  const page = `${siteUrl}/auth?show=link&from=%2Ffamily-base`;
  return email === null ? page : `${page}#email=${encodeURIComponent(email)}`;
}

/** What was bought, each once: `Term: 18 sessions, valid for 130 days`. A camp that stands there anyway is left out. */
export function passesOf(order: MailOrder): string[] {
  const passes = order.lines.flatMap(({ title, sessions, validity_days, transport, camp }) => {
    if (sessions === null && transport) return `${title}, ${transport.title}`;
    if (sessions === null) return camp ? [] : title;
    return `${title}: ${formatSessions(sessions)}${validity_days === null ? '' : `, valid for ${validity_days} days`}`;
  });
  return [...new Set(passes)];
}

/** Of what renews itself: how often, for how much and how to end it, each once. */
export function renewalsOf(order: MailOrder): string[] {
  const renewals = order.lines
    .filter(({ renews, status }) => renews && status !== 'cancelled')
    .map(
      ({ price_cents }) =>
        `Renews every 4 weeks for ${formatMoney(price_cents)}, by card. You can end it before any renewal.`,
    );
  return [...new Set(renewals)];
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

/** Of several children whose line it is, without a name: mails are forwarded. Null where one child is all there is. */
export function whoseLine({ lines }: MailOrder, { child }: MailOrder['lines'][number]): string | null {
  const children = [...new Set(lines.map((line) => line.child))].filter((one) => one !== null).sort();
  const at = children.indexOf(child ?? -1);
  return children.length < 2 || at < 0 ? null : `${ordinals[at] ?? 'another'} child`;
}
