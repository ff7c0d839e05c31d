import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendRefunds } from '../../supabase/functions/_shared/server/refunds.ts';
import { bearer, createWorld, type World } from '../support/functions.ts';
import { details } from '../support/functions-shop.ts';
import { pay } from '../support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.settled();
  world.sentToStripe.splice(0);
  world.mail.delivered.splice(0);
});

/** Paid by card, then given back by staff: the refund's id and the charge's. */
async function asked(cents = 10_000): Promise<{ id: string; intent: string }> {
  const order = await world.shop.hold(await world.shop.offer(), await world.shop.session());
  const body = { secret: order.secret, seen_total_cents: order.total_cents, details };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.settled();
  world.mail.delivered.splice(0);
  const { id: orderId } = await world.shop.order(order);
  const { refund_id } = (await world.deps.db.rpc('refund_order', {
    p_order_id: orderId,
    p_cents: cents,
    p_reason: 'goodwill',
  })) as { refund_id: string };
  const [payment] = await world.database.sql`select payment_intent from payments where order_id = ${orderId}`;
  return { id: refund_id, intent: payment?.['payment_intent'] as string };
}
const rowOf = async (id: string) =>
  (
    await world.database
      .sql`select status, provider_refund_id as provider, last_error as error from refunds where id = ${id}`
  )[0];
const sentFor = async (intent: string) =>
  (await world.deps.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const decisionsOf = async (intent: string) =>
  (
    await world.database.sql<{ decision: string }[]>`
      select d.kind || ' ' || coalesce(d.resolution, d.status) as decision
      from payment_decisions d join payments p on p.id = d.payment_id where p.payment_intent = ${intent} order by d.created_at`
  ).map(({ decision }) => decision);
const creations = () => world.sentToStripe.filter((call) => call.startsWith('POST /v1/refunds '));
const again = () => world.database.sql`update refunds set leased_until = now()`;
const chores = () => world.call('error-monitor/maintenance', '', bearer);

function told(type: string, object: object) {
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_functions' });
  return world.call<{ result: string }>('stripe-webhook', payload, { 'stripe-signature': signature });
}

describe('what SQL asked back', () => {
  test('is sent by the chores, settled, and told once', async () => {
    const { id, intent } = await asked();
    expect((await chores()).body).toMatchObject({
      chores: { refunds: { ok: true, result: { sent: 1, failed: 0 } } },
    });
    await world.settled();
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await rowOf(id)).toMatchObject({
      status: 'succeeded',
      provider: expect.stringMatching(/^re_/) as string,
    });
    expect(world.mail.delivered.map(({ key }) => key)).toEqual([`refund_sent:${id}`]);
    await chores();
    expect(creations()).toHaveLength(1);
    expect(creations()[0]).not.toMatch(/Kai|Mei|mei@/);
  });

  test('goes once from two workers at the same time', async () => {
    const { intent } = await asked();
    await Promise.all([sendRefunds(world.deps), sendRefunds(world.deps), sendRefunds(world.deps)]);
    expect(await sentFor(intent)).toEqual([10_000]);
  });

  test('goes once when the worker died between sending and noting', async () => {
    const { id, intent } = await asked();
    const { db } = world.deps;
    world.deps.db = {
      ...db,
      rpc: (name, args) =>
        name === 'finish_refund' ? Promise.reject(new Error('killed')) : db.rpc(name, args),
    };
    await expect(sendRefunds(world.deps)).rejects.toThrow('killed');
    world.deps.db = db;
    await world.settled();
    await again();
    // Stripe has forgotten the key by now: it is found by what it carries.
    await sendRefunds(world.deps);
    expect(creations()).toHaveLength(1);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' });
  });

  test('a lost answer is asked for again under the same key', async () => {
    const { id, intent } = await asked();
    await world.payments.fail({ match: 'POST /v1/refunds', status: 500, times: 2, after: true });
    expect(await sendRefunds(world.deps)).toMatchObject({ waiting: 1 });
    await world.settled();
    await again();
    await sendRefunds(world.deps);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' });
  });

  test('that Stripe refuses is left to staff, and the next one goes', async () => {
    const first = await asked(69_700);
    await world.database.sql`update payments set payment_intent = 'pi_unknown' where payment_intent = ${first.intent}`;
    const second = await asked();
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    expect(await rowOf(second.id)).toMatchObject({ status: 'succeeded' });
    expect(await rowOf(first.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('No such') as string });
    await world.database.sql`update payments set payment_intent = ${first.intent} where payment_intent = 'pi_unknown'`;
  });

  test('refused because it went back by another hand: Stripe’s refunds are read again, and it is settled', async () => {
    const { id, intent } = await asked(69_700);
    await world.payments.hold();
    const { id: made } = await world.deps.stripe.refunds.create({ payment_intent: intent });
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 1 });
    expect(await sentFor(intent)).toEqual([69_700]);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'replaced' });
    const rows = await world.database.sql`
      select r.status, r.provider_refund_id as provider, r.reason from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.id <> ${id}`;
    expect(rows).toEqual([{ status: 'succeeded', provider: made, reason: 'goodwill' }]);
    await expect(world.deps.db.rpc('settle_desk_refund', { p_refund_id: id })).rejects.toThrow('already_refunded');
    await world.payments.release();
    await world.settled();
    expect(await sentFor(intent)).toEqual([69_700]);
  });

  test('for want of balance it waits, and goes once the balance is there, also within the day of the key', async () => {
    const { id, intent } = await asked();
    await world.payments.setFunded(false);
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'requested', error: expect.stringContaining('insufficient') as string });
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 0 });
    await world.payments.setFunded(true);
    await again();
    await sendRefunds(world.deps);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' });
  });

  test('given up by Stripe for want of balance, it is made anew', async () => {
    const { id, intent } = await asked();
    await sendRefunds(world.deps);
    await world.settled();
    await world.payments.failRefund((await rowOf(id))?.['provider'] as string, 'insufficient_funds');
    await world.settled();
    const due = await world.database.sql`
      select r.amount_cents as cents, r.refusals from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.status = 'requested'`;
    expect(due).toEqual([{ cents: 10_000, refusals: 1 }]);
    await again();
    await sendRefunds(world.deps);
    const { data } = await world.deps.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });
});

