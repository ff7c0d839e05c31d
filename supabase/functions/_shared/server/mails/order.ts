import * as v from 'valibot';
import { type Travel, travelOf } from '../../contract/camp-day.ts';
import { formatMoney, formatSessions } from './format.ts';
import { OrderView } from '../../contract/orders.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { joinNames, placeMessage, whoAndWhere } from '../../contract/place-names.ts';
import { DeskMethod, DeskSplit, Provider, RefundPart } from '../../contract/receipts.ts';
import { plainName } from './greeting.ts';
import { mailLanguage, say } from './say.ts';

export const Bring = v.optional(
  v.object({
    classes: v.optional(v.array(v.string()), []),
    camps: v.optional(v.array(v.string()), []),
  }),
  {},
);
export type Bring = v.InferOutput<typeof Bring>;

export const Names = v.pipe(
  v.optional(v.array(v.nullable(v.string())), []),
  v.transform((names) => names.flatMap((name) => plainName(name) ?? [])),
);

export const LeftPlace = v.object({
  number: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  stays: Names,
  /**
   * True if the calendar entry stays, because a sibling from the same order still goes there, or because the
   * appointment has started.
   */
  keeps_appointment: v.boolean(),
});
export type LeftPlace = v.InferOutput<typeof LeftPlace>;

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
  lines: OrderView.entries.lines,
  parent_email: v.optional(v.nullable(v.string()), null),
  manage_token: v.optional(v.string()),
  choice_token: v.optional(v.string()),
  provider: v.optional(Provider),
  invoice: v.optional(v.string()),
  seller: v.optional(v.nullable(v.string())),
  desk_method: v.optional(v.nullable(DeskMethod)),
  split: v.optional(v.nullable(DeskSplit), null),
  balance_part_cents: v.optional(v.number(), 0),
  /** How the money of the refunds that were just decided goes back. */
  refund_parts: v.optional(v.array(RefundPart), []),
  /** The time at which the mail was written. */
  at: v.optional(v.string()),
  bring: Bring,
  left_places: v.optional(v.array(LeftPlace), []),
});
export type MailOrder = v.InferOutput<typeof MailOrder>;
type Line = MailOrder['lines'][number];

interface Whose {
  names?: readonly string[];
}
export type BookedSession = NonNullable<Line['session']> & Whose;

/** Returns the events to remove from the calendars that got our mails, without duplicates. */
export function removedEvents({ left_places }: Pick<MailOrder, 'left_places'>) {
  const removed = left_places.flatMap(({ number, session, camp, keeps_appointment }) =>
    number === null || keeps_appointment ? [] : { number, session, camp },
  );
  const entries = removed.map(
    (one) => [`${one.number} ${one.session?.session_id ?? one.camp?.camp_id}`, one] as const,
  );
  return [...new Map(entries).values()];
}

export function namesOf(lines: readonly Pick<Line, 'child_name'>[]): string[] {
  return [...new Set(lines.flatMap(({ child_name }) => plainName(child_name) ?? []))];
}

/** Returns each session once, in the order of the lines, because two children in one session are one appointment. */
export function sessionsOf(order: MailOrder): BookedSession[] {
  const sessions = order.lines.flatMap((line) => (line.session ? [line.session] : []));
  return [...new Map(sessions.map((session) => [session.session_id, session])).values()].map((session) => ({
    ...session,
    names: namesOf(order.lines.filter((line) => line.session?.session_id === session.session_id)),
  }));
}

export type BookedCamp = NonNullable<Line['camp']> & Travel & Whose;

export function campsOf(order: MailOrder): BookedCamp[] {
  const camps = order.lines.flatMap((line) => (line.camp ? [line.camp] : []));
  return [...new Map(camps.map((camp) => [camp.camp_id, camp])).values()].map((camp) => ({
    ...camp,
    ...travelOf(order.lines.filter((line) => line.camp?.camp_id === camp.camp_id)),
    names: namesOf(order.lines.filter((line) => line.camp?.camp_id === camp.camp_id)),
  }));
}

