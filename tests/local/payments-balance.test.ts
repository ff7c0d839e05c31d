/** Compares the simulated balance and payouts with Stripe's documentation (local/payments/README.md). */
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPayments, type Payments } from '#local/payments/start.ts';
import { pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_balance';
let payments: Payments;
let stripe: Stripe;
let endpoint: Awaited<ReturnType<typeof startWebhookEndpoint>>;
beforeAll(async () => {
  endpoint = await startWebhookEndpoint(secret);
});
beforeEach(async () => {
  endpoint.received.splice(0);
  payments = await startPayments({
    port: 0,
    secretKey: 'sk_test_balance',
    webhook: { url: endpoint.url, secret },
    retryMs: [20],
  });
  const { hostname, port } = new URL(payments.url);
  stripe = new Stripe('sk_test_balance', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  return () => payments.stop();
});
afterAll(() => endpoint.stop());

async function payNow(cents: number, method: 'card' | 'paynow' = 'card'): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.test/done',
    line_items: [
      { quantity: 1, price_data: { currency: 'sgd', unit_amount: cents, product_data: { name: 'Try-out' } } },
    ],
  });
  await pay(session.url ?? '', { method });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  return payment_intent as string;
}
const transactions = async (params: Stripe.BalanceTransactionListParams = {}) =>
  (await stripe.balanceTransactions.list({ limit: 100, ...params })).data.toReversed();
const payouts = async () => (await stripe.payouts.list({ limit: 100 })).data.toReversed();
const parts = (list: Stripe.BalanceTransaction[]) =>
  list.map(({ type, reporting_category, amount, fee, net }) => [type, reporting_category, amount, fee, net]);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      const { code, param, message, statusCode } = error as Stripe.errors.StripeError;
      return { code, param, message, status: statusCode };
    },
  );

test('a payment, its refund, disputes and fees change the balance, and Stripe keeps its fees', async () => {
  const card = await payNow(10_000);
  await payNow(10_000, 'paynow');
  await stripe.refunds.create({ payment_intent: card, amount: 4000 });
  const disputed = await payNow(3800);
  await payments.decide(await payments.dispute(disputed), 'won');
  await payments.adjust({ type: 'stripe_fee', amount: -250 });
  expect(parts(await transactions())).toEqual([
    ['charge', 'charge', 10_000, 390, 9610],
    ['payment', 'charge', 10_000, 130, 9870],
    ['refund', 'refund', -4000, 0, -4000],
    ['charge', 'charge', 3800, 179, 3621],
    ['adjustment', 'dispute', -3800, 1500, -5300],
    ['adjustment', 'dispute_reversal', 3800, 0, 3800],
    ['stripe_fee', 'fee', -250, 0, -250],
  ]);
});

test('objects name their balance transaction, which names them', async () => {
  const intent = await payNow(5000);
  const refund = await stripe.refunds.create({ payment_intent: intent });
  await payments.failRefund(refund.id, 'lost_or_stolen_card');
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  const charge = latest_charge as Stripe.Charge;
  const [first, second, third] = await transactions({ expand: ['data.source'] });
  expect(first).toMatchObject({
    id: charge.balance_transaction,
    source: { id: charge.id, payment_intent: intent },
    fee_details: [{ amount: 220, currency: 'sgd', type: 'stripe_fee' }],
    status: 'pending',
  });
  const failed = await stripe.refunds.retrieve(refund.id);
  expect(second).toMatchObject({ id: failed.balance_transaction, source: { id: refund.id } });
  expect(third).toMatchObject({
    id: failed.failure_balance_transaction,
    type: 'refund_failure',
    amount: 5000,
  });
});

test('the balance is paid out at midnight and arrives two days later, and its items add up to it', async () => {
  await payNow(10_000);
  await payments.adjust({ type: 'stripe_fee', amount: -250 });
  await payments.advance(1);
  const [payout] = await payouts();
  expect(payout).toMatchObject({ amount: 9360, status: 'in_transit', automatic: true, currency: 'sgd' });
  expect((payout?.arrival_date ?? 0) - (payout?.created ?? 0)).toBe(2 * 24 * 60 * 60);
  await payments.advance(3);
  await payments.settled();
  expect(endpoint.types().filter((type) => type.startsWith('payout.'))).toEqual([
    'payout.created',
    'payout.reconciliation_completed',
    'payout.paid',
  ]);
  expect(await payouts()).toMatchObject([
    { id: payout?.id, status: 'paid', reconciliation_status: 'completed' },
  ]);
  const listed = await transactions({ payout: payout?.id ?? '' });
  expect(parts(listed)).toEqual([
    ['charge', 'charge', 10_000, 390, 9610],
    ['stripe_fee', 'fee', -250, 0, -250],
    ['payout', 'payout', -9360, 0, -9360],
  ]);
});

test('a failed payout comes back to the balance and goes out with the next one', async () => {
  await payNow(10_000);
  await payments.advance(4);
  const [first] = await payouts();
  await payments.failPayout(first?.id ?? '', 'account_closed');
  await payments.advance(1);
  const [failed, next] = await payouts();
  expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
  expect(next).toMatchObject({ amount: 9610, status: 'in_transit' });
  expect(parts(await transactions({ payout: next?.id ?? '' }))[0]).toEqual([
    'payout_failure',
    'payout_reversal',
    9610,
    0,
    9610,
  ]);
});

test('a balance below zero or in another currency is not paid out', async () => {
  const intent = await payNow(1000);
  await payments.dispute(intent);
  await payments.adjust({ type: 'adjustment', amount: 700, currency: 'usd' });
  await payments.advance(3);
  expect(await payouts()).toEqual([]);
});

test('lists go on from page to page, use filters, and refuse invalid ones as Stripe does', async () => {
  for (let at = 0; at < 120; at += 1) await payments.adjust({ type: 'adjustment', amount: at + 1 });
  const first = await stripe.balanceTransactions.list({ limit: 100 });
  expect([first.has_more, first.data.length, first.data[0]?.amount]).toEqual([true, 100, 120]);
  const last = await stripe.balanceTransactions.list({
    limit: 100,
    starting_after: first.data[99]?.id ?? '',
  });
  expect([last.has_more, last.data.length, last.data.at(-1)?.amount]).toEqual([false, 20, 1]);
  expect(await transactions({ created: { gt: Math.floor(Date.now() / 1000) + 60 } })).toEqual([]);
  expect(await refusal(stripe.balanceTransactions.list({ limit: 101 }))).toMatchObject({
    status: 400,
    param: 'limit',
  });
  expect(await refusal(stripe.balanceTransactions.list({ payout: 'po_none' }))).toMatchObject({
    status: 404,
    code: 'resource_missing',
    param: 'payout',
    message: "No such payout: 'po_none'",
  });
  expect(await refusal(stripe.payouts.retrieve('po_none'))).toMatchObject({ code: 'resource_missing' });
  expect(await refusal(stripe.payouts.list({ status: 'lost' }))).toMatchObject({
    status: 400,
    param: 'status',
  });
  expect(await refusal(stripe.balanceTransactions.list({ expand: ['data.payout'] }))).toMatchObject({
    status: 400,
  });
});
