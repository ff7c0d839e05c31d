/**
 * Fifty parents want spots on one camp of twenty at the same moment, with the real functions, the simulated Stripe
 * and its events.
 */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import { createWorld, type World } from '#support/functions.ts';
import { pay } from '#support/payments.ts';
import * as camps from '#support/sql-camps.ts';

const PARENTS = 50;
const PLACES = 20;
const EARLY_BIRDS = 5;
/** There are fifty visits, each with a payment and three events that are delivered one by one. */
const TIMEOUT_MS = 90_000;
const dob = `${new Date().getFullYear() - 8}-05-01`;
/** The camp is near enough that a child who is the right age today is still the right age then. */
const startIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let world: World;
let camp: string;
let campCount = 0;
beforeAll(async () => {
  world = await createWorld();
  const rungs = [camps.rung('first', 49000, { places: EARLY_BIRDS })];
  await camps.publish(world.database, camps.tierOffer('spark', { rungs }));
});
beforeEach(async () => {
  camp = await camps.makeCamp(world.database, { capacity: PLACES, start: startIn(100 + 7 * campCount++) });
  world.mail.delivered.splice(0);
});
afterAll(() => world.stop());

const parentOf = (n: number) => ({
  name: `Parent ${n}`,
  email: `parent${n}@example.com`,
  phone: `+659123${1000 + n}`,
});

/** Calls as a visitor with this network address. */
async function ask<T>(n: number, name: string, body: object): Promise<T> {
  const headers = { 'cf-connecting-ip': `203.0.113.${n}` };
  const [row] = await world.database.as({ role: 'anon', headers }, (tx) =>
    tx.unsafe<[{ answer: T }]>(`select public.${name}($1::text::jsonb) as answer`, [JSON.stringify(body)]),
  );
  return row.answer;
}

