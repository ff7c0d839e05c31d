import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
afterEach(() => world.waitForWork());

function event(type: string, object: object = {}): string {
  return JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, data: { object } });
}

function sign(
  payload: string,
  { secret = 'whsec_functions', timestamp = Math.floor(Date.now() / 1000) } = {},
) {
  return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}

const send = (payload: string, headers: Record<string, string> = sign(payload)) =>
  world.call<{ result?: string }>('stripe-webhook', payload, headers);

const payment = (more: object = {}) => ({
  id: `cs_test_${crypto.randomUUID()}`,
  object: 'checkout.session',
  client_reference_id: crypto.randomUUID(),
  payment_status: 'paid',
  payment_intent: `pi_${crypto.randomUUID()}`,
  amount_total: 69_700,
  currency: 'sgd',
  ...more,
});

describe('callers other than Stripe are refused', () => {
  const payload = event('checkout.session.completed', payment());

  test.each<[string, Record<string, string>]>([
    ['without a signature', {}],
    ['with another secret', sign(payload, { secret: 'whsec_other' })],
    ['with the signature of another body', sign(`${payload} `)],
    ['with an old signature', sign(payload, { timestamp: Math.floor(Date.now() / 1000) - 3600 })],
    ['with a malformed signature', { 'stripe-signature': 'v1=,t=' }],
  ])('%s', async (_name, headers) => {
    expect(await send(payload, headers)).toEqual({ status: 401, body: { code: 'unauthorized' } });
    expect(await world.database.sql`select 1 from payment_events`).toHaveLength(0);
  });
});

test('an event that we do not use is accepted', async () => {
  expect(await send(event('customer.created'))).toMatchObject({ status: 200, body: { result: 'ignored' } });
});

test('a session that is complete but not paid waits for its second event', async () => {
  const session = payment({ payment_status: 'unpaid' });
  expect((await send(event('checkout.session.completed', session))).body.result).toBe('not_paid_yet');
  const later = { ...session, payment_status: 'paid' };
  expect((await send(event('checkout.session.async_payment_succeeded', later))).body.result).toBe(
    'unknown_order',
  );
});

test('a payment for an unknown order is accepted, and left to staff', async () => {
  const session = payment();
  expect(await send(event('checkout.session.completed', session))).toMatchObject({ status: 200 });
  const [decision] = await world.database.sql`select d.kind, d.status from payment_decisions d
    join payments p on p.id = d.payment_id where p.session_id = ${session.id}`;
  expect(decision).toEqual({ kind: 'unknown_order', status: 'open' });
});

test('a payment of another amount is accepted, and left to staff', async () => {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const session = payment({ client_reference_id: (await world.shop.readOrder(order)).id, amount_total: 100 });
  expect((await send(event('checkout.session.completed', session))).body.result).toBe('mismatch');
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'held' });
});

test('the expiry of an unknown session changes nothing', async () => {
  expect((await send(event('checkout.session.expired', { id: 'cs_none' }))).body.result).toBe('lapsed');
});

test('if the database fails, Stripe has to send the event again', async () => {
  const { db } = world.deps;
  world.deps.db = { ...db, rpc: () => Promise.reject(new Error('down')) };
  const payload = event('checkout.session.completed', payment());
  expect(await send(payload)).toEqual({ status: 500, body: { code: 'unexpected' } });
  // The database is down, so the counter of failed calls could not be written either.
  await expect(world.waitForWork()).rejects.toThrow('down');
  world.deps.db = db;
  expect((await send(payload)).status).toBe(200);
});

test('an event that SQL refuses is sent again and is not lost', async () => {
  const session = payment({ amount_total: null });
  expect((await send(event('checkout.session.completed', session))).status).toBe(500);
});

test('a body without an end is refused', async () => {
  expect((await send('x'.repeat(300 * 1024))).status).toBe(413);
});
