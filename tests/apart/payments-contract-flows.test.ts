/**
 * Runs the functions' own code with the simulated Stripe, and with a real sandbox if there is a key
 * (`STRIPE_SANDBOX_KEY=sk_test_… npx vitest run --project apart payments-contract`).
 */
import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import type { FinalizedOrder } from '#server/orders.ts';
import {
  createPayments,
  isUnreachable,
  isFinalForKey,
  isRefusedByStripe,
  verifiedEvent,
} from '#server/payments.ts';
import { cancelAtStripe, intentOfInvoice } from '#server/renewals.ts';
import { closeSession, sessionParams } from '#server/session.ts';
import { idOf } from '#support/payments.ts';
import { targets } from '#support/payment-targets.ts';

type Line = FinalizedOrder['lines'][number];
const line = (title: string, price_cents: number, more: Partial<Line> = {}): Line => ({
  title,
  price_cents,
  description: 'Red Otter A, Sat 28 Nov 2026, 10.30 am',
  renews: false,
  renewal_cents: null,
  ...more,
});
const finalizedOrder = (...lines: Line[]): FinalizedOrder => ({
  order_id: crypto.randomUUID(),
  number: 'OT-4K7M',
  is_paid: false,
  pays_part: null,
  attempt: 0,
  total_cents: lines.reduce((sum, { price_cents }) => sum + price_cents, 0),
  currency: 'SGD',
  lines,
  parent_email: 'parent@example.com',
  open_session_id: null,
  stored_params: null,
  same_terms: false,
  pay_until: null,
});
const addresses = { success: 'https://example.com/done?order=1', cancel: 'https://example.com/back' };
const paramsOf = (order: FinalizedOrder) => sessionParams(order, addresses, new Date());
const flexi = line('Flexi Pass', 16_700, { renews: true, renewal_cents: 16_700 });
const cheaperFlexi = line('Flexi Pass', 15_030, { renews: true, renewal_cents: 16_700 });