describe('what Stripe tells', () => {
  const refund = (id: string | null, status: string, more: object = {}) => ({
    id: `re_${id}`,
    object: 'refund',
    status,
    metadata: id ? { refund_id: id } : {},
    ...more,
  });

  test('pending, then succeeded: the parent is told then', async () => {
    const { id } = await asked();
    expect((await told('refund.created', refund(id, 'pending'))).body.result).toBe('refund_pending');
    await world.settled();
    expect(world.mail.delivered).toEqual([]);
    expect((await told('refund.updated', refund(id, 'succeeded'))).body.result).toBe('refund_succeeded');
    await Promise.all([
      told('refund.updated', refund(id, 'succeeded')),
      told('charge.refund.updated', refund(id, 'succeeded')),
    ]);
    await world.settled();
    expect(world.mail.delivered.map(({ key }) => key)).toEqual([`refund_sent:${id}`]);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' });
  });

  test('a pending one of which nothing is heard is asked after', async () => {
    const { id } = await asked();
    await sendRefunds(world.deps);
    await world.settled();
    await world.database.sql`update refunds set status = 'pending', settled_at = null where id = ${id}`;
    await again();
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded' });
    expect(creations()).toHaveLength(1);
  });

  test('failed: a person pays it back', async () => {
    const { id } = await asked();
    await told('refund.created', refund(id, 'succeeded'));
    expect(
      (await told('refund.failed', refund(id, 'failed', { failure_reason: 'expired_or_canceled_card' }))).body
        .result,
    ).toBe('refund_failed');
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'expired_or_canceled_card' });
    await world.settled();
    await again();
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 0 });
  });

  test('a charge that was refunded: its refunds are looked up', async () => {
    const { id, intent } = await asked();
    const sent = await world.deps.stripe.refunds.create({
      payment_intent: intent,
      amount: 10_000,
      metadata: { refund_id: id },
    });
    await world.database.sql`update refunds set status = 'requested', settled_at = null where id = ${id}`;
    expect((await told('charge.refunded', { id: sent.charge, object: 'charge' })).body.result).toBe(
      'refunded',
    );
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', provider: sent.id });
  });

  test('one of a charge that is none of ours changes nothing', async () => {
    expect((await told('refund.created', refund(null, 'succeeded'))).body.result).toBe('refund_other');
  });
});

