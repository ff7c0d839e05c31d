/**
 * Tests what the shop expects of Stripe, with the simulated Stripe and with a real sandbox if there is a key
 * (`STRIPE_SANDBOX_KEY=sk_test_… npx vitest run --project apart payments-contract`).
 */
import type Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { idOf } from '#support/payments.ts';
import { paymentParams, subscriptionParams, targets } from '#support/payment-targets.ts';

const seconds = () => Math.floor(Date.now() / 1000);
const invalid = (details: object) => ({ type: 'StripeInvalidRequestError', statusCode: 400, ...details });

describe.each(targets)('$name', ({ stripe, makePaidIntent, makeSubscription }) => {
  const { sessions } = stripe.checkout;

  test('opens a session from price data', async () => {
    const session = await sessions.create(paymentParams());
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_subtotal: 3800,
      amount_total: 3800,
      cancel_url: 'https://example.com/back',
      client_reference_id: 'order-1',
      currency: 'sgd',
      customer_email: 'parent@example.com',
      livemode: false,
      metadata: { order: '1' },
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: 'https://example.com/done?session_id={CHECKOUT_SESSION_ID}',
      ui_mode: 'hosted_page',
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.url).toContain(session.id);
    expect(session.payment_method_types).toContain('card');
    expect(session.allowed_payment_method_types).toEqual(['card']);
    expect(session.expires_at - session.created).toBe(24 * 60 * 60);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
  });

  test('returns line items by list and by expansion', async () => {
    const { id } = await sessions.create({
      ...paymentParams(),
      line_items: [...lines(3800, 2), ...lines(16_700, 1)],
    });
    const listed = await sessions.listLineItems(id);
    const { line_items: expanded } = await sessions.retrieve(id, { expand: ['line_items'] });
    for (const list of [listed, expanded]) {
      expect(
        list?.data.map(({ amount_total, quantity, description }) => [amount_total, quantity, description]),
      ).toEqual([
        [7600, 2, 'Pass of 3800'],
        [16_700, 1, 'Pass of 16700'],
      ]);
    }
    expect((await sessions.retrieve(id)).line_items).toBeUndefined();
  });

  test('expires a session once, and reports its expiry', async () => {
    const { id } = await sessions.create(paymentParams());
    expect(await sessions.expire(id)).toMatchObject({ id, status: 'expired', url: null });
    await expect(sessions.expire(id)).rejects.toMatchObject(invalid({}));
    const event = await vi.waitFor(async () => {
      const { data } = await stripe.events.list({ type: 'checkout.session.expired', limit: 20 });
      const found = data.find(
        (candidate) => 'id' in candidate.data.object && candidate.data.object.id === id,
      );
      return found ?? Promise.reject(new Error('No event yet.'));
    }, 20_000);
    expect(event).toMatchObject({ object: 'event', livemode: false, type: 'checkout.session.expired' });
    expect((await stripe.events.retrieve(event.id)).id).toBe(event.id);
  });

  test('accepts an expiry between 30 minutes and 24 hours', async () => {
    const expires_at = seconds() + 31 * 60;
    expect((await sessions.create({ ...paymentParams(), expires_at })).expires_at).toBe(expires_at);
    for (const minutes of [29, 25 * 60]) {
      const refused = sessions.create({ ...paymentParams(), expires_at: seconds() + minutes * 60 });
      await expect(refused).rejects.toMatchObject(invalid({ param: 'expires_at' }));
    }
  });

  test.each([
    ['payment_method_types, which no longer exists', { payment_method_types: ['card'] }, {}],
    ['an unknown parameter', { nonsense: '1' }, { code: 'parameter_unknown', param: 'nonsense' }],
    ['an invalid address', { success_url: 'done' }, { code: 'url_invalid', param: 'success_url' }],
    ['an invalid e-mail address', { customer_email: 'parent' }, { code: 'email_invalid' }],
    ['an empty name', { line_items: lines(3800, 1, '') }, { code: 'parameter_invalid_empty' }],
    ['no line items', { line_items: [] }, {}],
    ['an amount under 50 cents', { line_items: lines(49, 1) }, { code: 'amount_too_small' }],
    ['an unknown mode', { mode: 'nonsense' }, {}],
  ])('refuses %s', async (_, change, details) => {
    const params = { ...paymentParams(), ...change } as Stripe.Checkout.SessionCreateParams;
    await expect(sessions.create(params)).rejects.toMatchObject(invalid(details));
  });

  test('returns the same answer for a repeated idempotency key', async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    const first = await sessions.create(paymentParams(), key);
    const repeated = await sessions.create(paymentParams(), key);
    expect(repeated.id).toBe(first.id);
    // The type says that this is a plain object, but with the fetch client it is a Headers object.
    expect(new Headers(repeated.lastResponse.headers).get('idempotent-replayed')).toBe('true');
    await expect(sessions.create(paymentParams(4000), key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  test('returns one answer for an idempotency key that is used many times at once', async () => {
    const key = { idempotencyKey: crypto.randomUUID(), maxNetworkRetries: 5 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => sessions.create(paymentParams(), key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test('refunds in parts, and never more than was paid', async () => {
    const intent = await makePaidIntent(3800);
    const partial = await stripe.refunds.create({
      payment_intent: intent,
      amount: 1000,
      metadata: { why: 'rain' },
    });
    expect(partial).toMatchObject({
      amount: 1000,
      currency: 'sgd',
      payment_intent: intent,
      metadata: { why: 'rain' },
    });
    expect((await stripe.refunds.retrieve(partial.id)).amount).toBe(1000);
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 2801 })).rejects.toMatchObject(
      invalid({}),
    );

    const remainder = await stripe.refunds.create({ payment_intent: intent });
    expect(remainder.amount).toBe(2800);
    const list = await stripe.refunds.list({ payment_intent: intent });
    expect(list.data.map(({ id }) => id)).toEqual([remainder.id, partial.id]);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject(
      invalid({ code: 'charge_already_refunded' }),
    );
  });

  test('returns a payment with its charge', async () => {
    const intent = await stripe.paymentIntents.retrieve(await makePaidIntent(3800), {
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject({
      amount: 3800,
      amount_received: 3800,
      currency: 'sgd',
      status: 'succeeded',
    });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({
      amount: 3800,
      amount_refunded: 0,
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    });
  });

  test('opens a session for a subscription together with one-off items', async () => {
    const session = await sessions.create({
      ...subscriptionParams(),
      line_items: [...(subscriptionParams().line_items ?? []), ...lines(3800, 1)],
    });
    expect(session).toMatchObject({
      amount_total: 20_500,
      mode: 'subscription',
      payment_intent: null,
      payment_status: 'unpaid',
      subscription: null,
      payment_method_types: ['card'],
    });
    const { line_items } = await sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(line_items?.data.map(({ price }) => price?.recurring?.interval_count ?? null)).toEqual([4, null]);
  });

  test('charges nothing for a plan that begins with a free trial', async () => {
    const session = await sessions.create({
      ...subscriptionParams(),
      line_items: [...(subscriptionParams().line_items ?? []), ...lines(15_030, 1)],
      subscription_data: { trial_period_days: 28 },
    });
    expect(session.amount_total).toBe(15_030);
  });

  test.each([
    ['a plan paid once', { mode: 'payment' as const }],
    ['a subscription of nothing that renews', { line_items: lines(3800, 1) }],
    ['data of a payment', { payment_intent_data: { metadata: { order: '1' } } }],
  ])('refuses %s', async (_, change) => {
    const refused = sessions.create({ ...subscriptionParams(), ...change });
    await expect(refused).rejects.toMatchObject(invalid({}));
  });

  test('returns a subscription with its period, and its invoice with the charge', async () => {
    const id = await makeSubscription();
    const subscription = await stripe.subscriptions.retrieve(id);
    const [item] = subscription.items.data;
    expect(subscription).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      metadata: { order_id: 'order-1' },
    });
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBe(28 * 24 * 60 * 60);
    expect(item?.price.recurring).toMatchObject({ interval: 'week', interval_count: 4 });

    const [listed] = (await stripe.invoices.list({ subscription: id })).data;
    const invoice = await stripe.invoices.retrieve(listed?.id ?? '', { expand: ['payments'] });
    expect(invoice).toMatchObject({
      amount_paid: 16_700,
      billing_reason: 'subscription_create',
      currency: 'sgd',
      status: 'paid',
      parent: { subscription_details: { subscription: id, metadata: { order_id: 'order-1' } } },
    });
    const [line] = invoice.lines.data;
    expect(line?.parent?.subscription_item_details?.subscription).toBe(id);
    expect(line?.period.end).toBe(item?.current_period_end);
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent ?? null);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      amount: 16_700,
      status: 'succeeded',
    });
  });

  test('ends a subscription at the end of its period, resumes it, and ends it at once', async () => {
    const id = await makeSubscription();
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    const going = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(going).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    const cancelled = await stripe.subscriptions.cancel(id);
    expect(cancelled).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) as number });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('opens the billing portal of a customer', async () => {
    const { customer } = await stripe.subscriptions.retrieve(await makeSubscription());
    const portal = await stripe.billingPortal.sessions.create({
      customer: idOf(customer),
      return_url: 'https://example.com/back',
    });
    expect(portal).toMatchObject({
      object: 'billing_portal.session',
      customer: idOf(customer),
      return_url: 'https://example.com/back',
    });
    expect(portal.url).toMatch(/^http/);
  });

  test.each<[string, (stripe: Stripe) => Promise<unknown>]>([
    ['session', (api) => api.checkout.sessions.retrieve('cs_test_none')],
    ['payment', (api) => api.paymentIntents.retrieve('pi_none')],
    ['charge', (api) => api.charges.retrieve('ch_none')],
    ['refund', (api) => api.refunds.retrieve('re_none')],
    ['event', (api) => api.events.retrieve('evt_none')],
    ['subscription', (api) => api.subscriptions.retrieve('sub_none')],
    ['invoice', (api) => api.invoices.retrieve('in_none')],
    ['customer', (api) => api.billingPortal.sessions.create({ customer: 'cus_none' })],
  ])('returns an error for an unknown %s', async (_, ask) => {
    await expect(ask(stripe)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('refuses an invalid API key', async () => {
    const options = { apiKey: 'sk_test_other' };
    await expect(sessions.create(paymentParams(), options)).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  test('refuses an unknown route', async () => {
    await expect(stripe.rawRequest('GET', '/v1/otters')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
    });
  });
});

function lines(unit_amount: number, quantity: number, name = `Pass of ${unit_amount}`) {
  return [{ quantity, price_data: { currency: 'sgd', unit_amount, product_data: { name } } }];
}
