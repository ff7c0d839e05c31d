import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());

async function holdOne() {
  const session = await world.shop.makeSession({ capacity: 1 });
  const offer = await world.shop.makeOffer();
  const order = await world.shop.hold(offer, session);
  const checkout = () =>
    world.call<{ url: string }>('create-checkout', {
      secret: order.secret,
      expected_total_cents: 69_700,
      details: checkoutDetails,
    });
  const release = () => world.call<{ released: boolean }>('release-order', { secret: order.secret });
  const keep = () => world.call<{ released: boolean }>('release-order', { secret: order.secret, keep: true });
  return { session, offer, order, checkout, release, keep };
}

const openAtStripe = async (number: string) =>
  (await world.deps.stripe.checkout.sessions.list({ status: 'open', limit: 100 })).data.filter(
    ({ metadata }) => metadata?.order_number === number,
  );

test('a spot that is only held is released once', async () => {
  const { session, offer, order, release } = await holdOne();
  expect(await release()).toEqual({ status: 200, body: { released: true } });
  expect(await release()).toEqual({ status: 200, body: { released: false } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'released' });
  await expect(world.shop.hold(offer, session)).resolves.toMatchObject({ status: 'held' });
});

test('the session of a parent on the way to pay expires first, so that nobody pays for a released spot', async () => {
  const { session, offer, order, checkout, release } = await holdOne();
  await checkout();
  expect(await release()).toEqual({ status: 200, body: { released: true } });
  expect(await openAtStripe(order.number)).toEqual([]);
  await world.waitForWork();
  await expect(world.shop.hold(offer, session)).resolves.toMatchObject({ status: 'held' });
});

test('an order that was paid already is confirmed and not released', async () => {
  const { session, order, checkout, release } = await holdOne();
  const { body } = await checkout();
  await world.payments.hold();
  await pay(body.url, { fetch: world.payments.fetch });
  expect(await release()).toEqual({ status: 200, body: { released: false } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await world.shop.countBookings(session)).toBe(1);
  await world.payments.release();
  await world.waitForWork();
});

test('for a change, the payment page is closed and the spot stays held, also when Stripe reports the end', async () => {
  const { session, offer, order, checkout, keep } = await holdOne();
  const { body } = await checkout();
  expect(await keep()).toEqual({ status: 200, body: { released: true } });
  await world.waitForWork();
  expect(await openAtStripe(order.number)).toEqual([]);
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'held' });
  await expect(world.shop.hold(offer, session)).rejects.toThrow('session_full');
  // The same order can be paid after all, on a new page.
  const again = await checkout();
  expect(again.body.url).not.toBe(body.url);
  await pay(again.body.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await keep()).toEqual({ status: 200, body: { released: false } });
});

test('a change while Stripe does not answer leaves the order as it is', async () => {
  const { order, checkout, keep } = await holdOne();
  await checkout();
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 500, times: 2 });
  expect(await keep()).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'awaiting_payment' });
});

test('the spot stays held while Stripe does not answer', async () => {
  const { order, checkout, release } = await holdOne();
  await checkout();
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 500, times: 2 });
  expect(await release()).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'awaiting_payment' });
});

test('calls of Stripe are limited, and a release that calls nothing is not counted', async () => {
  const { release } = await holdOne();
  for (let n = 0; n < 25; n++) expect((await release()).status).toBe(200);
  const other = await holdOne();
  await other.checkout();
  await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 500, times: 40 });
  for (let n = 0; n < 20; n++) expect((await other.release()).body).toEqual({ code: 'payment_unavailable' });
  expect(await other.release()).toEqual({ status: 429, body: { code: 'rate_limited' } });
  expect(await world.shop.readOrder(other.order)).toMatchObject({ status: 'awaiting_payment' });
});

test('a closing page may send its request as plain text', async () => {
  const { order } = await holdOne();
  const body = new Blob([JSON.stringify({ secret: order.secret })], { type: 'text/plain' });
  const response = await fetch(`${world.url}/release-order`, { method: 'POST', body });
  expect(await response.json()).toEqual({ released: true });
});
