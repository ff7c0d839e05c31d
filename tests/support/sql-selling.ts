/**
 * Publishes passes, makes sessions, and takes orders from the hold to the payment. Most database tests use it.
 */
import { randomUUID } from 'node:crypto';
import type { OrderView } from '#contract/orders.ts';
import { countIn, type TestDatabase } from './database.ts';
import { rpc, service, visitor } from './sql.ts';

export interface TestOffer {
  id: string;
  price_cents: number;
  sessions: number;
  validity_days: number;
  updated_at: string;
  revision: string;
}

export const tryout: TestOffer = {
  id: 'pass-tryout',
  price_cents: 3800,
  sessions: 1,
  validity_days: 14,
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 'r1',
};
export const term: TestOffer = {
  ...tryout,
  id: 'pass-term',
  price_cents: 69700,
  sessions: 18,
  validity_days: 130,
};

export const testBrand = { name: 'Otter Trails', product: 'Otter', slug: 'otter', orderPrefix: 'OT' };

/** Publishes exactly these offers, like the webhook of the content lake. */
export function publish(
  db: TestDatabase,
  offers: TestOffer[] = [tryout, term],
  snapshotAt = new Date().toISOString(),
): Promise<{ changed: number }> {
  return publishOnly(db, offers.map(asPublished), snapshotAt);
}

/** Publishes whole offers and deactivates all others, like Studio. */
export async function publishOnly(
  db: TestDatabase,
  offers: { id: string }[],
  snapshotAt = new Date().toISOString(),
): Promise<{ changed: number }> {
  // Tests may change prices freely. The floor is tested in price-approvals.test.ts.
  await db.sql`update public.settings set offer_price_floor_percent = 0 where offer_price_floor_percent <> 0`;
  const onSale = await db.sql<{ id: string }[]>`select id from public.offers where active`;
  return rpc(db, service, 'publish_offers', {
    p_offers: offers,
    p_brand: testBrand,
    p_snapshot_at: snapshotAt,
    p_off_sale: onSale.map(({ id }) => id).filter((id) => !offers.some((offer) => offer.id === id)),
  });
}

export function asPublished(offer: TestOffer) {
  return {
    id: offer.id,
    kind: 'pass',
    title: offer.id,
    price_cents: offer.price_cents,
    currency: 'SGD',
    revision: offer.revision,
    details: {
      pass_id: offer.id.replace('pass-', ''),
      sessions: offer.sessions,
      validity_days: offer.validity_days,
      checkout_type: 'try-out',
    },
    // Tests may change prices freely. The confirmation of a price jump is tested with publishing.
    confirmed: true,
    cancellation: 'Free until 24 hours before.',
    updated_at: offer.updated_at,
  };
}

/** A class type for every team. A credit only books its own team's classes (passes-teams.test.ts). */
const classTypes = {
  white: '30000000-0000-4000-8000-000000000001',
  red: '30000000-0000-4000-8000-000000000003',
  black: '30000000-0000-4000-8000-000000000005',
  x: '30000000-0000-4000-8000-000000000006',
};
export type TestTeam = keyof typeof classTypes;

/**
 * Makes a session that does not begin during a test and is within the validity of every pass here, unless told
 * otherwise. Its team is Red, which takes most children here.
 */
