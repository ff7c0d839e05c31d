import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { decline, pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
afterEach(async () => {
  await world.payments.release();
  await world.waitForWork();
  world.mail.delivered.splice(0);
});

let parents = 0;
async function onPaymentPage(session?: string) {
  const place = session ?? (await world.shop.makeSession({ capacity: 1 }));
  const order = await world.shop.hold(await world.shop.makeOffer(), place);
  const body = {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: { ...checkoutDetails, children: [{ name: `Kai ${++parents}`, dob: '2018-04-03' }] },
  };
  const answer = await world.call<{ url: string }>('create-checkout', body);
  const url = answer.status === 200 ? answer.body.url : '';
  return { order, body, answer, url, place, id: url.split('/').at(-1) ?? '' };
}
/** Pays by a method whose bank has not confirmed the payment yet. */
async function startSlowPayment() {
  const parent = await onPaymentPage();
  await pay(parent.url, { method: 'paynow', later: true, fetch: world.payments.fetch });
  await world.waitForWork();
  return parent;
}
const readStatus = async (order: OrderView) => (await world.shop.readOrder(order)).status;
const readOrder = ({ secret }: OrderView) =>
  world.call<OrderView>('handle-pass-payment-success', { sessionId: null, customData: { secret } });
const runChores = async (order: OrderView) => {
  await world.shop.ageAttempts(order);
  return (await world.call('error-monitor/maintenance', '', maintenanceHeaders)).body;
};

test('while the bank has not answered, nobody is enrolled and the spot is kept', async () => {
  const { order, place, body } = await startSlowPayment();
  expect((await readOrder(order)).body).toMatchObject({ status: 'awaiting_payment', paid_at: null });
  expect(await runChores(order)).toMatchObject({
    chores: { reconcile: { result: { confirmed: 0, lapsed: 0 } } },
  });
  expect(await world.shop.countBookings(place)).toBe(0);
  await expect(world.shop.hold(await world.shop.makeOffer(), place)).rejects.toThrow('session_full');
  // No second payment can start while this one is in progress.
  expect((await world.call('create-checkout', body)).body).toEqual({ code: 'order_closed' });
  expect(world.mail.delivered).toEqual([]);
});

test('when the bank confirms, the child is enrolled and one mail is sent', async () => {
  const { order, place, id } = await startSlowPayment();
  expect(await world.payments.settle(id, true)).toBe(true);
  await world.waitForWork();
  expect(await readStatus(order)).toBe('paid');
  expect(await world.shop.countBookings(place)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
});

test('when the bank refuses, nothing is charged, and the spot is free for the next family', async () => {
  const { order, place, id } = await startSlowPayment();
  await world.payments.settle(id, false);
  await world.waitForWork();
  expect(await readStatus(order)).toBe('expired');
  expect(await world.database.sql`select 1 from payments where session_id = ${id}`).toEqual([]);
  expect(world.mail.delivered).toMatchObject([
    {
      to: checkoutDetails.parent.email,
      subject: expect.stringMatching(/^Not booked, because your payment did not arrive/) as string,
    },
  ]);
  const secondCheckout = await onPaymentPage(place);
  await pay(secondCheckout.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await readStatus(secondCheckout.order)).toBe('paid');
});

test.each([
  [true, 'paid', { confirmed: 1 }, 'booking_confirmed'],
  [false, 'expired', { lapsed: 1 }, 'payment_failed'],
] as const)(
  'when the bank answers %s and no event comes, the chores find the payment: %s',
  async (isPaid, status, result, mail) => {
    await world.payments.hold();
    const { order, url, id } = await onPaymentPage();
    await pay(url, { method: 'grabpay', later: true, fetch: world.payments.fetch });
    await runChores(order);
    expect(await readStatus(order)).toBe('awaiting_payment');
    await world.payments.settle(id, isPaid);
    expect(await runChores(order)).toMatchObject({ chores: { reconcile: { result } } });
    expect(await readStatus(order)).toBe(status);
    expect(world.mail.delivered.map(({ key }) => key.split(':')[0])).toEqual([mail]);
  },
);

test('the bank’s confirmation may arrive before the event that the payment is pending', async () => {
  await world.payments.hold();
  const { order, url, id } = await onPaymentPage();
  await pay(url, { method: 'paynow', later: true, fetch: world.payments.fetch });
  await world.payments.settle(id, true);
  await world.payments.release({ newest_first: true });
  await world.waitForWork();
  expect(await readStatus(order)).toBe('paid');
  expect(world.mail.delivered).toHaveLength(1);
});

test('when the bank confirms after the hold expired and the spot was sold, the parent chooses', async () => {
  const latePayment = await startSlowPayment();
  await world.shop.expireHold(latePayment.order);
  const other = await onPaymentPage(latePayment.place);
  await pay(other.url, { fetch: world.payments.fetch });
  await world.payments.settle(latePayment.id, true);
  await world.waitForWork();
  expect(await world.shop.readOrder(latePayment.order)).toMatchObject({
    status: 'paid_late',
    outcome: 'needs_choice',
  });
  expect(await world.shop.countBookings(latePayment.place)).toBe(1);
});

test('a declined card is not charged, and the next card pays the same order', async () => {
  const { order, place, url } = await onPaymentPage();
  expect(await decline(url, { fetch: world.payments.fetch })).toBe('Your card was declined.');
  await world.waitForWork();
  expect(await readStatus(order)).toBe('awaiting_payment');
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await readStatus(order)).toBe('paid');
  expect(await world.shop.countBookings(place)).toBe(1);
});

test.each([
  // Stripe's client repeats failed calls, but not calls that were refused with a 429.
  ['asks for patience (429)', { status: 429, times: 1 }],
  ['fails (500)', { status: 500, times: 2 }],
])(
  'if Stripe %s for good, the parent is told, the spot is kept, and pressing again pays once',
  async (_, fault) => {
    await world.payments.fail({ match: 'POST /v1/checkout/sessions', ...fault });
    const { answer, body, order } = await onPaymentPage();
    expect(answer).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
    expect((await readOrder(order)).body.hold_expires_at).not.toBeNull();
    const { body: second } = await world.call<{ url: string }>('create-checkout', body);
    await pay(second.url, { fetch: world.payments.fetch });
    await world.waitForWork();
    expect(await readStatus(order)).toBe('paid');
    const open = await world.deps.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
    expect(open.data.filter(({ metadata }) => metadata?.['order_number'] === order.number)).toEqual([]);
  },
);

test('the function waits for a slow Stripe, and two clicks at once create one session', async () => {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', delay_ms: 400 });
  const answers = await Promise.all([1, 2].map(() => world.call<{ url: string }>('create-checkout', body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body: { url } }) => url)).size).toBe(1);
});
