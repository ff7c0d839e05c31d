import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterEach(() => db.drop());

const release = () => rpc<{ released: number }>(db, service, 'release_lapsed_holds');
const listPendingOrders = (args = {}) => rpc<object[]>(db, service, 'list_pending_orders', args);
const readOrder = async (secret: string) => {
  const [row] = await db.sql<{ status: string; holds: number }[]>`
    select status, (select count(*) from public.holds where order_id = o.id) as holds
    from public.orders o where secret = ${secret}`;
  return row;
};

test('the chore releases expired holds and keeps current ones', async () => {
  const session = await shop.makeSession(db, { capacity: 3 });
  const [lapsed, live] = [await shop.hold(db, session), await shop.hold(db, session)];
  await shop.expireHolds(db, lapsed.secret);
  expect(await release()).toEqual({ released: 1 });
  expect(await release()).toEqual({ released: 0 });
  expect(await readOrder(lapsed.secret)).toEqual({ status: 'expired', holds: 0 });
  expect(await readOrder(live.secret)).toEqual({ status: 'held', holds: 1 });
});

test('an order that may have been paid stays listed until the provider has reported', async () => {
  const { order, orderId, sessionId } = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.expireHolds(db, order.secret);
  expect(await release()).toEqual({ released: 1 });
  expect(await release()).toEqual({ released: 0 });
  expect(await readOrder(order.secret)).toEqual({ status: 'awaiting_payment', holds: 0 });
  expect(await listPendingOrders()).toEqual([
    { order_id: orderId, secret: order.secret, session_id: sessionId },
  ]);
  await rpc(db, service, 'lapse_checkout', { p_session_id: sessionId });
  expect(await listPendingOrders()).toEqual([]);
  expect(await readOrder(order.secret)).toEqual({ status: 'expired', holds: 0 });
});

test('the chore can leave the newest payment sessions to the webhook', async () => {
  const { orderId } = await shop.openCheckout(db, await shop.makeSession(db));
  expect(await listPendingOrders({ p_older_than_seconds: 60 })).toEqual([]);
  await db.sql`update public.checkout_attempts set created_at = created_at - interval '61 seconds'`;
  expect(await listPendingOrders({ p_older_than_seconds: 60 })).toMatchObject([{ order_id: orderId }]);
});

test('an order without a recorded session and a paid order are not listed', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  await rpc(db, service, 'start_attempt', { p_order_id: order_id, p_params: {} });
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(paid));
  expect(await listPendingOrders()).toEqual([]);
});

test('a payment of a wrong amount ends its session: it is not listed, and the order expires with its hold', async () => {
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(paid, { amount_cents: 1 }));
  expect(await listPendingOrders()).toEqual([]);
  expect(await release()).toEqual({ released: 0 });
  await shop.expireHolds(db, paid.order.secret);
  expect(await release()).toEqual({ released: 1 });
  expect(await readOrder(paid.order.secret)).toEqual({ status: 'expired', holds: 0 });
});

test('the current session of an order is listed before the replaced one', async () => {
  const { order, orderId } = await shop.openCheckout(db, await shop.makeSession(db));
  const again = await shop.openPaymentPage(db, order);
  expect(again.orderId).toBe(orderId);
  expect(await listPendingOrders()).toMatchObject([{ session_id: again.sessionId }, { order_id: orderId }]);
});

test('a hold that is extended while the chore runs is not released', async () => {
  const session = await shop.makeSession(db);
  const { order, orderId } = await shop.openCheckout(db, session);
  await shop.expireHolds(db, order.secret);
  let chore: Promise<unknown> | undefined;
  await db.sql.begin(async (payer) => {
    await payer`select from public.orders where id = ${orderId} for update`;
    chore = release();
    expect(await chore).toEqual({ released: 0 });
    await payer`
      update public.holds set expires_at = clock_timestamp() + interval '5 minutes' where order_id = ${orderId}`;
  });
  expect(await release()).toEqual({ released: 0 });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});
