import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';
import { withoutRandom } from '#support/random-values.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(() => void world.mail.delivered.splice(0));

/** Returns a parent who has paid. Stripe's events might not have arrived yet. */
async function buy() {
  const session = await world.shop.makeSession();
  const order = await world.shop.hold(await world.shop.makeOffer(), session);
  const body = {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: checkoutDetails,
    return_path: '/checkout/term',
  };
  const { body: answer } = await world.call<{ url: string }>('create-checkout', body);
  const back = await pay(answer.url, { fetch: world.payments.fetch });
  return { session, order, back };
}

const readOrder = (secret: string) =>
  world.call<OrderView>('handle-pass-payment-success', { sessionId: null, customData: { secret } });

test('a parent holds, pays, is enrolled and gets one mail with a calendar file', async () => {
  const { session, order, back } = await buy();
  expect(back).toBe(`http://127.0.0.1:4321/payment-success?order=${order.secret}`);
  await world.waitForWork();

  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
  const [mail] = world.mail.delivered;
  expect(mail?.to).toBe('mei@example.com');
  expect(mail?.subject).toMatch(/^You’re in: Kai, Red Otter A, .+, \w{3} \d+ \w{3}, 10\.30 am$/);
  expect(mail?.attachments[0]?.content).toContain(`UID:${order.number}-${session}@127.0.0.1`);
});

test('the same event four times at once creates one booking and one mail', async () => {
  await world.payments.hold();
  const { session, order } = await buy();
  const event = await readCompletedEvent();
  await Promise.all(Array.from({ length: 4 }, () => world.payments.resend(event)));
  await world.payments.release();
  await world.waitForWork();

  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
});

test('the success page confirms a payment before its event, which then changes nothing', async () => {
  await world.payments.hold();
  const { session, order } = await buy();
  const { status, body } = await readOrder(order.secret);
  expect(status).toBe(200);
  expect(body).toMatchObject({ number: order.number, status: 'paid' });
  await world.payments.release();
  await world.waitForWork();

  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
});

test('the success page and four events at the same moment create one booking', async () => {
  await world.payments.hold();
  const { session, order } = await buy();
  const event = await readCompletedEvent();
  const events = Array.from({ length: 4 }, () => world.payments.resend(event));
  const [{ body }] = await Promise.all([readOrder(order.secret), ...events]);
  expect(body.status).toBe('paid');
  await world.payments.release();
  await world.waitForWork();

  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
});

test('the child’s birth date is in the confirmation for a day, and in no mail, event or log', async () => {
  const log = vi.spyOn(console, 'log');
  const errors = vi.spyOn(console, 'error');
  const open = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  await world.call('create-checkout', {
    secret: open.secret,
    expected_total_cents: open.total_cents,
    details: checkoutDetails,
  });
  expect(withoutRandom(JSON.stringify((await readOrder(open.secret)).body))).not.toContain('2018');

  await world.payments.hold();
  const { order } = await buy();
  expect((await readOrder(order.secret)).body.lines).toMatchObject([
    { child_name: 'Kai Zephyrin Tan', child_dob: '2018-04-03' },
  ]);
  await world.payments.release();
  await world.waitForWork();
  const { sql } = world.database;
  const stored = await sql`
    select to_jsonb(o)::text as row from outbox o union all select to_jsonb(e)::text from payment_events e
    union all select to_jsonb(l)::text from system_logs l`;
  const written = [stored, world.mail.delivered, world.stripeRequests, log.mock.calls, errors.mock.calls];
  expect(JSON.stringify(written)).toContain(order.number);
  expect(JSON.stringify(written)).not.toMatch(/2018-04-03|3 Apr 2018/);

  await sql`update order_lines set status = 'cancelled' where order_id = (select id from orders where secret = ${order.secret})`;
  expect((await readOrder(order.secret)).body.lines[0]).not.toHaveProperty('child_dob');
  await sql`update order_lines set status = 'placed' where order_id = (select id from orders where secret = ${order.secret})`;
  expect((await readOrder(order.secret)).body.lines[0]).toHaveProperty('child_dob');
  await sql`update orders set paid_at = paid_at - interval '25 hours' where secret = ${order.secret}`;
  expect((await readOrder(order.secret)).body.lines[0]).not.toHaveProperty('child_dob');
});

test('the success page only reads after the event', async () => {
  const { order } = await buy();
  await world.waitForWork();
  const requestCount = world.stripeRequests.length;
  expect((await readOrder(order.secret)).body).toMatchObject({
    status: 'paid',
    lines: [{ title: 'Term Pass' }],
  });
  expect(world.stripeRequests).toHaveLength(requestCount);
});

test('the success page shows an unpaid order, whatever session the body names', async () => {
  const { order: other } = await buy();
  const [paidSession] = (await world.deps.stripe.checkout.sessions.list({ status: 'complete' })).data;
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const { body } = await world.call<OrderView>('handle-pass-payment-success', {
    sessionId: paidSession?.id,
    customData: { secret: order.secret },
  });
  expect(paidSession?.metadata?.order_number).toBe(other.number);
  expect(body).toMatchObject({ status: 'held', paid_at: null });
});

test('the success page shows the order while Stripe does not answer', async () => {
  await world.payments.hold();
  const { order } = await buy();
  await world.payments.fail({ match: 'GET /v1/checkout/sessions', status: 500, times: 2 });
  const { status, body } = await readOrder(order.secret);
  expect({ status, order: body.status }).toEqual({ status: 200, order: 'awaiting_payment' });
  await world.payments.release();
  await world.waitForWork();
});

test('the success page calls Stripe even if its rate limit cannot be checked', async () => {
  await world.payments.hold();
  const { order } = await buy();
  const { db } = world.deps;
  world.deps.db = {
    ...db,
    rpc: (name, args) => (name === 'check_rate' ? Promise.reject(new Error('down')) : db.rpc(name, args)),
  };
  const { status, body } = await readOrder(order.secret);
  world.deps.db = db;
  expect({ status, order: body.status }).toEqual({ status: 200, order: 'paid' });
  await world.payments.release();
  await world.waitForWork();
});

test('an unknown secret gets only a refusal', async () => {
  expect(await readOrder(randomUUID())).toEqual({ status: 404, body: { code: 'order_not_found' } });
});

test('the chores find a payment whose event never comes', async () => {
  await world.payments.hold();
  const { session, order } = await buy();
  await world.shop.ageAttempts(order);
  const { status, body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', chores: { reconcile: { result: { confirmed: 1 } } } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
  await world.payments.release();
  await world.waitForWork();
});

async function readCompletedEvent(): Promise<string> {
  const { data } = await world.deps.stripe.events.list({ type: 'checkout.session.completed', limit: 1 });
  return data[0]?.id ?? '';
}
