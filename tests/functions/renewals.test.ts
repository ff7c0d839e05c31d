import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { pay } from '#support/payments.ts';
import { createFlexiHelpers } from '#support/renewals.ts';
import { withoutRandom } from '#support/random-values.ts';

let world: World;
let shop: ReturnType<typeof createFlexiHelpers>;
// Each test has its own world, because it moves Stripe's clock ahead of ours.
beforeEach(async () => {
  world = await createWorld();
  shop = createFlexiHelpers(world);
});
afterEach(() => world.stop());

const PERIOD = 28;
/** Lets four weeks pass, and waits until all their events are delivered. */
async function advance(days = PERIOD): Promise<void> {
  await world.payments.advance(days);
  await world.waitForWork();
}
const readEvents = async (type: string) =>
  (await world.deps.stripe.events.list({ type, limit: 100 })).data.map(({ id }) => id);
/**
 * Returns the charges that are wrong in our books, because they have no order and no open decision, or were entered
 * twice.
 */
const readDiscrepancies = async () =>
  (await world.database.sql`select rule from private.discrepancies() where rule not like 'mail%'`).map(
    ({ rule }) => rule as string,
  );

describe('a pass that renews', () => {
  test('is paid by card, every 4 weeks, and nothing about the child is sent to Stripe', async () => {
    world.stripeRequests.splice(0);
    const { order } = await shop.openCheckout();
    const call = world.stripeRequests.find((sent) => sent.startsWith('POST /v1/checkout/sessions ')) ?? '';
    const params = new URLSearchParams(call.split(' ').slice(2).join(' '));
    expect(Object.fromEntries(params)).toMatchObject({
      mode: 'subscription',
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][price_data][unit_amount]': '16700',
      'line_items[0][price_data][recurring][interval]': 'week',
      'line_items[0][price_data][recurring][interval_count]': '4',
      'subscription_data[metadata][order_number]': order.number,
    });
    expect(withoutRandom(call)).not.toMatch(/paynow|grabpay|Kai|2018/);
  });

  test('begins with its first payment: credits once, a refundable charge, one mail', async () => {
    const { email, order, session, subscription } = await shop.buyFlexi();
    expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid' });
    expect(await world.shop.countBookings(session)).toBe(1);
    expect(await shop.readCredits(email)).toEqual([3]);
    expect(await shop.readStatus(subscription)).toBe('active');
    expect(shop.mailTemplates(email)).toEqual(['booking_confirmed']);
    const [payment] = await world.database.sql`
      select payment_intent, invoice_id from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
    expect(payment).toEqual({
      payment_intent: expect.stringMatching(/^pi_/) as string,
      invoice_id: expect.stringMatching(/^in_/) as string,
    });
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('gives credits for each period, once per invoice, with a receipt', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await advance();
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    await advance();
    expect(await shop.readCredits(email)).toEqual([3, 4, 4]);
    for (const event of await readEvents('invoice.paid')) await world.payments.resend(event);
    await world.waitForWork();
    expect(await shop.readCredits(email)).toEqual([3, 4, 4]);
    expect(shop.mailTemplates(email)).toEqual(['booking_confirmed', 'renewal_paid', 'renewal_paid']);
    expect(await shop.readStatus(subscription)).toBe('active');
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('may get its events four times, with the newest first', async () => {
    await world.payments.hold();
    const { url, email } = await shop.openCheckout();
    await pay(url, { fetch: world.payments.fetch });
    await world.payments.advance(PERIOD);
    await world.payments.duplicate(3);
    await world.payments.release({ newest_first: true });
    await world.waitForWork();
    await world.payments.duplicate(0);
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    expect(await shop.readStatus(await shop.subscriptionOf(email))).toBe('active');
    expect(shop.mailTemplates(email).toSorted()).toEqual(['booking_confirmed', 'renewal_paid']);
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('shares one card payment with a pass that does not renew, and only the first renews', async () => {
    const [pass, once] = [await world.shop.makeFlexiOffer(), await world.shop.makeOffer()];
    const lines = [
      { offer_id: once.id, child: 0, expected_price_cents: once.price_cents },
      { offer_id: pass.id, child: 0, expected_price_cents: pass.price_cents },
    ];
    const order = await world.deps.db.rpc('hold_order', { p_order: { lines, children: [{}] } });
    const { secret } = order as { secret: string };
    const { body } = await world.call<{ url: string }>('create-checkout', {
      secret,
      expected_total_cents: 86_400,
      details: {
        parent: { name: 'Mei Tan', email: 'both@example.com', phone: '+6591234567' },
        children: [{ name: 'Lin Tan', dob: '2018-04-03' }],
        consents: { terms: true, activity: true },
      },
    });
    await pay(body.url, { fetch: world.payments.fetch });
    await world.waitForWork();
    await advance();
    expect((await shop.readCredits('both@example.com')).toSorted((a, b) => a - b)).toEqual([4, 4, 18]);
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('cannot be paid together with another one that renews, which is refused before Stripe is called', async () => {
    const pass = await world.shop.makeFlexiOffer();
    const lines = [0, 1].map((child) => ({
      offer_id: pass.id,
      child,
      expected_price_cents: pass.price_cents,
    }));
    const order = await world.deps.db.rpc('hold_order', { p_order: { lines, children: [{}, {}] } });
    world.stripeRequests.splice(0);
    const answer = await world.call('create-checkout', {
      secret: (order as { secret: string }).secret,
      expected_total_cents: 33_400,
      details: {
        parent: { name: 'Mei Tan', email: 'two@example.com', phone: '+6591234567' },
        children: ['Lin', 'Kai'].map((name) => ({ name: `${name} Tan`, dob: '2018-04-03' })),
        consents: { terms: true, activity: true },
      },
    });
    expect(answer).toEqual({ status: 400, body: { code: 'invalid_input', field: 'lines[1]' } });
    expect(world.stripeRequests).toEqual([]);
  });

  test('costs less in the first weeks with a code, and its full price at each renewal', async () => {
    await world.database.sql`insert into promotion_codes (code, percent) values ('WELCOME10', 10)`;
    const pass = await world.shop.makeFlexiOffer();
    const order = await world.deps.db.rpc('hold_order', {
      p_order: {
        lines: [{ offer_id: pass.id, child: 0, expected_price_cents: 16_700 }],
        children: [{}],
        code: 'WELCOME10',
      },
    });
    const { secret } = order as { secret: string };
    const { body } = await world.call<{ url: string }>('create-checkout', {
      secret,
      expected_total_cents: 15_030,
      details: {
        parent: { name: 'Mei Tan', email: 'code@example.com', phone: '+6591234567' },
        children: [{ name: 'Lin Tan', dob: '2018-04-03' }],
        consents: { terms: true, activity: true },
      },
    });
    await pay(body.url, { fetch: world.payments.fetch });
    await world.waitForWork();
    await advance();
    expect(await shop.readCredits('code@example.com')).toEqual([4, 4]);
    const charged = await world.database.sql`
      select p.amount_cents from payments p join orders o on o.id = p.order_id
      where o.parent_email = 'code@example.com' order by p.created_at`;
    expect(charged.map(({ amount_cents }) => amount_cents as number)).toEqual([15_030, 16_700]);
    expect(await readDiscrepancies()).toEqual([]);
  });
});

describe('a renewal that fails', () => {
  test('is reported once per attempt; a card that works again brings the credits', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await world.payments.setCard(subscription, 'declined');
    await advance();
    expect(await shop.readStatus(subscription)).toBe('past_due');
    expect(await shop.readCredits(email)).toEqual([3]);
    await advance(3);
    for (const event of await readEvents('invoice.payment_failed')) await world.payments.resend(event);
    await world.waitForWork();
    expect(shop.mailTemplates(email)).toEqual(['booking_confirmed', 'payment_problem', 'payment_problem']);

    await world.payments.setCard(subscription, 'good');
    await advance(5);
    expect(await shop.readStatus(subscription)).toBe('active');
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    // A late event about a failed attempt changes nothing.
    for (const event of await readEvents('invoice.payment_failed')) await world.payments.resend(event);
    await world.waitForWork();
    expect(await shop.readStatus(subscription)).toBe('active');
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('for good ends the subscription, and the pass that was paid stays', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await world.payments.setCard(subscription, 'declined');
    for (const days of [PERIOD, 3, 5, 7]) await advance(days);
    expect(await shop.readStatus(subscription)).toBe('ended');
    expect(await shop.readCredits(email)).toEqual([3]);
    expect(shop.mailTemplates(email).filter((mail) => mail === 'payment_problem')).toHaveLength(4);
    await advance();
    expect(await shop.readCredits(email)).toEqual([3]);
  });
});

describe('an event about a failed renewal', () => {
  const sendEvent = (object: object) => {
    const payload = JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'invoice.payment_failed',
      data: { object },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: world.deps.env.STRIPE_WEBHOOK_SECRET,
    });
    return world.call<{ result: string }>('stripe-webhook', payload, { 'stripe-signature': signature });
  };
  const readInvoices = async (subscription: string) =>
    (await world.deps.stripe.invoices.list({ subscription, limit: 10 })).data;

  test('is understood in the format of another version, and the invoice is read from Stripe', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await world.payments.hold(['invoice.payment_failed', 'customer.subscription.updated']);
    await world.payments.setCard(subscription, 'declined');
    await advance();
    const [invoice] = await readInvoices(subscription);
    const old = { id: invoice?.id, object: 'invoice', subscription, attempt_count: 77, paid: false };
    expect((await sendEvent(old)).body.result).toBe('past_due');
    await world.waitForWork();
    const mails = await world.database.sql`select key, payload ->> 'next_attempt_at' as next from outbox
      where template = 'payment_problem' and recipient = ${email}`;
    expect(mails).toEqual([
      {
        key: expect.stringMatching(`^payment_problem:${invoice?.id}:1:`) as string,
        next: expect.stringMatching(/Z$/) as string,
      },
    ]);
    await world.payments.release();
  });

  test('brings its credits if the invoice was paid meanwhile', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await world.payments.hold(['invoice.paid']);
    await advance();
    expect(await shop.readCredits(email)).toEqual([3]);
    const [invoice] = await readInvoices(subscription);
    const untrue = { ...invoice, status: 'open', attempted: true, attempt_count: 1 };
    expect((await sendEvent(untrue)).body.result).toBe('confirmed');
    expect(await shop.readStatus(subscription)).toBe('active');
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    expect(shop.mailTemplates(email)).not.toContain('payment_problem');
    await world.payments.release();
    await world.waitForWork();
    expect(await shop.readCredits(email)).toEqual([3, 4]);
  });
});
