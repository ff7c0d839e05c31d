import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendRefunds } from '#server/refunds.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.payments.release();
  await world.payments.duplicate(0);
  await world.waitForWork();
});

async function toPay() {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  return { order, url };
}
async function buy() {
  const { order, url } = await toPay();
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  const { id } = await world.shop.readOrder(order);
  const [row] = await world.database.sql<[{ intent: string }]>`
    select payment_intent as intent from payments where order_id = ${id}`;
  return { id, intent: row.intent };
}
const readDispute = async (provider: string) =>
  (
    await world.database.sql`
      select amount_cents, outcome, withdrawn_cents, payment_id is not null as met from payment_disputes
      where provider_dispute_id = ${provider}`
  )[0];
const readDecisions = async (id: string) =>
  (
    await world.database.sql`
      select status from payment_decisions where order_id = ${id} and kind = 'disputed'`
  ).map(({ status }) => status as string);
const refund = (id: string) =>
  world.deps.db.rpc('refund_order', { p_order_id: id, p_cents: 100, p_reason: 'goodwill' });
const readDiscrepancies = async () =>
  (
    await world.database
      .sql`select rule from private.discrepancies('{access_after_lost_dispute,dispute_without_decision,dispute_without_charge}')`
  ).map(({ rule }) => rule as string);

describe('a dispute', () => {
  test('is recorded and blocks refunds, which are sent once it is won', async () => {
    const { id, intent } = await buy();
    const dispute = await world.payments.dispute(intent);
    await world.waitForWork();
    expect(await readDispute(dispute)).toEqual({
      amount_cents: 69_700,
      outcome: null,
      withdrawn_cents: 69_700,
      met: true,
    });
    expect(await readDecisions(id)).toEqual(['open']);
    await expect(refund(id)).rejects.toThrow('charge_disputed');
    await world.payments.decide(dispute, 'won');
    await world.waitForWork();
    expect(await readDispute(dispute)).toMatchObject({ outcome: 'won', withdrawn_cents: 0 });
    expect(await readDecisions(id)).toEqual(['resolved']);
    await refund(id);
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('that is lost is a discrepancy until staff have decided', async () => {
    const { id, intent } = await buy();
    const dispute = await world.payments.dispute(intent);
    await world.payments.decide(dispute, 'lost');
    await world.waitForWork();
    expect(await readDispute(dispute)).toMatchObject({ outcome: 'lost' });
    expect(await readDiscrepancies()).toEqual(['access_after_lost_dispute']);
    const [decision] = await world.database.sql<[{ id: string }]>`
      select id from payment_decisions where order_id = ${id} and kind = 'disputed'`;
    world.mail.delivered.splice(0);
    await world.deps.db.rpc('resolve_decision', { p_decision_id: decision.id, p_resolution: 'ended' });
    await world.call('drain-outbox', '', { authorization: `Bearer ${world.deps.env.MAINTENANCE_SECRET}` });
    expect(world.mail.delivered.map(({ text }) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining('Your bank has returned this payment to you') as string,
    ]);
    expect(await readDiscrepancies()).toEqual([]);
  });

  test('may be reported four times, newest first, and before the payment itself', async () => {
    await world.payments.hold();
    const { order, url } = await toPay();
    await pay(url, { fetch: world.payments.fetch });
    const { data } = await world.deps.stripe.checkout.sessions.list({ limit: 1 });
    const dispute = await world.payments.dispute(data[0]?.payment_intent as string);
    await world.payments.decide(dispute, 'lost');
    await world.payments.duplicate(3);
    await world.payments.release({ newest_first: true });
    await world.waitForWork();
    expect(await readDispute(dispute)).toMatchObject({ outcome: 'lost', met: true });
    const { id, status } = await world.shop.readOrder(order);
    expect(status).toBe('paid');
    expect(await readDecisions(id)).toEqual(['open']);
    const [row] = await world.database.sql`select count(*) as n from payments where order_id = ${id}`;
    expect(row).toEqual({ n: 1 });
  });

  test('that was only an inquiry no longer blocks refunds once it has ended', async () => {
    const { id, intent } = await buy();
    const dispute = await world.payments.dispute(intent, { inquiry: true });
    await world.waitForWork();
    await expect(refund(id)).rejects.toThrow('charge_disputed');
    await world.payments.decide(dispute, 'won');
    await world.waitForWork();
    await refund(id);
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
  });

  test('a dispute of a charge that is not ours is recorded, and answered with 200', async () => {
    const { data } = await world.deps.stripe.checkout.sessions.list({ limit: 1 });
    expect(data).toHaveLength(1);
    const session = await world.deps.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://other.test/',
      line_items: [
        { quantity: 1, price_data: { currency: 'sgd', unit_amount: 500, product_data: { name: 'Cap' } } },
      ],
    });
    await world.payments.hold(['checkout.session.completed']);
    await pay(session.url ?? '', { method: 'card', fetch: world.payments.fetch });
    const { payment_intent } = await world.deps.stripe.checkout.sessions.retrieve(session.id);
    const dispute = await world.payments.dispute(payment_intent as string);
    await world.waitForWork();
    // The function finds the order by the charge's session, and staff get a decision about the charge.
    expect(await readDispute(dispute)).toMatchObject({ met: true });
    const [row] = await world.database.sql`
      select result from payments where payment_intent = ${payment_intent as string}`;
    expect(row).toEqual({ result: 'unknown_order' });
  });
});

describe('a refund', () => {
  test('a refund of a payment that is known only by its session finds its charge', async () => {
    const { id, intent } = await buy();
    await world.database.sql`update payments set payment_intent = null where order_id = ${id}`;
    await refund(id);
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    const { data } = await world.deps.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([100]);
  });

  test('that Stripe refuses because of an unreported dispute waits, and is sent after it', async () => {
    const { id, intent } = await buy();
    await refund(id);
    await world.payments.hold();
    const dispute = await world.payments.dispute(intent);
    expect(await sendRefunds(world.deps)).toMatchObject({ waiting: 1, failed: 0 });
    await world.payments.release();
    await world.waitForWork();
    await world.database.sql`update refunds set leased_until = null where status = 'requested'`;
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 0 });
    await world.payments.decide(dispute, 'won');
    await world.waitForWork();
    // Stripe repeats its earlier response under the same key for a day.
    await world.payments.advance(1.1);
    await world.waitForWork();
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
  });
});
