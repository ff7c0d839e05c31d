import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal } from '#support/sql.ts';

const CAP = 5;
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await db.sql`update public.settings set holds_per_address_max = ${CAP}`;
});
afterAll(() => db.drop());

const sessions = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.makeSession(db, { capacity: 50 })));

test('the cap per address counts spots, so one order with many lines cannot get around it', async () => {
  const address = '203.0.113.7';
  const [one = '', two = '', ...four] = await sessions(6);
  const order = await shop.hold(db, four, { address });
  expect(await refusal(shop.hold(db, [one, two], { address }))).toMatchObject({ code: 'too_many_holds' });
  await shop.hold(db, one, { address });
  expect(await refusal(shop.hold(db, one, { address }))).toMatchObject({ code: 'too_many_holds' });
  // The spots that this browser held before do not count against its new ones.
  await shop.hold(db, four, { address, previous: order.secret });
});

test('IPv4 callers are counted by their own address, even when the socket reports them as IPv6', async () => {
  const [session = ''] = await sessions(1);
  const holdFrom = (address: string) => shop.hold(db, session, { address });
  for (let n = 1; n <= CAP; n++) await holdFrom(`::ffff:198.51.100.${n}`);
  await holdFrom('::ffff:198.51.100.1');
  await holdFrom('198.51.100.9');
  for (let n = 1; n < CAP; n++) await holdFrom('::FFFF:198.51.100.9');
  expect(await refusal(holdFrom('198.51.100.9'))).toMatchObject({ code: 'too_many_holds' });
});
