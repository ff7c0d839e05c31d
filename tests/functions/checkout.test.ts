import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import type { Db } from '#server/db.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';
import { withoutRandom } from '#support/random-values.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
});
afterEach(async () => {
  world.deps.db = db;
  world.clock.offsetMs = 0;
  world.stripeRequests.length = 0;
  await world.waitForWork();
});
afterAll(() => world.stop());

interface Reply {
  url: string;
  code: string;
}

async function holdOne(price_cents?: number): Promise<OrderView> {
  return world.shop.hold(
    await world.shop.makeOffer(price_cents ? { price_cents } : {}),
    await world.shop.makeSession(),
  );
}

const checkout = (order: OrderView, more: object = {}) =>
  world.call<Reply>('create-checkout', {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: checkoutDetails,
    ...more,
  });

/** Returns the URLs of this order's sessions at Stripe that can still be paid. */
async function payable(order: OrderView): Promise<string[]> {
  const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
  return data.filter(({ metadata }) => metadata?.order_number === order.number).map(({ url }) => url ?? '');
}

/** Makes the process of the edge function die at the next call of this SQL function. */
function crashAt(name: string, { after = false } = {}): void {
  world.deps.db = {
    ...db,
    rpc: async (called, args) => {
      if (called !== name) return db.rpc(called, args);
      if (after) await db.rpc(called, args);
      throw new Error('killed by the test');
    },
  };
}

test('Stripe gets the right session, and nothing about the child', async () => {
  const order = await holdOne();
  const { body } = await checkout(order, { return_path: '/checkout/term' });
  const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
  const session = data.find(({ url }) => url === body.url);
  const { id } = await world.shop.readOrder(order);
  expect(session).toMatchObject({
    amount_total: 69_700,
    currency: 'sgd',
    client_reference_id: id,
    customer_email: 'mei@example.com',
    metadata: { order_number: order.number },
    payment_method_types: ['card', 'paynow', 'grabpay'],
    cancel_url: 'http://127.0.0.1:4321/checkout/term',
  });
  expect((session?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(30 * 60);

  const sent = world.stripeRequests.join('\n');
  expect(sent).toContain('Term Pass');
  expect(withoutRandom(sent)).not.toMatch(/Kai|Zephyrin|2018|Tan\b|91234567/);
  const [stored] = await world.database
    .sql`select params::text as params from checkout_attempts where order_id = ${id}`;
  expect(stored?.params).not.toMatch(/Kai|Zephyrin|2018-04/);
});

test('the hold lasts two minutes longer than the session', async () => {
  const order = await holdOne();
  await checkout(order);
  const [row] = await world.database.sql`
    select h.expires_at - a.expires_at as tail, (h.expires_at > now() + interval '32 minutes') as long
    from holds h join checkout_attempts a using (order_id) where order_id = ${(await world.shop.readOrder(order)).id}`;
  expect(row).toMatchObject({ tail: '00:02:00', long: true });
});

test('a repeated press, the back button and another tab lead to the same session', async () => {
  const order = await holdOne();
  const first = await checkout(order);
  const second = await checkout(order);
  expect(second).toEqual(first);
  expect(await payable(order)).toEqual([first.body.url]);
});

test('five tabs at the same moment lead to one session', async () => {
  const order = await holdOne();
  const replies = await Promise.all(Array.from({ length: 5 }, () => checkout(order)));
  expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
  expect(await payable(order)).toEqual([replies[0]?.body.url]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 1 });
});

/** Lets no call of this SQL function return before this many calls have begun. */
function waitForCallersAt(name: string, callers: number): void {
  const everybody = Promise.withResolvers<true>();
  let through = 0;
  world.deps.db = {
    ...db,
    rpc: async (called, args) => {
      const answer = await db.rpc(called, args);
      if (called !== name || through === callers) return answer;
      if (++through === callers) everybody.resolve(true);
      await everybody.promise;
      return answer;
    },
  };
}

test('two tabs that both saw no session yet create only one', async () => {
  const order = await holdOne();
  waitForCallersAt('finalize_order', 2);
  const [one, two] = await Promise.all([checkout(order), checkout(order)]);
  expect(one.status).toBe(200);
  expect(two.body.url).toBe(one.body.url);
  expect(await payable(order)).toEqual([one.body.url]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 1 });
});

test('a tab that was overtaken closes the session that it created', async () => {
  const order = await holdOne();
  waitForCallersAt('finalize_order', 2);
  const settling = world.deps.db.rpc;
  waitForCallersAt('start_attempt', 2);
  const starting = world.deps.db.rpc;
  world.deps.db = {
    ...db,
    rpc: async (name, args) => {
      if ('p_key' in args && String(args.p_key).startsWith('attempt:')) return { allowed: true };
      return await (name === 'finalize_order' ? settling : starting)(name, args);
    },
  };
  const [one, two] = await Promise.all([checkout(order), checkout(order)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 2 });
  expect(one.body.url).toBe(two.body.url);
  expect(await payable(order)).toEqual([one.body.url]);
});

test.each([
  ['before Stripe is called', { name: 'start_attempt', after: true }],
  ['before the session is noted', { name: 'record_checkout', after: false }],
])('after a crash %s, the next call continues with the same session', async (_moment, { name, after }) => {
  const order = await holdOne();
  crashAt(name, { after });
  expect((await checkout(order)).status).toBe(500);
  world.deps.db = db;

  const { status, body } = await checkout(order);
  expect(status).toBe(200);
  expect(await payable(order)).toEqual([body.url]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 1 });
});

