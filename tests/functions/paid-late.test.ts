import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(() => void world.mail.delivered.splice(0));

async function onPaymentPage(session: string): Promise<{ order: OrderView; url: string }> {
  const order = await world.shop.hold(await world.shop.makeOffer(), session);
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  return { order, url: (await world.call<{ url: string }>('create-checkout', body)).body.url };
}

test('a parent who pays after the hold expired, with the spot still free, is enrolled and told so', async () => {
  const session = await world.shop.makeSession({ capacity: 1 });
  const { order, url } = await onPaymentPage(session);
  await world.shop.expireHold(order);
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();

  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid_late', outcome: 'reseated' });
  expect(await world.shop.countBookings(session)).toBe(1);
  const [mail, ...more] = world.mail.delivered;
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^You’re in after all: /);
  expect(mail?.attachments).toHaveLength(1);
});

test('a parent who pays after the hold expired and the spot was sold has the money recorded, and chooses', async () => {
  const session = await world.shop.makeSession({ capacity: 1 });
  const lateCheckout = await onPaymentPage(session);
  await world.shop.expireHold(lateCheckout.order);
  const other = await onPaymentPage(session);
  await pay(other.url, { fetch: world.payments.fetch });
  await pay(lateCheckout.url, { fetch: world.payments.fetch });
  await world.waitForWork();

  expect(await world.shop.readOrder(lateCheckout.order)).toMatchObject({
    status: 'paid_late',
    outcome: 'needs_choice',
  });
  expect(await world.shop.readOrder(other.order)).toMatchObject({ status: 'paid' });
  expect(await world.shop.countBookings(session)).toBe(1);
  const mail = world.mail.delivered.find(({ key }) => key.startsWith('paid_late_choice'));
  expect(mail?.subject).toContain('Your money is safe');
  expect(mail?.text).toContain('S$697');
  expect(mail?.attachments).toEqual([]);
});

test('Stripe’s session expires without a payment, and the spot is free again', async () => {
  const session = await world.shop.makeSession({ capacity: 1 });
  const { order } = await onPaymentPage(session);
  const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open' });
  const open = data.find(({ metadata }) => metadata?.order_number === order.number);
  await world.deps.stripe.checkout.sessions.expire(open?.id ?? '');
  await world.waitForWork();

  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'expired' });
  await expect(world.shop.hold(await world.shop.makeOffer(), session)).resolves.toMatchObject({
    status: 'held',
  });
});
