import * as v from 'valibot';
import { type Travel, travelOf } from '../../contract/camp-day.ts';
import { formatMoney, formatSessions } from './format.ts';
import { OrderView } from '../../contract/orders.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { joinNames, placeMessage, whoAndWhere } from '../../contract/place-names.ts';
import { DeskMethod, Provider } from '../../contract/receipts.ts';
import { plainName } from './greeting.ts';
import { mailLanguage, say } from './say.ts';

/** Packing lists by kind, at the time when the mail was written (mails/packing_lists.sql). */
export const Bring = v.optional(
  v.object({
    classes: v.optional(v.array(v.string()), []),
    camps: v.optional(v.array(v.string()), []),
  }),
  {},
);
export type Bring = v.InferOutput<typeof Bring>;

/** Given names from SQL, without those that are no plain names. */
export const Names = v.pipe(
  v.optional(v.array(v.nullable(v.string())), []),
  v.transform((names) => names.flatMap((name) => plainName(name) ?? [])),
);

/** A place that a child of the order no longer has (private.left_place). */
export const LeftPlace = v.object({
  /** The order whose mails added it to a calendar; null if it was not sold. */
  number: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** Children of the family who still have a place there. */
  stays: Names,
  /** Its calendar entry stays, because one of those children came with the same order, or it has begun. */
  keeps_appointment: v.boolean(),
});
export type LeftPlace = v.InferOutput<typeof LeftPlace>;

/** The outbox's payload for a mail about an order: the order at the time when the mail was written. */
export const MailOrder = v.object({
  ...v.pick(OrderView, [
    'number',
    'secret',
    'total_cents',
    'gst',
    'parent_name',
    'paid_at',
    'collectors',
    'instalments',
    'late_choices',
  ]).entries,
  /** Includes refunds by date if the mail says what a cancellation refunds. */
  lines: OrderView.entries.lines,
  parent_email: v.optional(v.nullable(v.string()), null),
  /** Token of the links that let the mail's holder change the order. */
  manage_token: v.optional(v.string()),
  choice_token: v.optional(v.string()),
  /** The seller, who sold it at the desk, and how it was paid there. */
  provider: v.optional(Provider),
  /** Our invoice number; mails written before the payment have none. */
  invoice: v.optional(v.string()),
  seller: v.optional(v.nullable(v.string())),
  desk_method: v.optional(v.nullable(DeskMethod)),
  /** What was paid from the family's balance beside the money of `desk_method`. */
  balance_part_cents: v.optional(v.number(), 0),
  /** The part of the refunds of this decision that was added to the family's balance. */
  to_balance_cents: v.optional(v.number(), 0),
  /** When the mail was written. */
  at: v.optional(v.string()),
  bring: Bring,
  left_places: v.optional(v.array(LeftPlace), []),
});
export type MailOrder = v.InferOutput<typeof MailOrder>;
type Line = MailOrder['lines'][number];

/** The given names of the children with the place. */
interface Whose {
  names?: readonly string[];
}
export type BookedSession = NonNullable<Line['session']> & Whose;

/** Events to remove from the calendars that our mails wrote to, without duplicates. */
export function removedEvents({ left_places }: Pick<MailOrder, 'left_places'>) {
  const removed = left_places.flatMap(({ number, session, camp, keeps_appointment }) =>
    number === null || keeps_appointment ? [] : { number, session, camp },
  );
  const entries = removed.map(
    (one) => [`${one.number} ${one.session?.session_id ?? one.camp?.camp_id}`, one] as const,
  );
  return [...new Map(entries).values()];
}

/** Given names of the children of these lines, without duplicates. */
export function namesOf(lines: readonly Pick<Line, 'child_name'>[]): string[] {
  return [...new Set(lines.flatMap(({ child_name }) => plainName(child_name) ?? []))];
}

/** Each session once, in the order of the lines: two children in one session are one appointment. */
export function sessionsOf(order: MailOrder): BookedSession[] {
  const sessions = order.lines.flatMap((line) => (line.session ? [line.session] : []));
  return [...new Map(sessions.map((session) => [session.session_id, session])).values()].map((session) => ({
    ...session,
    names: namesOf(order.lines.filter((line) => line.session?.session_id === session.session_id)),
  }));
}

/** A camp, who goes there, and how they travel. */
export type BookedCamp = NonNullable<Line['camp']> & Travel & Whose;

/** Each camp once, in the order of the lines. */
export function campsOf(order: MailOrder): BookedCamp[] {
  const camps = order.lines.flatMap((line) => (line.camp ? [line.camp] : []));
  return [...new Map(camps.map((camp) => [camp.camp_id, camp])).values()].map((camp) => ({
    ...camp,
    ...travelOf(order.lines.filter((line) => line.camp?.camp_id === camp.camp_id)),
    names: namesOf(order.lines.filter((line) => line.camp?.camp_id === camp.camp_id)),
  }));
}

/** How the children of all these camps travel. */
export const together = (camps: readonly Travel[]): Travel => ({
  comes: camps.some(({ comes }) => comes),
  rides: camps.some(({ rides }) => rides),
});

/** The order with only the named lines. */
export function only(order: MailOrder, lineIds: readonly string[]): MailOrder {
  return { ...order, lines: order.lines.filter(({ line_id }) => lineIds.includes(line_id)) };
}

/** Of the pages in the mail's language. */
const prefix = () => (mailLanguage() === 'zh' ? '/zh' : '');

