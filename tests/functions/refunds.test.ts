import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendRefunds } from '#server/refunds.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { requestRefund } from '#support/functions-refunds.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.waitForWork();
  world.stripeRequests.splice(0);
  world.mail.delivered.splice(0);
});

const requestRefundOf = (cents?: number) => requestRefund(world, cents);
const readRow = async (id: string) =>
  (
    await world.database
      .sql`select status, provider_refund_id as provider, last_error as error from refunds where id = ${id}`
  )[0];
const sentFor = async (intent: string) =>
  (await world.deps.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const creations = () => world.stripeRequests.filter((call) => call.startsWith('POST /v1/refunds '));
const endLeases = () => world.database.sql`update refunds set leased_until = now()`;
const chores = () => world.call('error-monitor/maintenance', '', maintenanceHeaders);

function sendEvent(type: string, object: object) {
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_functions' });
  return world.call<{ result: string }>('stripe-webhook', payload, { 'stripe-signature': signature });
}

describe('a requested refund', () => {
  test('is sent by the chores, completed, and mailed once', async () => {
    const { id, intent } = await requestRefundOf();
    expect((await chores()).body).toMatchObject({
      chores: { refunds: { ok: true, result: { sent: 1, failed: 0 } } },
    });
    await world.waitForWork();
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await readRow(id)).toMatchObject({
      status: 'succeeded',
      provider: expect.stringMatching(/^re_/) as string,
    });
    expect(world.mail.delivered.map(({ key }) => key)).toEqual([`refund_sent:${id}`]);
    await chores();
    expect(creations()).toHaveLength(1);
    expect(creations()[0]).not.toMatch(/Kai|Mei|mei@/);
  });

  test('is sent once by two workers at the same time', async () => {
    const { intent } = await requestRefundOf();
    await Promise.all([sendRefunds(world.deps), sendRefunds(world.deps), sendRefunds(world.deps)]);
    expect(await sentFor(intent)).toEqual([10_000]);
  });

  test('is sent once if the worker died between sending and recording', async () => {
    const { id, intent } = await requestRefundOf();
    const { db } = world.deps;
    world.deps.db = {
      ...db,
      rpc: (name, args) =>
        name === 'finish_refund' ? Promise.reject(new Error('killed')) : db.rpc(name, args),
    };
    await expect(sendRefunds(world.deps)).rejects.toThrow('killed');
    world.deps.db = db;
    await world.waitForWork();
    await endLeases();
    // Stripe has forgotten the key by now, so the refund is found by its metadata.
    await sendRefunds(world.deps);
    expect(creations()).toHaveLength(1);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await readRow(id)).toMatchObject({ status: 'succeeded' });
  });

  test('is requested again under the same key after a lost response', async () => {
    const { id, intent } = await requestRefundOf();
    await world.payments.fail({ match: 'POST /v1/refunds', status: 500, times: 2, after: true });
    expect(await sendRefunds(world.deps)).toMatchObject({ waiting: 1 });
    await world.waitForWork();
    await endLeases();
    await sendRefunds(world.deps);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await readRow(id)).toMatchObject({ status: 'succeeded' });
  });

  test('that Stripe refuses is left to staff, and the next one is sent', async () => {
    const first = await requestRefundOf(69_700);
    await world.database
      .sql`update payments set payment_intent = 'pi_unknown' where payment_intent = ${first.intent}`;
    const second = await requestRefundOf();
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    expect(await readRow(second.id)).toMatchObject({ status: 'succeeded' });
    expect(await readRow(first.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('No such') as string,
    });
    await world.database
      .sql`update payments set payment_intent = ${first.intent} where payment_intent = 'pi_unknown'`;
  });

  test('that was already made in the dashboard is completed after Stripe’s refunds are read again', async () => {
    const { id, intent } = await requestRefundOf(69_700);
    await world.payments.hold();
    const { id: providerId } = await world.deps.stripe.refunds.create({ payment_intent: intent });
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 1 });
    expect(await sentFor(intent)).toEqual([69_700]);
    expect(await readRow(id)).toMatchObject({ status: 'failed', error: 'replaced' });
    const rows = await world.database.sql`
      select r.status, r.provider_refund_id as provider, r.reason from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.id <> ${id}`;
    expect(rows).toEqual([{ status: 'succeeded', provider: providerId, reason: 'goodwill' }]);
    await expect(world.deps.db.rpc('settle_desk_refund', { p_refund_id: id })).rejects.toThrow(
      'already_refunded',
    );
    await world.payments.release();
    await world.waitForWork();
    expect(await sentFor(intent)).toEqual([69_700]);
  });

  test('waits while the balance is too low, and is sent within the lifetime of the key once there is enough', async () => {
    const { id, intent } = await requestRefundOf();
    await world.payments.setFunded(false);
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 1 });
    expect(await readRow(id)).toMatchObject({
      status: 'requested',
      error: expect.stringContaining('insufficient') as string,
    });
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 0 });
    await world.payments.setFunded(true);
    await endLeases();
    await sendRefunds(world.deps);
    expect(await sentFor(intent)).toEqual([10_000]);
    expect(await readRow(id)).toMatchObject({ status: 'succeeded' });
  });

  test('that Stripe cancelled for lack of balance is requested again', async () => {
    const { id, intent } = await requestRefundOf();
    await sendRefunds(world.deps);
    await world.waitForWork();
    await world.payments.failRefund((await readRow(id))?.['provider'] as string, 'insufficient_funds');
    await world.waitForWork();
    const due = await world.database.sql`
      select r.amount_cents as cents, r.refusals from refunds r join payments p on p.id = r.payment_id
      where p.payment_intent = ${intent} and r.status = 'requested'`;
    expect(due).toEqual([{ cents: 10_000, refusals: 1 }]);
    await endLeases();
    await sendRefunds(world.deps);
    const { data } = await world.deps.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });
});

