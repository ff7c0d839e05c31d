/**
 * Tests what only a simulation can show: months that pass, cards that fail, banks that answer later, and events out
 * of order.
 */
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPayments } from '#local/payments/start.ts';
import { idOf, pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_plans';
let endpoint: Awaited<ReturnType<typeof startWebhookEndpoint>>;
let payments: Awaited<ReturnType<typeof createPayments>>;
let stripe: Stripe;

beforeEach(async () => {
  endpoint = await startWebhookEndpoint(secret);
  payments = await createPayments({ secretKey: 'sk_test_double', webhook: { url: endpoint.url, secret } });
  const httpClient = Stripe.createFetchHttpClient(payments.fetch);
  stripe = new Stripe('sk_test_double', { httpClient, maxNetworkRetries: 0 });
});
afterEach(async () => {
  await payments.stop();
  await endpoint.stop();
});

const customer = () => ({ fetch: payments.fetch });
async function open(change: Stripe.Checkout.SessionCreateParams = {}) {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'sgd',
          unit_amount: 16_700,
          product_data: { name: 'Flexi' },
          recurring: { interval: 'week', interval_count: 4 },
        },
      },
    ],
    customer_email: 'parent@example.com',
    success_url: 'https://example.com/done',
    ...change,
  });
  return { id, url: url ?? '' };
}
async function subscribe(): Promise<string> {
  const { id, url } = await open();
  await pay(url, customer());
  await payments.settled();
  endpoint.received.splice(0);
  return idOf((await stripe.checkout.sessions.retrieve(id)).subscription);
}
const newEventTypes = async () => {
  await payments.settled();
  return endpoint.received.splice(0).map(({ type }) => type);
};
const advance = async (days: number) => {
  await payments.advance(days);
  // Payments are paid out to the bank every day.
  return (await newEventTypes()).filter((type) => !type.startsWith('payout.'));
};
const read = async (url: string) => (await payments.fetch(url)).text();
const post = (url: string, body: Record<string, string> = {}) =>
  payments.fetch(url, { method: 'POST', body: new URLSearchParams(body) });

test('the page says what renews, accepts only a card, and sends the first events in Stripe’s order', async () => {
  const { url } = await open();
  const page = await read(url);
  expect(page).toContain('Renews: S$167.00 every 4 weeks');
  expect(page).not.toContain('value="paynow"');
  await pay(url, customer());
  expect(await newEventTypes()).toEqual([
    'invoice.created',
    'customer.subscription.created',
    'payment_intent.succeeded',
    'charge.succeeded',
    'invoice.paid',
    'checkout.session.completed',
  ]);
});

test('each period has one invoice, also when many periods pass at once', async () => {
  const id = await subscribe();
  expect(await advance(27)).toEqual([]);
  expect(await advance(1)).toEqual([
    'customer.subscription.updated',
    'invoice.created',
    'payment_intent.succeeded',
    'charge.succeeded',
    'invoice.paid',
  ]);
  await advance(3 * 28);
  const { data } = await stripe.invoices.list({ subscription: id });
  expect(data.map(({ billing_reason }) => billing_reason)).toEqual([
    ...Array<string>(4).fill('subscription_cycle'),
    'subscription_create',
  ]);
  const periods = data.map(({ lines }) => lines.data[0]?.period).toReversed();
  for (const [n, period] of periods.entries()) if (n > 0) expect(period?.start).toBe(periods[n - 1]?.end);
});

test('a failing card is tried again after 3, 5 and 7 days, and then the subscription ends', async () => {
  const id = await subscribe();
  await payments.setCard(id, 'declined');
  await advance(28);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(invoice).toMatchObject({ attempt_count: 1, amount_paid: 0 });
  expect((invoice?.next_payment_attempt ?? 0) - (invoice?.created ?? 0)).toBe(3 * 24 * 60 * 60);
  const failed = ['payment_intent.payment_failed', 'charge.failed', 'invoice.payment_failed'];
  expect(await advance(3)).toEqual(failed);
  expect(await advance(5)).toEqual(failed);
  expect(await advance(7)).toEqual([...failed, 'customer.subscription.deleted']);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  expect(await advance(60)).toEqual([]);
});