/** The page of this order, which is a different one for camps; only its holder's mail may contain the link. */
export function orderUrl(order: MailOrder, siteUrl: string): string {
  const page = order.lines.every(({ kind }) => kind === 'camp_tier')
    ? 'camp-booking-success'
    : 'payment-success';
  return `${siteUrl}${prefix()}/${page}?order=${order.secret}`;
}

/**
 * Where the link's holder manages an order; null without a token, because no mail leads to a page that asks for more.
 */
export function linkOf(
  { manage_token }: { manage_token?: string | undefined },
  siteUrl: string,
): string | null {
  return manage_token ? `${siteUrl}${prefix()}/manage-booking?access=${manage_token}` : null;
}

/** A button for each order, because a link opens one order only. Its label names the places of the order. */
export function orderLinks<Place extends { order_number: string | null }>(
  places: readonly Place[],
  tokens: Readonly<Record<string, string>>,
  siteUrl: string,
): { number: string; url: string; places: Place[] }[] {
  const numbers = [...new Set(places.flatMap(({ order_number }) => order_number ?? []))];
  return numbers.flatMap((number) => {
    const url = linkOf({ manage_token: tokens[number] }, siteUrl);
    return url === null
      ? []
      : { number, url, places: places.filter((place) => place.order_number === number) };
  });
}

/** Where a parent cancels, moves or chooses without a password; without a link, the order's page. */
export function manageUrl(order: MailOrder, siteUrl: string): string {
  const token = order.choice_token ?? order.manage_token;
  return token ? `${siteUrl}${prefix()}/manage-booking?access=${token}` : orderUrl(order, siteUrl);
}

/**
 * Where the parent asks for a sign-in link, which creates an account for a new address. The address is filled in from
 * the fragment, which no server sees; a forwarded mail does not give access (decisions "/auth").
 */
export function accountUrl({ parent_email: email }: MailOrder, siteUrl: string): string {
  const page = `${siteUrl}/auth?show=link&from=%2Ffamily-base`;
  return email === null ? page : `${page}#email=${encodeURIComponent(email)}`;
}

/**
 * The purchases without duplicates: `Term: 18 sessions, valid for 130 days`. Camps, which are listed anyway, are left
 * out.
 */
export function passesOf(order: MailOrder): string[] {
  const passes = order.lines.flatMap(({ title, sessions, validity_days, transport, camp }) => {
    if (sessions === null && transport) return `${title}, ${transport.title}`;
    if (sessions === null) return camp ? [] : title;
    return `${title}: ${formatSessions(sessions)}${validity_days === null ? '' : say`, valid for ${validity_days} days`}`;
  });
  return [...new Set(passes)];
}

/** Renewals: how often, for how much and how to end them, without duplicates. */
export function renewalsOf(order: MailOrder): string[] {
  const renewals = order.lines
    .filter(({ renews, status }) => renews && status !== 'cancelled')
    .map(
      ({ price_cents }) =>
        say`Renews every 4 weeks for ${formatMoney(price_cents)}, by card. You can end it before any renewal.`,
    );
  return [...new Set(renewals)];
}

/** The given name of a line's child. Without a name, its position among several children: `second child`. */
export function whoseLine({ lines }: MailOrder, { child, child_name }: Line): string | null {
  const name = plainName(child_name);
  if (name !== null) return name;
  const children = [...new Set(lines.map((line) => line.child))].filter((one) => one !== null).sort();
  const at = children.indexOf(child ?? -1);
  return children.length < 2 || at < 0 ? null : `${ordinals[at] ?? 'another'} child`;
}
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

/** The subject's summary of a mail: `Kai and Lia, Spark Camp, Bishan, 7–9 Dec and 1 more`. */
export function what(order: MailOrder): string {
  const places = [
    ...sessionsOf(order).map((session) => whoAndWhere(session.names ?? [], { session })),
    ...campsOf(order).map((camp) => whoAndWhere(camp.names ?? [], { camp })),
  ];
  const [first, ...more] = places;
  if (first === undefined)
    return whoAndWhere(
      namesOf(order.lines),
      {},
      [...new Set(order.lines.map(({ title }) => title))].join(', '),
    );
  return `${first}${more.length > 0 ? say` and ${more.length} more` : ''}`;
}

/**
 * `Adam stays on Spark Camp, Bishan, 30 Nov – 2 Dec.`: who keeps a place that another child has left, once for each
 * place.
 */
export function staysMessage({ left_places }: Pick<MailOrder, 'left_places'>): string[] {
  const sentences = left_places
    .filter(({ stays }) => stays.length > 0)
    .map(
      ({ stays, ...place }) =>
        say`${joinNames(stays)} ${stays.length === 1 ? 'stays' : 'stay'} on ${placeMessage(place)}.`,
    );
  return [...new Set(sentences)];
}

export const gstMessage = (gst: NonNullable<MailOrder['gst']>): string =>
  say`Includes ${gst.rate_percent}% GST of ${formatMoney(gst.cents)}. GST registration ${gst.number}.`;

export const newDate = () => say`You have a new date.`;

/** Above other sessions and camps with free places. */
export const otherPlaces = () => say`There was room in these when we wrote this e-mail:`;

/** `Chid has a new date.`; for several or unnamed children the parent has it. */
export function newDateMessage({ lines }: MailOrder): string {
  const [name, ...more] = namesOf(lines);
  return name !== undefined && more.length === 0 ? say`${name} has a new date.` : newDate();
}