describe.each(targets)('$name', ({ stripe, makePaidIntent, makeSubscription }) => {
  const { sessions } = stripe.checkout;

  /** Returns the newest event of a type about this object. */
  const eventAbout = (type: string, id: string) =>
    vi.waitFor(async () => {
      const { data } = await stripe.events.list({ type, limit: 50 });
      const found = data.find(({ data: { object } }) => 'id' in object && object.id === id);
      return found ?? Promise.reject(new Error(`No ${type} yet.`));
    }, 20_000);

  test.each([
    ['things paid once', finalizedOrder(line('Term Pass', 69_700), line('Spark Camp', 54_900)), 'payment'],
    ['a pass that renews', finalizedOrder(flexi), 'subscription'],
    [
      'a subscription with cheaper first weeks, beside a camp',
      finalizedOrder(cheaperFlexi, line('Spark Camp', 54_900)),
      'subscription',
    ],
  ])('creates the session of %s with our parameters', async (_, order, mode) => {
    const params = paramsOf(order);
    const session = await sessions.create(params, { idempotencyKey: `${order.order_id}:1` });
    expect(session).toMatchObject({
      mode,
      amount_total: order.total_cents,
      currency: 'sgd',
      client_reference_id: order.order_id,
      customer_email: order.parent_email,
      expires_at: params.expires_at,
      metadata: { order_number: order.number },
      payment_status: 'unpaid',
      status: 'open',
      success_url: addresses.success,
    });

    // The session is the same when its stored JSON is sent again after a crash.
    const storedParams = JSON.parse(JSON.stringify(params)) as typeof params;
    const repeated = await sessions.create(storedParams, { idempotencyKey: `${order.order_id}:1` });
    expect(repeated.id).toBe(session.id);
    const looked = await sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(looked).toMatchObject({ id: session.id, url: session.url, payment_intent: null, invoice: null });
  });

  test('expires a session once, and says how the session ended when asked again', async () => {
    const { id } = await sessions.create(paramsOf(finalizedOrder(line('Term Pass', 69_700))));
    expect(await closeSession(stripe, id)).toMatchObject({ id, status: 'expired', payment_status: 'unpaid' });
    expect(await closeSession(stripe, id)).toMatchObject({ id, status: 'expired' });
    const event = await eventAbout('checkout.session.expired', id);
    expect(event.data.object).toMatchObject({ object: 'checkout.session', status: 'expired' });
  });

  test('refunds once under one key, lists the refund by payment and by charge, and reports the refund', async () => {
    const intent = await makePaidIntent(5000);
    const id = crypto.randomUUID();
    const send = (amount = 3000) =>
      stripe.refunds.create(
        { payment_intent: intent, amount, metadata: { refund_id: id } },
        { idempotencyKey: id },
      );
    const refund = await send();
    expect(refund).toMatchObject({ object: 'refund', amount: 3000, payment_intent: intent });
    expect(['pending', 'succeeded']).toContain(refund.status);
    expect((await send()).id).toBe(refund.id);
    await expect(send(2000)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });

    const charge = idOf(refund.charge);
    for (const where of [{ payment_intent: intent }, { charge }]) {
      const { data } = await stripe.refunds.list({ ...where, limit: 100 });
      expect(data.map((one) => [one.id, one.metadata?.['refund_id']])).toEqual([[refund.id, id]]);
    }
    expect((await eventAbout('refund.created', refund.id)).data.object).toMatchObject({
      payment_intent: intent,
      metadata: { refund_id: id },
    });
    expect((await eventAbout('charge.refunded', charge)).data.object).toMatchObject({
      amount_refunded: 3000,
      refunded: false,
    });
  });

  test('finds the charge of an invoice, and reports its payment', async () => {
    const subscription = await makeSubscription();
    const { data } = await stripe.invoices.list({ subscription, limit: 12 });
    expect(data).toHaveLength(1);
    const invoice = data[0]?.id ?? '';
    const intent = await intentOfInvoice(stripe, invoice);
    expect(await stripe.paymentIntents.retrieve(intent ?? '')).toMatchObject({ amount: 16_700 });
    const event = await eventAbout('invoice.paid', invoice);
    expect(event.data.object).toMatchObject({ billing_reason: 'subscription_create' });
    // Listing is not an error, whether or not the subscription has a session.
    expect((await sessions.list({ subscription })).object).toBe('list');
  });

  test('ends a subscription, accepts a second request, and reports the end', async () => {
    const subscription = await makeSubscription();
    await cancelAtStripe(stripe, subscription);
    await cancelAtStripe(stripe, subscription);
    expect((await eventAbout('customer.subscription.deleted', subscription)).data.object).toMatchObject({
      status: 'canceled',
      metadata: { order_id: 'order-1' },
    });
  });

  test('opens the billing portal of a customer with a subscription', async () => {
    const customer = idOf((await stripe.subscriptions.retrieve(await makeSubscription())).customer);
    const return_url = 'https://example.com/family-base';
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url });
    expect(URL.canParse(url)).toBe(true);
  });

  test('signs each event in the envelope that we verify', async () => {
    const { id } = await sessions.create(paramsOf(finalizedOrder(line('Term Pass', 69_700))));
    await sessions.expire(id);
    const event = await eventAbout('checkout.session.expired', id);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/) as string,
      object: 'event',
      api_version: expect.any(String) as string,
      created: expect.any(Number) as number,
      livemode: false,
      pending_webhooks: expect.any(Number) as number,
      type: 'checkout.session.expired',
    });
    const payload = JSON.stringify(event);
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_contract' });
    expect((await verifiedEvent(stripe, 'whsec_contract', payload, header)).id).toBe(event.id);
    await expect(verifiedEvent(stripe, 'whsec_other', payload, header)).rejects.toThrow('unauthorized');
  });

  const failure = (work: () => Promise<unknown>): Promise<unknown> =>
    work().then(
      () => Promise.reject(new Error('It was not refused.')),
      (error: unknown) => error,
    );

  test.each<[string, () => Promise<unknown>]>([
    ['parameters', () => sessions.create({ ...paramsOf(finalizedOrder(line('Term Pass', 1))) })],
    ['an id', () => sessions.expire('cs_test_none')],
    [
      'an amount',
      async () => stripe.refunds.create({ payment_intent: await makePaidIntent(1000), amount: 1001 }),
    ],
  ])('refuses %s with an error that we treat as final', async (_, ask) => {
    const error = await failure(ask);
    expect([isRefusedByStripe(error), isFinalForKey(error), isUnreachable(error)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(error).toMatchObject({
      rawType: 'invalid_request_error',
      message: expect.stringMatching(/\w/) as string,
      requestId: expect.stringMatching(/^req_/) as string,
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an invalid key', () => stripe.events.list({}, { apiKey: 'sk_test_other' })],
    [
      'one idempotency key for two requests',
      async () => {
        const key = { idempotencyKey: crypto.randomUUID() };
        await sessions.create(paramsOf(finalizedOrder(line('Term Pass', 69_700))), key);
        return await sessions.create(paramsOf(finalizedOrder(line('Term Pass', 71_500))), key);
      },
    ],
  ])('refuses %s with an error that we do not treat as an answer about the order', async (_, ask) => {
    const error = await failure(ask);
    expect(error).toBeInstanceOf(Stripe.errors.StripeError);
    expect([isRefusedByStripe(error), isFinalForKey(error), isUnreachable(error)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

test('an unreachable Stripe is recognised as unavailable', async () => {
  const unreachable = createPayments({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_API_URL: 'http://127.0.0.1:1',
  });
  const request = unreachable.events.list({}, { maxNetworkRetries: 0 });
  expect(await request.catch(isUnreachable)).toBe(true);
});
