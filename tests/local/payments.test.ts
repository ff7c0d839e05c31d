/** Tests the hosted page over HTTP, expiry, and the faults that tests can request. */
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPayments } from '#local/payments/start.ts';
import { decline, idOf, pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_hosted';
let clock = 0;
let endpoint: Awaited<ReturnType<typeof startWebhookEndpoint>>;
let payments: Awaited<ReturnType<typeof createPayments>>;
let stripe: Stripe;

beforeEach(async () => {
  clock = 0;
  endpoint = await startWebhookEndpoint(secret);
  payments = await createPayments({
    secretKey: 'sk_test_double',
    webhook: { url: endpoint.url, secret },
    now: () => Date.now() + clock,
  });
  const httpClient = Stripe.createFetchHttpClient(payments.fetch);
  stripe = new Stripe('sk_test_double', { httpClient, maxNetworkRetries: 0 });
});

afterEach(async () => {
  await payments.stop();
  await endpoint.stop();
});

async function open(change: Stripe.Checkout.SessionCreateParams = {}) {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'sgd',
          unit_amount: 1900,
          product_data: { name: 'Try-Out <1>', description: 'Sat' },
        },
      },
    ],
    customer_email: 'parent@example.com',
    success_url: 'https://example.com/done?id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://example.com/back',
    ...change,
  });
  return { id: session.id, url: session.url ?? '' };
}

const read = async (url: string) => (await payments.fetch(url)).text();
const customer = () => ({ fetch: payments.fetch });
const retrieve = (id: string) => stripe.checkout.sessions.retrieve(id);

test('the page says what is sold, for how much, and that it is a test', async () => {
  const { url } = await open();
  const page = await read(url);
  for (const words of ['no money moves', 'Otter Trails', 'Try-Out &lt;1&gt;', '2 × S$19.00', 'S$38.00']) {
    expect(page).toContain(words);
  }
  expect(page).toContain('parent@example.com');
  expect(page).toContain('href="https://example.com/back"');
  expect(page).toMatch(/data-left-ms="86\d{6}"/);
});

test('the page offers the methods that the shop allows', async () => {
  const readMethods = async (change: Stripe.Checkout.SessionCreateParams) =>
    [...(await read((await open(change)).url)).matchAll(/name="method" value="(\w+)"/g)].map(
      ([, method]) => method,
    );
  expect(await readMethods({})).toEqual(['card', 'paynow', 'grabpay']);
  expect(await readMethods({ allowed_payment_method_types: ['grabpay', 'paynow'] })).toEqual([
    'paynow',
    'grabpay',
  ]);
  await expect(open({ allowed_payment_method_types: ['link'] })).rejects.toMatchObject({
    param: 'allowed_payment_method_types',
  });
});

test('a payment sends its webhooks and then the customer back', async () => {
  const { id, url } = await open({ payment_intent_data: { metadata: { order: '7' } } });
  expect(await pay(url, { ...customer(), method: 'paynow' })).toBe(`https://example.com/done?id=${id}`);

  // The customer came back after the endpoint had received the events.
  expect(endpoint.types()).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'checkout.session.completed',
  ]);
  expect(new Set(endpoint.received.map((event) => event.id)).size).toBe(3);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    payment_intent: {
      amount: 3800,
      metadata: { order: '7' },
      latest_charge: { payment_method_details: { type: 'paynow' } },
    },
  });
  expect(endpoint.received[2]?.data.object).toMatchObject({ id, payment_status: 'paid' });

  const { payment_intent } = await retrieve(id);
  const found = await stripe.checkout.sessions.list({ payment_intent: idOf(payment_intent) });
  expect(found.data.map((one) => one.id)).toEqual([id]);
  const page = await read(url);
  expect(page).toContain('This is paid');
  expect(page).toContain(`href="https://example.com/done?id=${id}"`);
});

test('a customer is charged once, however often the button is pressed', async () => {
  const { url } = await open();
  await Promise.all(Array.from({ length: 5 }, () => pay(url, customer())));
  await payments.settled();
  expect(endpoint.received).toHaveLength(3);
});

