import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';

// Tests that collectors are entered once: they survive a second click on Pay, a changed order and a reload.
let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop();
  camp = await camps.makeCamp(db);
});
afterAll(() => db.drop());

const grandmother = { name: 'Siti Aminah', relationship: 'Grandmother', phone: '+6591234567' };
const withGrandmother = orderDetails([childAged8('Kai Tan', { pickup_authorizations: [grandmother] })]);
const readPickup = async (order: { secret: string }) => {
  const rows = await db.sql<{ name: string }[]>`
    select distinct a.name from public.orders o
    join public.order_children c on c.order_id = o.id
    join public.pickup_authorizations a on a.child_id = c.child_id
    where o.secret = ${order.secret}`;
  return rows.map(({ name }) => name);
};

test('a second click on Pay without collectors keeps those of the first', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  expect(order.collectors).toEqual([]);
  await shop.finalizeOrder(db, order, withGrandmother);
  expect((await orders.viewOrder(db, order)).collectors).toEqual([grandmother]);
  expect(await orders.payOrder(db, order, orderDetails([childAged8('Kai Tan')]))).toBe('confirmed');
  expect(await readPickup(order)).toEqual(['Siti Aminah']);
  expect((await orders.viewOrder(db, order)).collectors).toEqual([{ ...grandmother, phone: null }]);
});

test('an empty list removes all collectors', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  await shop.finalizeOrder(db, order, withGrandmother);
  expect(
    await orders.payOrder(db, order, orderDetails([childAged8('Kai Tan', { pickup_authorizations: [] })])),
  ).toBe('confirmed');
  expect(await readPickup(order)).toEqual([]);
});

test('an order that replaces another one takes over its collectors for every child', async () => {
  const first = await orders.hold(db, { lines: [campLine(camp)] });
  await shop.finalizeOrder(db, first, withGrandmother);
  const second = await orders.hold(db, {
    lines: [campLine(camp), campLine(camp)],
    previous_secret: first.secret,
  });
  expect(second.collectors).toEqual([grandmother]);
  expect(
    await orders.payOrder(db, second, orderDetails([childAged8('Kai Tan'), childAged8('Mei Tan')])),
  ).toBe('confirmed');
  const children = await db.sql`
    select count(distinct a.child_id)::integer as children from public.orders o
    join public.order_children c on c.order_id = o.id
    join public.pickup_authorizations a on a.child_id = c.child_id and a.name = 'Siti Aminah'
    where o.secret = ${second.secret}`;
  expect(children[0]).toEqual({ children: 2 });
});

test('a link read a day later shows no collectors', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  await orders.payOrder(db, order, withGrandmother);
  await db.sql`update public.orders set paid_at = paid_at - interval '25 hours' where secret = ${order.secret}`;
  expect((await orders.viewOrder(db, order)).collectors).toBeUndefined();
});

test('a replacing order takes nothing over from a paid order whose secret it knows', async () => {
  const paid = await orders.hold(db, { lines: [campLine(camp)] });
  await orders.payOrder(db, paid, withGrandmother);
  const next = await orders.hold(db, { lines: [campLine(camp)], previous_secret: paid.secret });
  expect(next.collectors).toEqual([]);
});