/** Strangers hold at most three quarters of the spots unpaid, so the next parent tries again, as the page says. */
async function hold(n: number): Promise<OrderView> {
  for (;;) {
    try {
      return await ask<OrderView>(n, 'hold_order', {
        lines: [{ offer_id: 'tier-spark', camp_id: camp, child: 0, expected_price_cents: null }],
        children: [{ dob }],
        previous_secret: null,
      });
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || error.message !== 'place_busy') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Joins the waitlist, and confirms by the link in the e-mail. */
async function wait(n: number): Promise<WaitlistView> {
  const { entry_id } = await ask<WaitlistView>(n, 'join_waitlist', {
    camp_id: camp,
    offer_id: 'tier-spark',
    parent: parentOf(n),
    children: [{ name: `Child ${n}`, dob }],
  });
  const [row] = await world.database.sql<{ view: WaitlistView }[]>`
    select public.confirm_waitlist_entry(secret, private.confirm_token(e)) as view
    from public.waitlist_entries e where id = ${entry_id}`;
  if (!row) throw new Error('nobody joined');
  return row.view;
}

/** Goes to Stripe's page. Returns the refusal's name if there is no spot. */
async function checkOut(n: number): Promise<{ order: OrderView; url: string } | string> {
  try {
    const order = await hold(n);
    const { body } = await world.call<{ url: string }>('create-checkout', {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: {
        parent: parentOf(n),
        children: [{ name: `Child ${n}`, dob }],
        consents: { terms: true, activity: true },
      },
      success_path: '/camp-booking-success',
    });
    return { order, url: body.url };
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.message;
    throw error;
  }
}

const everybody = <T>(work: (n: number) => Promise<T>, first = 0, last = PARENTS) =>
  Promise.all(Array.from({ length: last - first }, (_, index) => work(first + index)));

/** Counts the orders of this camp by their outcome, and what Stripe charged for them. */
async function books() {
  const [row] = await world.database.sql`
    with mine as (select o.* from orders o where exists (
      select from order_lines l where l.order_id = o.id and l.camp_id = ${camp}))
    select
      (select count(distinct child_id)::int from camp_enrollments where camp_id = ${camp} and status = 'enrolled') as enrolled,
      (select count(*)::int from mine where status = 'paid') as paid,
      (select count(*)::int from mine where status = 'paid_late' and outcome = 'needs_choice') as asked,
      (select count(*)::int from payment_decisions d join mine on mine.id = d.order_id where d.status = 'open') as open,
      (select count(*)::int from refunds r join mine on mine.id = r.order_id) as refunds,
      (select sum(p.amount_cents)::int from payments p join mine on mine.id = p.order_id) as taken,
      (select count(*)::int from order_lines where camp_id = ${camp} and rung_id = 'first') as early`;
  return row;
}
const discrepancies = () =>
  world.database.as({ role: 'service_role' }, (tx) => tx`select rule, subject from public.reconcile_books()`);

test(
  'twenty children are enrolled, thirty are on the waitlist, and nobody pays without getting a spot',
  { timeout: TIMEOUT_MS },
  async () => {
    const outcomes = await everybody(async (n) => {
      const outcome = await checkOut(n);
      if (typeof outcome === 'string') return { refusal: outcome, queue: await wait(n) };
      await pay(outcome.url, { fetch: world.payments.fetch });
      return { order: outcome.order };
    });
    await world.waitForWork();

    const bought = outcomes.flatMap(({ order }) => order ?? []);
    const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
    expect(bought).toHaveLength(PLACES);
    expect(refusals).toEqual(Array.from({ length: PARENTS - PLACES }, () => 'camp_full'));
    const incomeCents = bought.reduce((sum, { total_cents }) => sum + total_cents, 0);
    expect(incomeCents).toBe(EARLY_BIRDS * 49_000 + (PLACES - EARLY_BIRDS) * 59_000);
    expect(await books()).toEqual({
      enrolled: PLACES,
      paid: PLACES,
      asked: 0,
      open: 0,
      refunds: 0,
      taken: incomeCents,
      early: EARLY_BIRDS,
    });
    expect(await discrepancies()).toEqual([]);

    const places = outcomes.flatMap(({ queue }) => (queue ? [queue.status] : []));
    expect(places).toEqual(Array.from({ length: PARENTS - PLACES }, () => 'waiting'));
    const [queue] = await world.database.sql`select count(distinct parent_email)::int as families
    from waitlist_entries where camp_id = ${camp} and status = 'waiting'`;
    expect(queue).toEqual({ families: PARENTS - PLACES });
    // Each parent who paid got one e-mail, and nobody else got a mail about a spot.
    const confirmations = world.mail.delivered.filter(({ subject }) => subject.startsWith('You’re in'));
    expect(confirmations).toHaveLength(PLACES);
    expect(new Set(confirmations.map(({ to }) => to)).size).toBe(PLACES);
  },
);

test(
  'a parent who pays after the hold expired and the spot was sold is offered a choice, and loses no money',
  { timeout: TIMEOUT_MS },
  async () => {
    // All twenty spots are held at once. Strangers alone may hold at most three quarters of them.
    await world.database.sql`update settings set stranger_holds_percent = 100`;
    const atStripe = async (first: number, last: number) =>
      (await everybody(checkOut, first, last)).flatMap((one) => (typeof one === 'string' ? [] : [one]));
    const slow = await atStripe(0, PLACES);
    await Promise.all(slow.map(({ order }) => world.shop.expireHold(order)));
    const all = [...slow, ...(await atStripe(PLACES, PARENTS))];
    expect(all).toHaveLength(2 * PLACES);
    await Promise.all(all.map(({ url }) => pay(url, { fetch: world.payments.fetch })));
    await world.waitForWork();

    const incomeCents = all.reduce((sum, { order }) => sum + order.total_cents, 0);
    expect(await books()).toMatchObject({
      enrolled: PLACES,
      paid: PLACES,
      asked: PLACES,
      open: PLACES,
      taken: incomeCents,
    });
    expect(await discrepancies()).toEqual([]);
  },
);
