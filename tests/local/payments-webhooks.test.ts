/** Tests the delivery of events: order, retries, duplicates, delay. The endpoint checks every signature. */
import Stripe from 'stripe';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPayments, type PaymentsOptions } from '#local/payments/start.ts';
import { pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_events';
const paidEvents = ['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'];

async function startEndpointHere(port = 0) {
  const endpoint = await startWebhookEndpoint(secret, port);
  onTestFinished(() => endpoint.stop());
  return endpoint;
}

async function shop(url: string, options: Partial<PaymentsOptions> = {}) {
  const payments = await createPayments({
    secretKey: 'sk_test_double',
    webhook: { url, secret },
    retryMs: [20, 40, 80],
    ...options,
  });
  onTestFinished(() => payments.stop());
  const httpClient = Stripe.createFetchHttpClient(payments.fetch);
  const stripe = new Stripe('sk_test_double', { httpClient });
  return {
    payments,
    stripe,
    sell: async () => {
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-Out' } },
          },
        ],
        customer_email: 'parent@example.com',
        success_url: 'https://example.com/done',
      });
      await pay(session.url ?? '', { fetch: payments.fetch });
    },
  };
}

test('events are signed with the secret of the endpoint', async () => {
  const endpoint = await startEndpointHere();
  const { payments, sell } = await shop(endpoint.url, {
    webhook: { url: endpoint.url, secret: 'whsec_other' },
  });
  await sell();
  await vi.waitFor(() => expect(endpoint.rejected.length).toBeGreaterThan(0));
  expect(endpoint.received).toEqual([]);
  expect(endpoint.rejected[0]).toContain('No signatures found');
  expect((await payments.deliveries()).pending).toBe(3);
});

test('an event is sent again, later each time, until the endpoint accepts it', async () => {
  const endpoint = await startEndpointHere();
  const answers = [500, 503];
  endpoint.setAnswer(() => answers.shift() ?? 200);
  const { payments, stripe, sell } = await shop(endpoint.url);
  await sell();
  const { deliveries } = await payments.settled();

  expect(deliveries.map(({ status }) => status)).toEqual([500, 503, 200, 200, 200]);
  const waits = deliveries.slice(1, 3).map(({ at }, index) => at - (deliveries[index]?.at ?? 0));
  for (const [index, least] of [20, 40].entries()) expect(waits[index]).toBeGreaterThanOrEqual(least - 1);
  expect(endpoint.types()).toEqual([...Array.from({ length: 2 }, () => paidEvents[0]), ...paidEvents]);
  expect(new Set(endpoint.received.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  const { data } = await stripe.events.list();
  expect(data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([0, 0, 0]);
});

test('events keep their order while nobody answers', async () => {
  const endpoint = await startWebhookEndpoint(secret);
  await endpoint.stop();
  const { payments, stripe, sell } = await shop(endpoint.url);
  await sell();
  await vi.waitFor(async () => {
    const { deliveries } = await payments.deliveries();
    expect(deliveries.length).toBeGreaterThanOrEqual(5);
    expect(new Set(deliveries.map(({ type, status }) => `${type} ${status}`))).toEqual(
      new Set([`${paidEvents[0]} 0`]),
    );
  }, 10_000);
  expect((await stripe.events.list()).data.map(({ pending_webhooks }) => pending_webhooks)).toEqual([
    1, 1, 1,
  ]);

  const restarted = await startEndpointHere(endpoint.port);
  await payments.settled();
  expect(restarted.types()).toEqual(paidEvents);
});

test('an event that is refused again and again does not hold up others', async () => {
  const endpoint = await startEndpointHere();
  endpoint.setAnswer(({ type }) => (type === 'payment_intent.succeeded' ? 500 : 200));
  const { payments, sell } = await shop(endpoint.url);
  await sell();
  // An event that arrived might not be acknowledged yet, so this waits until only the refused event is pending.
  await vi.waitFor(async () => {
    expect(endpoint.types()).toContain('checkout.session.completed');
    expect((await payments.deliveries()).pending).toBe(1);
  }, 10_000);
  endpoint.setAnswer(() => 200);
  expect((await payments.settled()).pending).toBe(0);
});

test('redirects are not followed, because only 2xx counts', async () => {
  const endpoint = await startEndpointHere();
  endpoint.setAnswer(() => 302);
  const { payments, sell } = await shop(endpoint.url);
  await sell();
  await endpoint.waitForEvents(1);
  expect((await payments.deliveries()).pending).toBe(3);
});

test('an event is delivered twice if the test says so, and again on request', async () => {
  const endpoint = await startEndpointHere();
  const { payments, sell } = await shop(endpoint.url);
  await payments.duplicate(1);
  await sell();
  await payments.settled();
  expect(endpoint.types()).toEqual(paidEvents.flatMap((type) => [type, type]));
  expect(new Set(endpoint.received.map(({ id }) => id)).size).toBe(3);

  const last = endpoint.received.at(-1)?.id ?? '';
  expect(await payments.resend(last)).toBe(200);
  expect(endpoint.received).toHaveLength(7);
  expect(endpoint.received.at(-1)?.id).toBe(last);
});

test('a test can hold events back and send them later', async () => {
  const endpoint = await startEndpointHere();
  const { payments, sell } = await shop(endpoint.url);
  await payments.hold(['checkout.session.completed']);
  await sell();
  expect((await payments.settled()).pending).toBe(1);
  expect(endpoint.types()).toEqual(paidEvents.slice(0, 2));

  await payments.release();
  await payments.settled();
  expect(endpoint.types()).toEqual(paidEvents);
});
