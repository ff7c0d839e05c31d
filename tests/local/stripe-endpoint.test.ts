import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPayments, type Payments } from '#local/payments/start.ts';
import { ensureEndpoint, removeOthers } from '#scripts/launch/stripe-endpoint.ts';
import { createPayments } from '#server/payments.ts';
import { stripeApiVersion, stripeEvents } from '#server/stripe-events.ts';
import { pay, startWebhookEndpoint } from '#support/payments.ts';

let payments: Payments;
let stripe: Stripe;
beforeEach(async () => {
  payments = await startPayments({ port: 0, secretKey: 'sk_test_script', retryMs: [20] });
  stripe = createPayments({ STRIPE_SECRET_KEY: 'sk_test_script', STRIPE_API_URL: payments.url });
});
afterEach(() => payments.stop());

const url = 'https://shop.supabase.test/functions/v1/stripe-webhook';
const ensure = () => ensureEndpoint(stripe, 'https://shop.supabase.test/');
const list = async () => (await stripe.webhookEndpoints.list()).data;

test('the API version is that of the library whose types the functions use', () => {
  expect(stripeApiVersion).toBe(Stripe.API_VERSION);
});

test('the endpoint is created once, with its events and version, and its secret is shown only then', async () => {
  const ensured = await ensure();
  expect(ensured).toEqual({
    id: expect.stringMatching(/^we_/) as string,
    secret: expect.stringMatching(/^whsec_/) as string,
    others: [],
  });
  expect(await list()).toMatchObject([
    {
      id: ensured.id,
      url,
      api_version: stripeApiVersion,
      enabled_events: [...stripeEvents],
      status: 'enabled',
    },
  ]);
  expect(await ensure()).toEqual({ id: ensured.id, secret: null, others: [] });
  expect(await list()).toHaveLength(1);
});

test('an endpoint that lacks events or was switched off is corrected', async () => {
  const { id } = await ensure();
  await stripe.webhookEndpoints.update(id, {
    enabled_events: ['checkout.session.completed'],
    disabled: true,
  });
  expect(await ensure()).toMatchObject({ id, secret: null });
  expect(await list()).toMatchObject([{ enabled_events: [...stripeEvents], status: 'enabled' }]);
});

test('the endpoint of another version stays until it is removed by name, and other addresses are not changed', async () => {
  const otherUrl = await stripe.webhookEndpoints.create({
    url: 'https://other.test/',
    enabled_events: ['*'],
  });
  const old = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], api_version: '2024-06-20' });
  const ensured = await ensure();
  expect(ensured).toMatchObject({ others: [old.id] });
  expect(ensured.secret).not.toBeNull();
  await removeOthers(stripe, await ensure());
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([otherUrl.id, ensured.id].toSorted());
});

test('the created endpoint gets only its events, signed with its secret', async () => {
  // The endpoint's address must exist before the secret that it will check.
  const probe = await startWebhookEndpoint('whsec_not_yet');
  const created = await stripe.webhookEndpoints.create({
    url: probe.url,
    enabled_events: [...stripeEvents],
    api_version: stripeApiVersion,
  });
  await probe.stop();
  const endpoint = await startWebhookEndpoint(created.secret ?? '', probe.port);
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.test/done',
    line_items: [
      { quantity: 1, price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-out' } } },
    ],
  });
  await pay(session.url ?? '', { method: 'card' });
  await payments.settled();
  expect(endpoint.types()).toEqual(['checkout.session.completed']);
  expect(endpoint.rejected).toEqual([]);
  await endpoint.stop();
});