test('a call that was killed before Stripe was called, and is repeated too late, starts a new attempt', async () => {
  const order = await holdOne();
  crashAt('start_attempt', { after: true });
  await checkout(order);
  world.deps.db = db;
  world.clock.offsetMs = 5 * 60_000;

  const { body } = await checkout(order);
  expect(await payable(order)).toEqual([body.url]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 2 });
});

test('a session is used although the response of Stripe was lost', async () => {
  const order = await holdOne();
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 500, times: 2, after: true });
  expect(await checkout(order)).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  const [made] = await payable(order);
  expect((await checkout(order)).body.url).toBe(made);
});

test('while Stripe is down the spot stays held, and the payment works afterwards', async () => {
  const order = await holdOne();
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 503, times: 2 });
  expect(await checkout(order)).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  const [row] = await world.database.sql`select count(*)::int as live from holds
    where expires_at > now() and order_id = ${(await world.shop.readOrder(order)).id}`;
  expect(row?.live).toBe(1);
  expect((await checkout(order)).status).toBe(200);
});

test('the refusal of a code below its minimum names the amount', async () => {
  await world.database.sql`insert into promotion_codes (code, percent) values ('RIVER-MIN', 10)`;
  const offer = await world.shop.makeOffer();
  const order = await world.shop.hold(offer, await world.shop.makeSession(), 'RIVER-MIN');
  // The order keeps the terms that it was sold with, so the minimum is changed there.
  await world.database.sql`update promotion_uses set terms = terms || '{"minimum_cents": 80000}'
    where order_id = ${(await world.shop.readOrder(order)).id}`;
  expect(await checkout(order)).toEqual({
    status: 409,
    body: { code: 'code_minimum', field: 'code', cents: 80_000 },
  });
});

test('a parent sees a changed price and agrees to it, and the old session can no longer be paid', async () => {
  const order = await holdOne();
  const first = await checkout(order);
  await world.database.sql`update offers set price_cents = 71500, revision = 'r2'
    where id = ${order.lines[0]?.offer_id ?? ''}`;
  expect(await checkout(order)).toEqual({
    status: 409,
    body: { code: 'price_changed', field: 'expected_total_cents', cents: 71_500 },
  });
  const second = await checkout(order, { expected_total_cents: 71_500 });
  expect(second.body.url).not.toBe(first.body.url);
  expect(await payable(order)).toEqual([second.body.url]);

  // Stripe's event that the first session expired must not release the spot.
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'awaiting_payment', attempt: 2 });
  await pay(second.body.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
});

test('after a crash between a new attempt and the expiry of the old session, the next call expires the old one', async () => {
  const order = await holdOne();
  const first = await checkout(order);
  await world.database.sql`update offers set price_cents = 71500, revision = 'r2'
    where id = ${order.lines[0]?.offer_id ?? ''}`;
  crashAt('start_attempt', { after: true });
  await checkout(order, { expected_total_cents: 71_500 });
  world.deps.db = db;
  expect(await payable(order)).toEqual([first.body.url]);

  const second = await checkout(order, { expected_total_cents: 71_500 });
  expect(await payable(order)).toEqual([second.body.url]);
});

test('an order that is paid in one tab and pressed in the other is closed and confirmed, and not charged again', async () => {
  const order = await holdOne();
  const { body } = await checkout(order);
  await world.payments.hold();
  await pay(body.url, { fetch: world.payments.fetch });
  expect(await checkout(order)).toEqual({ status: 409, body: { code: 'order_closed' } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid', attempt: 1 });
  expect(await payable(order)).toEqual([]);
  await world.payments.release();
});

test('an order paid at the old price while the parent agrees to the new one cannot be paid again, and staff decide', async () => {
  const order = await holdOne();
  const { body } = await checkout(order);
  await world.payments.hold();
  await pay(body.url, { fetch: world.payments.fetch });
  await world.database.sql`update offers set price_cents = 71500, revision = 'r2'
    where id = ${order.lines[0]?.offer_id ?? ''}`;
  const second = await checkout(order, { expected_total_cents: 71_500 });
  expect(second).toEqual({ status: 409, body: { code: 'order_closed' } });
  expect(await payable(order)).toEqual([]);
  const decisions = await world.database.sql`select kind from payment_decisions
    where order_id = ${(await world.shop.readOrder(order)).id}`;
  expect(decisions).toEqual([{ kind: 'mismatch' }]);
  await world.payments.release();
});

test('an order whose hold has lapsed is refused as expired', async () => {
  const order = await holdOne();
  await world.shop.expireHold(order);
  expect(await checkout(order)).toEqual({ status: 409, body: { code: 'hold_expired' } });
  expect(await payable(order)).toEqual([]);
});

test('too many attempts to pay are refused', async () => {
  const order = await holdOne();
  for (let press = 0; press < 30; press++) await checkout(order);
  expect(await checkout(order)).toEqual({ status: 429, body: { code: 'rate_limited' } });
});

test('nothing is charged when the rate check fails', async () => {
  const order = await holdOne();
  crashAt('check_rate');
  expect(await checkout(order)).toEqual({ status: 429, body: { code: 'rate_limited' } });
});
