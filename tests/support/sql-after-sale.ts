/**
 * Buys orders and manages them by the links of their mails: cancelling, moving, upgrading, and booking with passes.
 */
import * as v from 'valibot';
import {
  type Access,
  ManagedOrder,
  MoveQuote,
  type PassSession,
  PassSessions,
} from '#contract/after-sale.ts';
import type { QuoteRequest } from '#contract/quotes.ts';
import { OrderView } from '#contract/orders.ts';
import type { Caller, TestDatabase } from './database.ts';
import * as shop from './sql-selling.ts';
import { ageBookings, rpc, service, stopCalendar, visitor } from './sql.ts';

export interface BoughtOrder {
  orderId: string;
  lines: string[];
  familyId: string;
  total: number;
}

const defaultRefundRules = [
  { hours_before: 48, percent: 100 },
  { hours_before: 24, percent: 50 },
];

/**
 * The first rule that applies sets the refund in percent. Hours count back from the start, in descending order. Days
 * count from the payment, each to its end in Singapore, in ascending order. A pass refunds only its unused part.
 */
export type RefundRule =
  | { hours_before: number; percent: number }
  | { days_after_purchase: number; percent: number };

/** Sets the refund rules of all offers of the shop. */
export async function sellWithRules(
  db: TestDatabase,
  refundRules: object[] = defaultRefundRules,
): Promise<void> {
  await db.sql`
    update public.offers set details = details || ${db.sql.json({ refund_rules: refundRules as RefundRule[] })}`;
}

export const dateIn = (n: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + n * 86_400_000).toISOString().slice(0, 10);

export const birthDate = dateIn(-9 * 366);

export const makeSession = (db: TestDatabase, date: string, capacity = 4): Promise<string> =>
  shop.makeSession(db, { date, capacity });

/** Stops the calendar this many seconds before a session or camp begins. */
export async function stopBefore(db: TestDatabase, placeId: string, seconds: number): Promise<void> {
  const [row] = await db.sql<[{ at: string }]>`
    select (starts_at - ${seconds}::integer * interval '1 second')::text as at from (
      select id, starts_at from public.sessions union all select id, starts_at from public.camp_weeks) p
    where id = ${placeId}`;
  await stopCalendar(db, row.at);
  await ageBookings(db, placeId);
}
export const startCalendar = (db: TestDatabase) => stopCalendar(db, new Date().toISOString());

const names = ['Kai', 'Lia', 'Max'];
type Line = QuoteRequest['lines'][number];

/** Holds and pays an order of one parent with one child for each line, unless `children` says otherwise. */
export async function buy(
  db: TestDatabase,
  lines: Line[],
  more: { isLate?: boolean; split?: boolean; code?: string; beforePayment?: () => Promise<unknown> } = {},
): Promise<BoughtOrder> {
  const order = await rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: {
      lines: lines.map((line, child) => ({ child, ...line })),
      children: lines.map(() => ({})),
      ...(more.split && { split: true }),
      ...(more.code && { code: more.code }),
    },
  });
  const settled = await shop.finalizeOrder(db, order, {
    ...shop.details,
    children: lines.map((_, n) => ({ name: `${names[n]} Tan`, dob: birthDate })),
  });
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: settled.order_id,
    p_params: {},
  });
  const sessionId = `cs_${crypto.randomUUID()}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: settled.order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  if (more.isLate) await shop.expireHolds(db, order.secret);
  await more.beforePayment?.();
  await shop.confirmPayment(db, shop.paymentOf({ order, orderId: settled.order_id, sessionId }));
  return readBought(db, settled.order_id);
}

export async function readBought(db: TestDatabase, orderId: string): Promise<BoughtOrder> {
  const [row] = await db.sql<[BoughtOrder]>`
    select o.id as "orderId", o.family_id as "familyId", o.total_cents as total,
      array(select l.id from public.order_lines l where l.order_id = o.id order by l.position) as lines
    from public.orders o where o.id = ${orderId}`;
  return row;
}

export async function readLink(db: TestDatabase, orderId: string): Promise<{ token: string }> {
  const [row] = await db.sql<{ token: string }[]>`
    select coalesce(m.payload ->> 'manage_token', m.payload ->> 'choice_token') as token
    from public.outbox m join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${orderId} and m.payload ?| array['manage_token', 'choice_token']
    order by m.created_at desc limit 1`;
  if (!row) throw new Error('no mail has a link');
  return { token: row.token };
}

/** Calls a function with the link of the order's mail and parses its answer with the contract. */
export async function manage(
  db: TestDatabase,
  bought: BoughtOrder,
  name: string,
  args: Record<string, unknown> = {},
  { access, who = visitor }: { access?: Access; who?: Caller } = {},
): Promise<ManagedOrder> {
  const p_access = access ?? (await readLink(db, bought.orderId));
  return v.parse(ManagedOrder, await rpc(db, who, name, { p_access, ...args }));
}

export const viewOrder = (db: TestDatabase, bought: BoughtOrder): Promise<ManagedOrder> =>
  manage(db, bought, 'get_managed_order');

export const cancelLines = (db: TestDatabase, bought: BoughtOrder, lines: string[], seenCents: number) =>
  manage(db, bought, 'cancel_lines', { p_line_ids: lines, p_expected_refund_cents: seenCents });

export const quoteMove = async (db: TestDatabase, bought: BoughtOrder, line: string, target: object) =>
  v.parse(
    MoveQuote,
    await rpc(db, visitor, 'quote_move', {
      p_access: await readLink(db, bought.orderId),
      p_line_id: line,
      p_target: target,
    }),
  );

export const moveLine = (
  db: TestDatabase,
  bought: BoughtOrder,
  line: string,
  target: object,
  seenCents = 0,
) =>
  manage(db, bought, 'move_line', {
    p_line_id: line,
    p_target: target,
    p_expected_difference_cents: seenCents,
  });

export const holdUpgrade = async (
  db: TestDatabase,
  bought: BoughtOrder,
  line: string,
  target: object,
  { access, who = visitor }: { access?: Access; who?: Caller } = {},
): Promise<OrderView> =>
  v.parse(
    OrderView,
    await rpc(db, who, 'hold_upgrade', {
      p_access: access ?? (await readLink(db, bought.orderId)),
      p_line_id: line,
      p_target: target,
    }),
  );

/** Opens the payment page of a move and returns the event of its charge. */
export async function openMovePayment(db: TestDatabase, order: OrderView) {
  const settled = await shop.finalizeOrder(db, order, null);
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: settled.order_id,
    p_params: {},
  });
  const sessionId = `cs_${crypto.randomUUID()}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: settled.order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  return shop.paymentOf({ order, orderId: settled.order_id, sessionId });
}

