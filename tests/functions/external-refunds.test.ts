/** The webhook reports refunds made in Stripe's dashboard (decisions "Refunds made at Stripe"). */
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendRefunds } from '#server/refunds.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { requestRefund } from '#support/functions-refunds.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.waitForWork();
  world.mail.delivered.splice(0);
});

const requestRefundOf = (cents?: number) => requestRefund(world, cents);
const chores = () => world.call('error-monitor/maintenance', '', maintenanceHeaders);
const sentFor = async (intent: string) =>
  (await world.deps.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const readDecisions = async (intent: string) =>
  (
    await world.database.sql<{ decision: string }[]>`
      select d.kind || ' ' || coalesce(d.resolution, d.status) as decision
      from payment_decisions d join payments p on p.id = d.payment_id where p.payment_intent = ${intent} order by d.created_at`
  ).map(({ decision }) => decision);

describe('a refund made in Stripe’s dashboard', () => {
  /** Returns a paid order of which this amount was refunded in Stripe's dashboard. */
  async function byHand(cents: number) {
    const { id, intent } = await requestRefundOf(1_000);
    await chores();
    await world.waitForWork();
    world.mail.delivered.splice(0);
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: cents });
    await world.waitForWork();
    const rows = await world.database.sql`
      select r.amount_cents, r.status, r.reason from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.id <> ${id}`;
    return { intent, rows };
  }

  test('is recorded once, mailed to the parent, and reduces what can be refunded', async () => {
    const { intent, rows } = await byHand(60_000);
    expect(rows).toEqual([{ amount_cents: 60_000, status: 'succeeded', reason: 'external' }]);
    expect(world.mail.delivered.map(({ key }) => key.split(':')[0])).toEqual(['refund_sent']);
    const [order] = await world.database
      .sql`select order_id as id from payments where payment_intent = ${intent}`;
    const more = { p_order_id: order?.['id'] as string, p_cents: 10_000, p_reason: 'goodwill' };
    await expect(world.deps.db.rpc('refund_order', more)).rejects.toThrow('refund_too_much');

    const { data } = await world.deps.stripe.events.list({ type: 'charge.refunded', limit: 1 });
    await Promise.all([1, 2, 3].map(() => world.payments.resend(data[0]?.id ?? '')));
    await world.waitForWork();
    expect(world.mail.delivered).toHaveLength(1);
    expect(await readDecisions(intent)).toEqual(['external_refund open']);
  });

  test('that covers a part of our own requested refund counts toward it', async () => {
    const { intent } = await requestRefundOf(20_000);
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 60_000 });
    await world.waitForWork();
    const rows = await world.database.sql`
      select r.amount_cents as cents, r.status, r.last_error as error from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} order by r.created_at, r.amount_cents`;
    expect(rows).toEqual([
      { cents: 20_000, status: 'failed', error: 'replaced' },
      { cents: 60_000, status: 'succeeded', error: null },
      { cents: 9_700, status: 'requested', error: null },
    ]);
    await sendRefunds(world.deps);
    expect((await sentFor(intent)).toSorted()).toEqual([60_000, 9_700]);
    expect(await readDecisions(intent)).toEqual(['external_refund open']);
  });

  test('a refund of a charge that did not fit its order is accepted with every webhook, and leaves no decision open', async () => {
    const { intent } = await requestRefundOf(1_000);
    await chores();
    await world.waitForWork();
    await world.database.sql`
      update payments set result = 'duplicate_payment' where payment_intent = ${intent}`;
    await world.database.sql`
      insert into payment_decisions (kind, payment_id, order_id)
      select 'duplicate_payment', id, order_id from payments where payment_intent = ${intent}`;
    await world.deps.stripe.refunds.create({ payment_intent: intent });
    await world.waitForWork();
    expect(await readDecisions(intent)).toEqual(['duplicate_payment refund']);
    const { deliveries } = await world.payments.deliveries();
    expect(deliveries.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('that is reported before its charge makes the function read the charge', async () => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
    const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
    await world.payments.hold(['checkout.session.completed']);
    const paying = pay(url, { fetch: world.payments.fetch });
    const { data } = await waitForCharge();
    const intent = data.payment_intent as string;
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 500 });
    await world.payments.release();
    await paying;
    await world.waitForWork();
    expect(await readDecisions(intent)).toEqual(['external_refund open']);
    expect((await world.shop.readOrder(order)).status).toBe('paid');
  });
});

/** Waits for the newest charge at Stripe. */
const waitForCharge = () =>
  vi.waitFor(async () => {
    const { data } = await world.deps.stripe.events.list({ type: 'charge.succeeded', limit: 1 });
    const storedRefunds = await world.database.sql`
      select payment_intent as intent from payments`;
    const charge = data[0]?.data.object as Stripe.Charge | undefined;
    if (!charge || storedRefunds.some(({ intent }) => intent === charge.payment_intent))
      throw new Error('no charge yet');
    return { data: charge };
  }, 5_000);
