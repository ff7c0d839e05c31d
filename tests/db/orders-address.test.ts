import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as orders from '../support/sql-orders.ts';
import { detailsOf, kid, place } from '../support/sql-orders.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop();
  camp = await camps.makeCamp(db, { capacity: 100 });
});
afterAll(() => db.drop());

const addressOf = async (secret: string) => {
  const [row] = await db.sql`select transport_address as address from public.orders where secret = ${secret}`;
  return row?.['address'] as unknown;
};

test('where the van comes to is kept with the order, and goes with its parent’s name', async () => {
  const order = await orders.hold(db, { lines: [place(camp)] });
  await orders.pay(
    db,
    order,
    detailsOf([kid('Kai Tan')], { transport_address: ' 5 Marine Parade, #08-21,  449290 ' }),
  );
  expect(await addressOf(order.secret)).toBe('5 Marine Parade, #08-21, 449290');
  const id = await orders.idOf(db, order);
  await db.sql`select private.forget_orders(array[${id}::uuid])`;
  expect(await addressOf(order.secret)).toBeNull();
});

test('without one there is none', async () => {
  const order = await orders.hold(db, { lines: [place(camp)] });
  await orders.pay(db, order, detailsOf([kid('Lea Tan')], { transport_address: null }));
  expect(await addressOf(order.secret)).toBeNull();
});

test.each([' ', 'x'.repeat(301), 7, ['449290']])('%j is none', async (transport_address) => {
  const order = await orders.hold(db, { lines: [place(camp)] });
  expect(
    await x.refusal(orders.pay(db, order, detailsOf([kid('Noa Tan')], { transport_address }))),
  ).toMatchObject({ code: 'invalid_input', field: 'transport_address' });
});