export const mergeTravel = (camps: readonly Travel[]): Travel => ({
  comes: camps.some(({ comes }) => comes),
  rides: camps.some(({ rides }) => rides),
});

export function onlyLines(order: MailOrder, lineIds: readonly string[]): MailOrder {
  return { ...order, lines: order.lines.filter(({ line_id }) => lineIds.includes(line_id)) };
}

/** Returns the prefix of the pages' paths in the mail's language. */
const prefix = () => (mailLanguage() === 'zh' ? '/zh' : '');

/**
 * Returns the page of this order, which is a different one for camps. Only a mail to the order's holder may contain
 * the link.
 */
export function orderUrl(order: MailOrder, siteUrl: string): string {
  const page = order.lines.every(({ kind }) => kind === 'camp_tier')
    ? 'camp-booking-success'
    : 'payment-success';
  return `${siteUrl}${prefix()}/${page}?order=${order.secret}`;
}

/**
 * Returns the link to manage an order. Returns null if there is no token, because mails never link to a page that asks
 * for more.
 */
export function linkOf(
  { manage_token }: { manage_token?: string | undefined },
  siteUrl: string,
): string | null {
  return manage_token ? `${siteUrl}${prefix()}/manage-booking?access=${manage_token}` : null;
}

/**
 * Shows a button for each order, because a link opens only one order. The button's label names the places of that
 * order.
 */
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

/**
 * Returns the page where a parent cancels, moves or chooses without a password. If there is no link, returns the
 * order's page.
 */
export function manageUrl(order: MailOrder, siteUrl: string): string {
  const token = order.choice_token ?? order.manage_token;
  return token ? `${siteUrl}${prefix()}/manage-booking?access=${token}` : orderUrl(order, siteUrl);
}

/**
 * Returns the page to sign in. The address is in the fragment, which no server sees. A forwarded mail gives no access
 * (docs/decisions "/auth").
 */
export function accountUrl({ parent_email: email }: MailOrder, siteUrl: string): string {
  const page = `${siteUrl}/auth?show=link&from=%2Ffamily-base`;
  return email === null ? page : `${page}#email=${encodeURIComponent(email)}`;
}

/** Returns for example `Term: 18 sessions, valid for 130 days`. Camps are left out. */
export function passesOf(order: MailOrder): string[] {
  const passes = order.lines.flatMap(({ title, sessions, validity_days, transport, camp }) => {
    if (sessions === null && transport) return `${title}, ${transport.title}`;
    if (sessions === null) return camp ? [] : title;
    return `${title}: ${formatSessions(sessions)}${validity_days === null ? '' : say`, valid for ${validity_days} days`}`;
  });
  return [...new Set(passes)];
}

export function renewalsOf(order: MailOrder): string[] {
  const renewals = order.lines
    .filter(({ renews, status }) => renews && status !== 'cancelled')
    .map(
      ({ price_cents }) =>
        say`Renews every 4 weeks for ${formatMoney(price_cents)}, by card. You can stop it before any renewal.`,
    );
  return [...new Set(renewals)];
}

export function whoseLine({ lines }: MailOrder, { child, child_name }: Line): string | null {
  const name = plainName(child_name);
  if (name !== null) return name;
  const children = [...new Set(lines.map((line) => line.child))].filter((one) => one !== null).sort();
  const at = children.indexOf(child ?? -1);
  return children.length < 2 || at < 0 ? null : `${ordinals[at] ?? 'another'} child`;
}
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const;

export function orderTitle(order: MailOrder): string {
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

export const otherPlaces = () => say`There was room in these when we wrote this e-mail:`;

export function newDateMessage({ lines }: MailOrder): string {
  const [name, ...more] = namesOf(lines);
  return name !== undefined && more.length === 0 ? say`${name} has a new date.` : newDate();
}
