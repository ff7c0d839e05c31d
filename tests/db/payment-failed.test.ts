import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const lapse = (sessionId: string, p_refused?: boolean) =>
  rpc<{ released: boolean }>(db, service, 'lapse_checkout', {
    p_session_id: sessionId,
    ...(p_refused !== undefined && { p_refused }),
  });
/** Opens the payment page of this Stripe session. */
async function onPaymentPage(sessionId: string) {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: order_id,
    p_params: {},
  });
  await rpc(db, service, 'record_checkout', {
    p_order_id: order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  return { order, order_id };
}
const failureMails = (orderId: string) => db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
  select recipient, payload from public.outbox where key = ${`payment_failed:${orderId}`}`;

test('a payment that the bank refused releases the spot, and the parent gets one mail', async () => {
  const { order, order_id } = await onPaymentPage('cs_refused');
  expect(await lapse('cs_refused', true)).toEqual({ released: true });
  expect(await lapse('cs_refused', true)).toEqual({ released: false });
  expect(await failureMails(order_id)).toMatchObject([
    { recipient: 'mei@example.test', payload: { number: order.number, paid_at: null, total_cents: 3800 } },
  ]);
  // An order that was not paid cannot be managed, so the mail has no link to manage it.
  expect((await failureMails(order_id))[0]?.payload).not.toHaveProperty('manage_token');
});

test('no mail is sent about an abandoned payment page', async () => {
  const { order_id } = await onPaymentPage('cs_left');
  expect(await lapse('cs_left')).toEqual({ released: true });
  expect(await failureMails(order_id)).toHaveLength(0);
});

test('no mail is sent about a refused attempt if the parent has started another one', async () => {
  const { order, order_id } = await onPaymentPage('cs_first');
  await shop.finalizeOrder(db, order);
  await rpc(db, service, 'start_attempt', { p_order_id: order_id, p_params: {} });
  expect(await lapse('cs_first', true)).toEqual({ released: false });
  expect(await failureMails(order_id)).toHaveLength(0);
});

test('a mail is sent about a refused payment that was under way, even if the parent chose again in the meantime', async () => {
  const { order, order_id } = await onPaymentPage('cs_slow');
  await shop.finalizeOrder(db, order, {
    ...shop.details,
    parent: { ...shop.details.parent, email: 'ana@example.test' },
  });
  const [attempt] = await db.sql`
    select superseded_at is not null as superseded from public.checkout_attempts where session_id = 'cs_slow'`;
  expect(attempt?.['superseded']).toBe(true);
  expect(await lapse('cs_slow', true)).toEqual({ released: true });
  expect(await lapse('cs_slow', true)).toEqual({ released: false });
  expect(await failureMails(order_id)).toHaveLength(1);
});
