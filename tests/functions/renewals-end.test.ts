import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { pay } from '#support/payments.ts';
import { createFlexiHelpers } from '#support/renewals.ts';

let world: World;
let shop: ReturnType<typeof createFlexiHelpers>;
// Each test has its own world, because it moves Stripe's clock ahead of ours.
beforeEach(async () => {
  world = await createWorld();
  shop = createFlexiHelpers(world);
});
afterEach(() => world.stop());

const PERIOD = 28;
const runChores = async () => (await world.call('error-monitor/maintenance', '', maintenanceHeaders)).body;
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

describe('a renewal', () => {
  test('that the parent ended at Stripe ends with its period, and gives no credits after it', async () => {
    const { email, subscription } = await shop.buyFlexi();
    await world.deps.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await world.waitForWork();
    expect(await shop.readStatus(subscription)).toBe('cancelling');
    await world.deps.stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    await world.waitForWork();
    expect(await shop.readStatus(subscription)).toBe('active');
    await world.deps.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await advance();
    expect(await shop.readStatus(subscription)).toBe('ended');
    expect(await shop.readCredits(email)).toEqual([3]);
  });

  test('ends although its events come in the wrong order', async () => {
    const { subscription } = await shop.buyFlexi();
    await world.payments.hold();
    await world.deps.stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await world.deps.stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    await world.payments.release({ newest_first: true });
    await world.waitForWork();
    expect(await shop.readStatus(subscription)).toBe('active');
  });

  test('the renewal of a cancelled pass is ended at Stripe once by the chores', async () => {
    const { order, subscription } = await shop.buyFlexi();
    const { id } = await world.shop.readOrder(order);
    const lines = order.lines.map(({ line_id }) => line_id);
    await world.database.as(
      { role: 'service_role' },
      (sql) => sql`select cancel_lines(${sql.json({ order_id: id })}, ${lines}::uuid[], 16700)`,
    );
    expect(await runChores()).toMatchObject({ chores: { renewals: { ok: true, result: { ended: 1 } } } });
    await world.waitForWork();
    expect(await world.deps.stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'canceled',
    });
    expect(await shop.readStatus(subscription)).toBe('ended');
    expect(await runChores()).toMatchObject({ chores: { renewals: { result: { ended: 0 } } } });
    const charged = await readEvents('invoice.paid');
    await advance();
    expect(await readEvents('invoice.paid')).toEqual(charged);
    const refunds = await world.deps.stripe.refunds.list();
    expect(refunds.data.map(({ amount }) => amount)).toEqual([16_700]);
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('the renewal of an order that was paid twice is cancelled before the second one charges again', async () => {
    const { order, url, email } = await shop.openCheckout();
    const [attempt] = await world.database.sql`
      select params from checkout_attempts a join orders o on o.id = a.order_id where o.secret = ${order.secret}`;
    const double = await world.deps.stripe.checkout.sessions.create(
      (attempt as { params: { mode: 'subscription' } }).params,
    );
    await pay(url, { fetch: world.payments.fetch });
    await pay(double.url ?? '', { fetch: world.payments.fetch });
    await world.waitForWork();
    const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'complete', limit: 100 });
    const subscriptions = data
      .filter(({ customer_email }) => customer_email === email)
      .map(({ subscription }) => subscription as string);
    const states = await Promise.all(
      subscriptions.map(async (id) => (await world.deps.stripe.subscriptions.retrieve(id)).status),
    );
    expect(states.toSorted()).toEqual(['active', 'canceled']);
    expect(await shop.readCredits(email)).toEqual([3]);
    expect(await readDiscrepancies()).toEqual([]);
  });
});

describe('without any events from Stripe', () => {
  test('the chores find the first payment, each renewal, a failure and the end', async () => {
    await world.payments.hold();
    const { url, email, order } = await shop.openCheckout();
    await pay(url, { fetch: world.payments.fetch });
    await world.shop.ageAttempts(order);
    await runChores();
    const subscription = await shop.subscriptionOf(email);
    expect(await shop.readStatus(subscription)).toBe('active');

    const next = async (days: number) => {
      await world.payments.advance(days);
      await shop.endPaidPeriod(subscription);
      await world.database.sql`delete from rate_limits `;
      await runChores();
    };
    await next(PERIOD);
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    await world.payments.setCard(subscription, 'declined');
    await next(PERIOD);
    expect(await shop.readStatus(subscription)).toBe('past_due');
    await next(20);
    expect(await shop.readStatus(subscription)).toBe('ended');
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    expect(shop.mailTemplates(email)).toEqual(['booking_confirmed', 'renewal_paid', 'payment_problem']);
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('an event comes again if Stripe fails while a renewal is recorded', async () => {
    const { email } = await shop.buyFlexi();
    await world.payments.fail({ match: 'GET /v1/invoices', status: 500, times: 2 });
    await world.payments.fail({ match: 'GET /v1/subscriptions', status: 429, times: 3 });
    await advance();
    expect(await shop.readCredits(email)).toEqual([3, 4]);
    expect(shop.mailTemplates(email)).toEqual(['booking_confirmed', 'renewal_paid']);
  });
});