test('in the portal the plan is cancelled at the end of its period or resumed, and another card pays the open invoice', async () => {
  const id = await subscribe();
  const { customer: owner } = await stripe.subscriptions.retrieve(id);
  const { url } = await stripe.billingPortal.sessions.create({
    customer: idOf(owner),
    return_url: 'https://example.com/back',
  });
  expect(await read(url)).toContain('href="https://example.com/back"');
  await post(`${url}/cancel/${id}`);
  expect(await read(url)).toContain('Keep the plan');
  await post(`${url}/renew/${id}`);
  expect(await newEventTypes()).toEqual(Array(2).fill('customer.subscription.updated'));

  await post(`${url}/card/${id}`, { card: 'declined' });
  await advance(28);
  expect(await read(url)).toContain('The last payment did not go through.');
  await post(`${url}/card/${id}`, { card: 'good' });
  expect(await advance(3)).toContain('invoice.paid');
  await post(`${url}/cancel/${id}`);
  expect(await advance(28)).toEqual(['customer.subscription.updated', 'customer.subscription.deleted']);

  // Another customer's subscription cannot be cancelled from this portal.
  const other = await subscribe();
  expect((await post(`${url}/cancel/${other}`)).status).toBe(404);
  expect(await stripe.subscriptions.retrieve(other)).toMatchObject({ cancel_at_period_end: false });
});

test('the charge of a renewal is refunded like any other', async () => {
  const id = await subscribe();
  await advance(28);
  const [latest] = (await stripe.invoices.list({ subscription: id })).data;
  const { payments: paid } = await stripe.invoices.retrieve(latest?.id ?? '', { expand: ['payments'] });
  const payment_intent = idOf(paid?.data[0]?.payment.payment_intent ?? null);
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 16_700 });
});

test('a payment is unpaid until the bank answers, on the page or by hand', async () => {
  const singleItem = {
    quantity: 1,
    price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'One' } },
  };
  const payLater = async () => {
    const session = await open({ mode: 'payment', line_items: [singleItem] });
    await pay(session.url, { ...customer(), method: 'paynow', later: true });
    return session;
  };
  const [yes, no] = [await payLater(), await payLater()];
  expect(await stripe.checkout.sessions.retrieve(yes.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
  expect(await newEventTypes()).toEqual(Array(2).fill('checkout.session.completed'));
  expect(await payments.settle(yes.id, true)).toBe(true);
  expect(await payments.settle(yes.id, false)).toBe(false);
  expect(await newEventTypes()).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'checkout.session.async_payment_succeeded',
  ]);
  expect(await read(no.url)).toContain('the bank has not confirmed it yet');
  await post(`${no.url}/bank`, { says: 'no' });
  expect(await newEventTypes()).toContain('checkout.session.async_payment_failed');
  const failed = await stripe.checkout.sessions.retrieve(no.id, { expand: ['payment_intent'] });
  expect(failed).toMatchObject({
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method', amount_received: 0 },
  });
});

test('a test can send held events newest first', async () => {
  await payments.hold();
  const { url } = await open();
  await pay(url, customer());
  await payments.release({ newest_first: true });
  expect((await newEventTypes()).slice(0, 2)).toEqual(['checkout.session.completed', 'invoice.paid']);
});

test('a test can make one response slow', async () => {
  const timeRequest = async () => {
    const began = performance.now();
    await stripe.events.list();
    return performance.now() - began;
  };
  await payments.fail({ match: 'GET /v1/events', delay_ms: 300 });
  expect(await timeRequest()).toBeGreaterThan(295);
  expect((await stripe.events.list()).data).toEqual([]);
});