test('a session stays open when the card is declined', async () => {
  const { id, url } = await open();
  expect(await decline(url, customer())).toBe('Your card was declined.');
  expect(await retrieve(id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
  });
  expect(endpoint.received).toEqual([]);
  await pay(url, customer());
  expect((await retrieve(id)).payment_status).toBe('paid');
});

test('the page asks for an e-mail address when the shop has none', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-Out' } } },
    ],
    success_url: 'https://example.com/done',
  });
  const url = session.url ?? '';
  expect(await read(url)).toMatch(/<input[^>]+type="email"/);
  await expect(pay(url, { ...customer(), email: '' })).rejects.toThrow('Not paid');
  await pay(url, { ...customer(), email: 'late@example.com' });
  expect((await retrieve(session.id)).customer_details?.email).toBe('late@example.com');
});

test('a session expires at its time without any request', async () => {
  const { id, url } = await open({ expires_at: Math.floor(Date.now() / 1000) + 31 * 60 });
  clock = 31 * 60_000 - 1_500;
  expect(await read(url)).toContain('Card declined');
  await endpoint.waitForEvents(1);
  expect(endpoint.received[0]).toMatchObject({ type: 'checkout.session.expired', data: { object: { id } } });
  expect(await retrieve(id)).toMatchObject({ status: 'expired', url: null });

  expect(await read(url)).toContain('Nothing was charged');
  await expect(pay(url, { ...customer(), method: 'card' })).rejects.toThrow('Not paid');
  expect((await retrieve(id)).payment_status).toBe('unpaid');
});

test('an expired session accepts no payment', async () => {
  const { id, url } = await open();
  await stripe.checkout.sessions.expire(id);
  await expect(pay(url, { ...customer(), method: 'card' })).rejects.toThrow('Not paid');
  await payments.settled();
  expect(endpoint.types()).toEqual(['checkout.session.expired']);
});

test('refunds send webhooks', async () => {
  const { id, url } = await open();
  await pay(url, customer());
  const { payment_intent } = await retrieve(id);
  await stripe.refunds.create({ payment_intent: idOf(payment_intent), amount: 800 });
  await payments.settled();
  const [created, refunded] = endpoint.received.slice(3);
  expect(created).toMatchObject({ type: 'refund.created', data: { object: { amount: 800 } } });
  expect(refunded).toMatchObject({
    type: 'charge.refunded',
    data: { object: { amount_refunded: 800, refunded: false }, previous_attributes: { amount_refunded: 0 } },
  });
});

test('ordered faults happen, and a lost response does not lose the session', async () => {
  const create = (options: Stripe.RequestOptions) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-Out' } },
          },
        ],
        success_url: 'https://example.com/done',
      },
      options,
    );
  const match = 'POST /v1/checkout/sessions';
  await payments.fail({ match, status: 429 });
  await expect(create({})).rejects.toMatchObject({ type: 'StripeRateLimitError' });

  await payments.fail({ match, status: 500, after: true });
  await expect(create({ idempotencyKey: 'order:1' })).rejects.toMatchObject({ type: 'StripeAPIError' });
  const session = await create({ idempotencyKey: 'order:1' });
  const { data } = await stripe.checkout.sessions.list();
  expect(data.map(({ id }) => id)).toEqual([session.id]);
});

test('an idempotency key is found with its parameters in any order', async () => {
  const post = async (body: string) => {
    const answer = await payments.fetch(`${payments.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_double', 'idempotency-key': 'k' },
      body,
    });
    return (await answer.json()) as { id: string };
  };
  const line = 'line_items[0][quantity]=1&line_items[0][price_data][currency]=sgd';
  const price =
    'line_items[0][price_data][unit_amount]=3800&line_items[0][price_data][product_data][name]=Pass';
  const otherFields = 'mode=payment&success_url=https://example.com/';
  expect((await post(`${line}&${price}&${otherFields}`)).id).toMatch(/^cs_test_/);
  expect((await post(`${otherFields}&${price}&${line}`)).id).toBe(
    (await post(`${line}&${price}&${otherFields}`)).id,
  );
});
