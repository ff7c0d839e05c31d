import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPayments, type Payments } from '#local/payments/start.ts';
import { pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_disputes';
let payments: Payments;
let stripe: Stripe;
let endpoint: Awaited<ReturnType<typeof startWebhookEndpoint>>;
beforeAll(async () => {
  endpoint = await startWebhookEndpoint(secret);
  payments = await startPayments({
    port: 0,
    secretKey: 'sk_test_disputes',
    webhook: { url: endpoint.url, secret },
    retryMs: [20],
  });
  const { hostname, port } = new URL(payments.url);
  stripe = new Stripe('sk_test_disputes', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
beforeEach(async () => {
  await payments.settled();
  endpoint.received.splice(0);
});
afterAll(async () => {
  await payments.stop();
  await endpoint.stop();
});

async function payNow(): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.test/done',
    line_items: [
      { quantity: 1, price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-out' } } },
    ],
  });
  await pay(session.url ?? '', { method: 'card' });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  return payment_intent as string;
}
const eventTypes = async () => {
  await payments.settled();
  return endpoint.types().filter((type) => type.startsWith('charge.dispute.'));
};
const readRefusal = (intent: string) =>
  stripe.refunds
    .create({ payment_intent: intent })
    .catch((error: unknown) => (error as { code?: string }).code);

test('a dispute takes the money at once, sends its signed webhook, and allows no refund', async () => {
  const intent = await payNow();
  const id = await payments.dispute(intent, { reason: 'product_not_received' });
  expect(await eventTypes()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
  expect(endpoint.rejected).toEqual([]);
  const dispute = await stripe.disputes.retrieve(id);
  expect(dispute).toMatchObject({
    payment_intent: intent,
    amount: 3800,
    reason: 'product_not_received',
    status: 'needs_response',
    balance_transactions: [{ amount: -3800 }],
  });
  expect(await stripe.charges.retrieve(dispute.charge as string)).toMatchObject({ disputed: true });
  expect(await readRefusal(intent)).toBe('charge_disputed');
});

test('a won dispute returns the money, and the charge may be refunded', async () => {
  const intent = await payNow();
  const id = await payments.dispute(intent);
  await payments.decide(id, 'won');
  expect((await eventTypes()).slice(2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
  const { status, balance_transactions } = await stripe.disputes.retrieve(id);
  expect([status, balance_transactions.map(({ amount }) => amount)]).toEqual(['won', [-3800, 3800]]);
  expect(await readRefusal(intent)).toMatchObject({ amount: 3800 });
});

test('a lost dispute leaves the money with the customer, allows no refund, and is closed once', async () => {
  const intent = await payNow();
  const id = await payments.dispute(intent, { amount: 1000 });
  await payments.decide(id, 'lost');
  expect((await eventTypes()).at(-1)).toBe('charge.dispute.closed');
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost', amount: 1000 });
  expect(await readRefusal(intent)).toBe('charge_disputed');
  await expect(payments.decide(id, 'won')).rejects.toThrow('already closed');
});

test('an inquiry takes nothing until it is lost', async () => {
  const [quiet, loud] = [await payNow(), await payNow()];
  const [won, lost] = [
    await payments.dispute(quiet, { inquiry: true }),
    await payments.dispute(loud, { inquiry: true }),
  ];
  expect(await eventTypes()).toEqual(['charge.dispute.created', 'charge.dispute.created']);
  await payments.decide(won, 'won');
  await payments.decide(lost, 'lost');
  expect(await stripe.disputes.retrieve(won)).toMatchObject({
    status: 'warning_closed',
    balance_transactions: [],
  });
  expect(await stripe.disputes.retrieve(lost)).toMatchObject({ balance_transactions: [{ amount: -3800 }] });
  expect((await stripe.disputes.list({ payment_intent: loud })).data.map(({ id }) => id)).toEqual([lost]);
});