export const readRefunds = (db: TestDatabase, orderId: string) =>
  db.sql<{ line: string | null; cents: number; reason: string; status: string }[]>`
    select order_line_id as line, amount_cents as cents, reason, status from public.refunds
    where order_id = ${orderId} order by created_at`.then((rows) => rows.map((row) => ({ ...row })));

export async function countCredits(db: TestDatabase, lineId: string): Promise<number | null> {
  const [row] = await db.sql<{ n: number | null }[]>`
    select sum(k.delta)::integer as n from public.passes p join public.credit_ledger k on k.pass_id = p.id
    where p.order_line_id = ${lineId}`;
  return row?.n ?? null;
}

export const readMails = async (db: TestDatabase, orderId: string): Promise<string[]> => {
  const rows = await db.sql<{ template: string }[]>`
    select m.template from public.outbox m join public.orders o on o.number = m.payload ->> 'number'
    where o.id = ${orderId} order by m.created_at`;
  return rows.map(({ template }) => template);
};

/** Returns everything that is wrong in the database, such as oversold sessions and refunds above their charges. */
export async function findFaults(db: TestDatabase): Promise<string[]> {
  const rows = await db.sql<{ fault: string }[]>`
    select 'seats ' || id as fault from public.sessions where private.seats_taken(id, clock_timestamp()) > max_capacity
    union all
    select 'camp ' || id from public.camp_weeks where private.camp_seats_taken(id, clock_timestamp()) > capacity
    union all
    select 'rung ' || c.id || (r ->> 'id') from public.camp_weeks c
    cross join lateral private.tier_offer(c.tier) o cross join jsonb_array_elements(o.details -> 'rungs') r
    where private.camp_lines_taken(c.id, r ->> 'id', clock_timestamp(), null) > (r ->> 'places')::integer
    union all
    select 'refunds ' || p.id from public.payments p where p.amount_cents < (
      select sum(amount_cents) from public.refunds where payment_id = p.id and status <> 'failed')
    union all
    select 'credits ' || pass_id from public.credit_ledger group by pass_id having sum(delta) < 0
    union all
    -- A booking costs one credit, and a cancelled booking whose credit returned costs none.
    select 'booking ' || b.id from public.bookings b join public.credit_ledger k on k.booking_id = b.id
    group by b.id having sum(k.delta) <> case b.status when 'booked' then -1 else 0 end
    union all
    select 'place ' || l.id from public.order_lines l
    where l.camp_id is not null and l.status in ('placed', 'cancelled') and (l.status = 'placed') <> exists (
      select from public.camp_enrollments e where e.order_line_id = l.id and e.camp_id = l.camp_id and e.status = 'enrolled')
    union all
    -- A charge belongs to an order with a booked or cancelled line, to a refund, or to an open decision of staff.
    select 'charge ' || p.id from public.payments p
    where not exists (select from public.order_lines l where l.order_id = p.order_id and l.status in ('placed', 'credit'))
      and not exists (select from public.refunds r where r.payment_id = p.id)
      and not exists (select from public.payment_decisions d where d.payment_id = p.id and d.status = 'open')
      and not exists (select from public.order_lines l where l.order_id = p.order_id and l.status = 'cancelled')`;
  const discrepancies = await db.as(
    service,
    (sql) => sql<{ rule: string; subject: string }[]>`select rule, subject from public.reconcile_books()`,
  );
  return [
    ...rows.map(({ fault }) => fault),
    ...discrepancies.map(({ rule, subject }) => `${rule} ${subject}`),
  ];
}

export const findPassSessions = async (
  db: TestDatabase,
  bought: BoughtOrder,
  line: string,
  access?: Access,
): Promise<PassSession[]> =>
  v.parse(
    PassSessions,
    await rpc(db, visitor, 'find_pass_sessions', {
      p_access: access ?? (await readLink(db, bought.orderId)),
      p_line_id: line,
    }),
  );

export const bookPassSession = (
  db: TestDatabase,
  bought: BoughtOrder,
  line: string,
  session: string,
  who?: Caller,
) =>
  manage(
    db,
    bought,
    'book_pass_session',
    { p_line_id: line, p_session_id: session },
    { ...(who && { who }) },
  );

export const cancelBooking = (
  db: TestDatabase,
  bought: BoughtOrder,
  line: string,
  booking: string,
  seenReturn: boolean | null = true,
) =>
  manage(db, bought, 'cancel_pass_session', {
    p_line_id: line,
    p_booking_id: booking,
    p_expected_return: seenReturn,
  });
