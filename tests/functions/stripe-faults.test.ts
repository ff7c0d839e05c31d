import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { confirmIfPaid } from '#server/check-payment.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
let stripe: Stripe;
beforeAll(async () => {
  world = await createWorld();
  stripe = world.deps.stripe;
});
afterEach(() => void (world.deps.stripe = stripe));
afterAll(() => world.stop());

/** From now on Stripe answers with the response of `rule`, or normally if there is none. */
function answerBy(rule: (method: string, path: string, key: string | null) => Response | undefined): void {
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const other = rule(request.method, pathname, request.headers.get('idempotency-key'));
    return other ?? (await world.payments.fetch(input, init));
  };
  world.deps.stripe = new Stripe(world.deps.env.STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(answer),
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
const refuseWith = (status: number, type: string) =>
  Response.json({ error: { type, message: 'By the test.' } }, { status });
const notExpiring = () =>
  answerBy((_method, path) =>
    path.endsWith('/expire') ? refuseWith(400, 'invalid_request_error') : undefined,
  );

async function holdOne(): Promise<OrderView> {
  return world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
}
const checkout = (order: OrderView, email = checkoutDetails.parent.email) =>
  world.call<{ url: string; code: string }>('create-checkout', {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: { ...checkoutDetails, parent: { ...checkoutDetails.parent, email } },
  });
const payable = async ({ number }: OrderView) =>
  (await stripe.checkout.sessions.list({ status: 'open', limit: 100 })).data.filter(
    ({ metadata }) => metadata?.order_number === number,
  );

test('an error that Stripe stored under the key does not keep the parent from paying', async () => {
  const order = await holdOne();
  let faulty: string | null = null;
  answerBy((method, path, key) => {
    if (method !== 'POST' || !path.endsWith('/checkout/sessions')) return undefined;
    faulty ??= key;
    return key === faulty ? refuseWith(500, 'api_error') : undefined;
  });
  expect(await checkout(order)).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  const { status, body } = await checkout(order);
  expect(status).toBe(200);
  expect(await payable(order)).toMatchObject([{ url: body.url }]);
  expect(await world.shop.readOrder(order)).toMatchObject({ attempt: 2 });
});

test('the spot of a session that Stripe cannot expire is not released', async () => {
  const order = await holdOne();
  await checkout(order);
  notExpiring();
  const answer = await world.call('release-order', { secret: order.secret });
  expect(answer).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'awaiting_payment' });
});

test('a session that Stripe cannot expire prevents paying a second one', async () => {
  const order = await holdOne();
  const first = await checkout(order);
  notExpiring();
  expect((await checkout(order, 'other@example.com')).body).toEqual({ code: 'payment_unavailable' });
  expect((await checkout(order, 'other@example.com')).body).toEqual({ code: 'payment_unavailable' });
  expect(await payable(order)).toMatchObject([{ url: first.body.url }]);

  await pay(first.body.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
});

test('a session recorded while another tab starts again cannot be paid beside the new one', async () => {
  const order = await holdOne();
  const { db } = world.deps;
  const [settled, noted] = [Promise.withResolvers<true>(), Promise.withResolvers<true>()];
  const calls: string[] = [];
  const nth = (name: string) => calls.filter((called) => called === name).length;
  world.deps.db = {
    rpc: async (name, args) => {
      calls.push(name);
      // The first tab records its session after the second has read, and before the second starts.
      if (name === 'record_checkout' && nth(name) === 1) await settled.promise;
      if (name === 'start_attempt' && nth(name) === 2) await noted.promise;
      const answer = await db.rpc(name, args);
      if (name === 'finalize_order' && nth(name) === 2) settled.resolve(true);
      if (name === 'record_checkout') noted.resolve(true);
      return answer;
    },
  };
  const keys: (string | null)[] = [];
  answerBy((method, path, key) => {
    if (method !== 'POST' || !path.endsWith('/checkout/sessions')) return undefined;
    if (keys.includes(key)) return refuseWith(500, 'api_error');
    keys.push(key);
    return undefined;
  });
  const first = checkout(order);
  await vi.waitFor(() => expect(calls).toContain('record_checkout'));
  const second = await checkout(order, 'other@example.com');
  world.deps.db = db;
  expect([(await first).status, second.status]).toEqual([200, 200]);
  expect(await payable(order)).toMatchObject([{ url: second.body.url }]);
});

test('the chores wait once for a Stripe that is down, and the mails are sent', async () => {
  for (let n = 0; n < 3; n++) await checkout(await holdOne());
  let calls = 0;
  answerBy(() => {
    calls += 1;
    throw new TypeError('fetch failed');
  });
  const { body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  expect(body).toMatchObject({ chores: { reconcile: { result: { failed: 1 } }, outbox: { ok: true } } });
  // The search for missed payments and the two hourly comparisons each make one call and repeat it once.
  expect(calls).toBe(6);
});

test('the charge of an open decision is not read again, and its order expires', async () => {
  const order = await holdOne();
  const { body } = await checkout(order);
  await world.database.sql`update orders set total_cents = total_cents + 1 where secret = ${order.secret}`;
  await pay(body.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  await world.shop.expireHold(order);
  let requests = 0;
  const session = body.url.split('/').at(-1) ?? '';
  answerBy((_method, path) => {
    if (path.endsWith(session)) requests += 1;
    return undefined;
  });
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  expect(requests).toBe(0);
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'expired' });
  const decisions = await world.database.sql`select kind, status from payment_decisions`;
  expect(decisions).toEqual([{ kind: 'mismatch', status: 'open' }]);
});

test('a session that Stripe does not return does not hide a paid one after it', async () => {
  const order = await holdOne();
  const { body } = await checkout(order);
  const [session] = await payable(order);
  await world.payments.hold();
  await pay(body.url, { fetch: world.payments.fetch });
  expect(await confirmIfPaid(world.deps, ['cs_unknown', session?.id ?? ''])).toBe(true);
  const [row] = await world.database.sql`select status from orders where secret = ${order.secret}`;
  expect(row).toEqual({ status: 'paid' });
  await world.payments.release();
  await world.waitForWork();
});