export async function makeSession(
  db: TestDatabase,
  {
    capacity = 1,
    date,
    inDays,
    team = 'red',
  }: { capacity?: number; date?: string; inDays?: number; team?: TestTeam } = {},
): Promise<string> {
  const n = countIn(db, 'session');
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.sessions
      (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select ${classTypes[team]}, l.id, c.id,
      coalesce(${date ?? null}::date, private.calendar_today() + ${inDays ?? 7 + (n % 7)}::integer),
      '10:30'::time + ${n} * interval '1 minute', 60, ${capacity}
    from public.locations l, (select id from public.coaches order by created_at, id limit 1) c where l.base is null
    returning id`;
  if (!row) throw new Error('no location or coach: was seed.sql run?');
  return row.id;
}

export function holdRequest(
  sessions: string | string[],
  offer: TestOffer = tryout,
  previous: string | null = null,
) {
  return {
    lines: [sessions].flat().map((session_id) => ({
      offer_id: offer.id,
      session_id,
      expected_price_cents: offer.price_cents,
    })),
    previous_secret: previous,
  };
}

/** Opens a checkout as a visitor from `address`. Without an address, no limit applies. */
export function hold(
  db: TestDatabase,
  sessions: string | string[],
  more: { offer?: TestOffer; previous?: string | null; address?: string } = {},
): Promise<OrderView> {
  const headers = more.address ? { headers: { 'cf-connecting-ip': more.address } } : {};
  return rpc(db, { ...visitor, ...headers }, 'hold_order', {
    p_order: holdRequest(sessions, more.offer, more.previous),
  });
}

export const details = {
  parent: { name: 'Mei Tan', email: 'mei@example.test', phone: '+6591234567' },
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  consents: { terms: true, activity: true },
  transport_address: '12 Bishan Street 13, Singapore 570012',
};

/** The same parent with several children, all old enough for camps. */
export const detailsOf = (count: number) => ({
  ...details,
  children: ['Kai', 'Lea', 'Noa', 'Ida', 'Ben', 'Una', 'Tom', 'Eve']
    .slice(0, count)
    .map((name) => ({ name: `${name} Tan`, dob: '2018-05-01' })),
});

export interface FinalizedOrder {
  order_id: string;
  attempt: number;
  total_cents: number;
  lines: { title: string; price_cents: number; description: string }[];
  parent_email: string;
  open_session_id: string | null;
  stored_params: unknown;
  same_terms: boolean;
}

export function finalizeOrder(
  db: TestDatabase,
  order: { secret: string; total_cents: number },
  withDetails: unknown = details,
): Promise<FinalizedOrder> {
  return rpc(db, service, 'finalize_order', {
    p_secret: order.secret,
    p_details: withDetails,
    p_expected_total_cents: order.total_cents,
  });
}

export interface Checkout {
  order: OrderView;
  orderId: string;
  sessionId: string;
}

/** Holds an order and opens its payment page: finalizes it, starts an attempt and records its payment session. */
export async function openCheckout(
  db: TestDatabase,
  sessions: string | string[],
  offer?: TestOffer,
): Promise<Checkout> {
  const order = await hold(db, sessions, offer ? { offer } : {});
  return openPaymentPage(db, order, detailsOf(order.lines.length));
}

export async function openPaymentPage(
  db: TestDatabase,
  order: OrderView,
  withDetails: unknown = details,
): Promise<Checkout> {
  const settled = await finalizeOrder(db, order, withDetails);
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: settled.order_id,
    p_params: { replay: true },
  });
  const sessionId = `cs_${randomUUID()}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: settled.order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  return { order, orderId: settled.order_id, sessionId };
}

export interface Payment {
  event_id: string;
  event_type: string;
  session_id: string;
  payment_intent: string | null;
  order_id: string | null;
  amount_cents: number;
  currency: string;
}

/** A payment of this checkout, as the webhook passes it to SQL. */
export function paymentOf({ order, orderId, sessionId }: Checkout, change: Partial<Payment> = {}): Payment {
  return {
    event_id: `evt_${randomUUID()}`,
    event_type: 'checkout.session.completed',
    session_id: sessionId,
    payment_intent: `pi_${randomUUID()}`,
    order_id: orderId,
    amount_cents: order.total_cents,
    currency: 'sgd',
    ...change,
  };
}

export function confirmPayment(
  db: TestDatabase,
  payment: Payment,
): Promise<{ result: string; number?: string }> {
  return rpc(db, service, 'confirm_order', { p_event: payment });
}

/** Makes an order's holds expire a moment ago. Like a payment, it locks the order first. */
export async function expireHolds(db: TestDatabase, secret: string): Promise<void> {
  await db.sql`
    update public.holds set expires_at = clock_timestamp() - interval '1 millisecond'
    where order_id = (select id from public.orders where secret = ${secret} for update)`;
}

export async function countSpotsTaken(db: TestDatabase, sessionId: string): Promise<number> {
  const [row] = await db.sql<{ taken: number }[]>`
    select private.seats_taken(${sessionId}, clock_timestamp()) as taken`;
  return row?.taken ?? -1;
}