describe('a webhook about a refund', () => {
  const refund = (id: string | null, status: string, more: object = {}) => ({
    id: `re_${id}`,
    object: 'refund',
    status,
    metadata: id ? { refund_id: id } : {},
    ...more,
  });

  test('reports it as pending and then as succeeded, and the parent gets the mail then', async () => {
    const { id } = await requestRefundOf();
    expect((await sendEvent('refund.created', refund(id, 'pending'))).body.result).toBe('refund_pending');
    await world.waitForWork();
    expect(world.mail.delivered).toEqual([]);
    expect((await sendEvent('refund.updated', refund(id, 'succeeded'))).body.result).toBe('refund_succeeded');
    await Promise.all([
      sendEvent('refund.updated', refund(id, 'succeeded')),
      sendEvent('charge.refund.updated', refund(id, 'succeeded')),
    ]);
    await world.waitForWork();
    expect(world.mail.delivered.map(({ key }) => key)).toEqual([`refund_sent:${id}`]);
    expect(await readRow(id)).toMatchObject({ status: 'succeeded' });
  });

  test('that never comes for a pending refund is replaced by a request', async () => {
    const { id } = await requestRefundOf();
    await sendRefunds(world.deps);
    await world.waitForWork();
    await world.database.sql`update refunds set status = 'pending', settled_at = null where id = ${id}`;
    await endLeases();
    expect(await sendRefunds(world.deps)).toMatchObject({ sent: 1 });
    expect(await readRow(id)).toMatchObject({ status: 'succeeded' });
    expect(creations()).toHaveLength(1);
  });

  test('reports a failure, and then staff pay the money back', async () => {
    const { id } = await requestRefundOf();
    await sendEvent('refund.created', refund(id, 'succeeded'));
    expect(
      (await sendEvent('refund.failed', refund(id, 'failed', { failure_reason: 'expired_or_canceled_card' })))
        .body.result,
    ).toBe('refund_failed');
    expect(await readRow(id)).toMatchObject({ status: 'failed', error: 'expired_or_canceled_card' });
    await world.waitForWork();
    await endLeases();
    expect(await sendRefunds(world.deps)).toEqual({ sent: 0, failed: 0, waiting: 0 });
  });

  test('about a refunded charge makes the function read its refunds', async () => {
    const { id, intent } = await requestRefundOf();
    const sent = await world.deps.stripe.refunds.create({
      payment_intent: intent,
      amount: 10_000,
      metadata: { refund_id: id },
    });
    await world.database.sql`update refunds set status = 'requested', settled_at = null where id = ${id}`;
    expect((await sendEvent('charge.refunded', { id: sent.charge, object: 'charge' })).body.result).toBe(
      'refunded',
    );
    expect(await readRow(id)).toMatchObject({ status: 'succeeded', provider: sent.id });
  });

  test('about a charge that is not ours changes nothing', async () => {
    expect((await sendEvent('refund.created', refund(null, 'succeeded'))).body.result).toBe('refund_other');
  });
});
