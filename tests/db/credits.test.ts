import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { sqlState } from '#support/sql.ts';

let db: TestDatabase;
let passId: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [{ ...shop.tryout, sessions: 4 }]);
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(paid));
  passId = (await db.sql<[{ id: string }]>`select id from public.passes`)[0].id;
});
afterAll(() => db.drop());

const add = (delta: number) =>
  sqlState(
    db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${passId}, ${delta}, 'adjusted')`,
  );
const readBalance = async () =>
  (await db.sql<[{ sum: number }]>`select sum(delta) from public.credit_ledger`)[0].sum;

test('a balance never falls below zero, even when many calls spend the last credits at once', async () => {
  expect(await readBalance()).toBe(3);
  expect(await add(-4)).toBe('23514');
  const states = await Promise.all(Array.from({ length: 12 }, () => add(-1)));
  expect(states.filter((state) => state === null)).toHaveLength(3);
  expect(new Set(states)).toEqual(new Set([null, '23514']));
  expect(await readBalance()).toBe(0);
});

test.each([
  ['an update', (sql: TestDatabase['sql']) => sql`update public.credit_ledger set delta = 9`],
  ['a delete', (sql: TestDatabase['sql']) => sql`delete from public.credit_ledger`],
  ['a truncate', (sql: TestDatabase['sql']) => sql`truncate public.credit_ledger`],
])('the ledger refuses %s, even by the superuser', async (_, change) => {
  const before = [...(await db.sql`select * from public.credit_ledger order by id`)];
  expect(await sqlState(change(db.sql))).toBe('23001');
  expect([...(await db.sql`select * from public.credit_ledger order by id`)]).toEqual(before);
});

test('the same grant gives a pass its credits once, and a booking costs one credit once', async () => {
  const again = db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${passId}, 4, 'granted')`;
  expect(await sqlState(again)).toBe('23505');
  await add(5);
  const twice = db.sql`
    insert into public.credit_ledger (pass_id, delta, reason, booking_id)
    select ${passId}, -1, 'booked', id from public.bookings`;
  expect(await sqlState(twice)).toBe('23505');
});

test('payments cannot be deleted', async () => {
  expect(await sqlState(db.sql`delete from public.payments`)).toBe('23001');
});