describe('a refund made by hand at Stripe', () => {
  /** A paid order, and what went back of it by Stripe's own pages. */
  async function byHand(cents: number) {
    const { id, intent } = await asked(1_000);
    await chores();
    await world.settled();
    world.mail.delivered.splice(0);
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: cents });
    await world.settled();
    const rows = await world.database.sql`
      select r.amount_cents, r.status, r.reason from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.id <> ${id}`;
    return { intent, rows };
  }

  test('is written down once, told to the parent, and leaves less to give back', async () => {
    const { intent, rows } = await byHand(60_000);
    expect(rows).toEqual([{ amount_cents: 60_000, status: 'succeeded', reason: 'external' }]);
    expect(world.mail.delivered.map(({ key }) => key.split(':')[0])).toEqual(['refund_sent']);
    const [order] = await world.database
      .sql`select order_id as id from payments where payment_intent = ${intent}`;
    const more = { p_order_id: order?.['id'] as string, p_cents: 10_000, p_reason: 'goodwill' };
    await expect(world.deps.db.rpc('refund_order', more)).rejects.toThrow('refund_too_much');

    const { data } = await world.deps.stripe.events.list({ type: 'charge.refunded', limit: 1 });
    await Promise.all([1, 2, 3].map(() => world.payments.resend(data[0]?.id ?? '')));
    await world.settled();
    expect(world.mail.delivered).toHaveLength(1);
    expect(await decisionsOf(intent)).toEqual(['external_refund open']);
  });

  test('that takes a part of what we were about to pay back is taken for it', async () => {
    const { intent } = await asked(20_000);
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 60_000 });
    await world.settled();
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
    expect(await decisionsOf(intent)).toEqual(['external_refund open']);
  });

  test('of a charge that did not fit: every delivery is taken, and nothing is left to decide', async () => {
    const { intent } = await asked(1_000);
    await chores();
    await world.settled();
    await world.database.sql`
      update payments set result = 'duplicate_payment' where payment_intent = ${intent}`;
    await world.database.sql`
      insert into payment_decisions (kind, payment_id, order_id)
      select 'duplicate_payment', id, order_id from payments where payment_intent = ${intent}`;
    await world.deps.stripe.refunds.create({ payment_intent: intent });
    await world.settled();
    expect(await decisionsOf(intent)).toEqual(['duplicate_payment refund']);
    const { deliveries } = await world.payments.deliveries();
    expect(deliveries.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('heard of before its charge: the charge is asked for', async () => {
    const order = await world.shop.hold(await world.shop.offer(), await world.shop.session());
    const body = { secret: order.secret, seen_total_cents: order.total_cents, details };
    const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
    await world.payments.hold(['checkout.session.completed']);
    const paying = pay(url, { fetch: world.payments.fetch });
    const { data } = await waitForCharge();
    const intent = data.payment_intent as string;
    await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 500 });
    await world.payments.release();
    await paying;
    await world.settled();
    expect(await decisionsOf(intent)).toEqual(['external_refund open']);
    expect((await world.shop.order(order)).status).toBe('paid');
  });
});

/** The newest charge at Stripe, once it is there. */
const waitForCharge = () =>
  vi.waitFor(async () => {
    const { data } = await world.deps.stripe.events.list({ type: 'charge.succeeded', limit: 1 });
    const known = await world.database.sql`
      select payment_intent as intent from payments`;
    const charge = data[0]?.data.object as Stripe.Charge | undefined;
    if (!charge || known.some(({ intent }) => intent === charge.payment_intent)) throw new Error('no charge yet');
    return { data: charge };
  }, 5_000);
