import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeParent } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

test('an order does not use up a code that reduces nothing', async () => {
  await shop.publish(db, [{ ...shop.tryout, id: 'pass-cheap', price_cents: 50 }]);
  await db.sql`insert into public.promotion_codes (code, percent, uses_max) values ('HALF', 50, 1)`;
  const session = await shop.makeSession(db);
  const request = shop.holdRequest(session, { ...shop.tryout, id: 'pass-cheap', price_cents: 50 });
  const order = await rpc<{ total_cents: number; code: string }>(db, visitor, 'hold_order', {
    p_order: { ...request, code: 'half' },
  });
  expect(order).toMatchObject({ total_cents: 50, code: 'HALF' });
  const [uses] = await db.sql<[{ n: number }]>`
    select count(*)::int as n from public.promotion_uses u join public.promotion_codes c on c.id = u.promotion_code_id
    where c.code = 'HALF'`;
  expect(uses.n).toBe(0);
});

test('a code limited to one per family asks every guest to sign in, and does not reveal who has used it', async () => {
  await db.sql`insert into public.promotion_codes (code, percent, uses_per_family_max) values ('ONCE', 10, 1)`;
  await shop.publish(db);
  const holdFor = async (email: string, who: Caller = visitor) =>
    rpc<OrderView>(db, who, 'hold_order', {
      p_order: { ...shop.holdRequest(await shop.makeSession(db)), code: 'once', email },
    });
  const owner = await makeParent(db, 'mei.once@example.test');
  const buyer = { ...shop.details, parent: { ...shop.details.parent, email: 'mei.once@example.test' } };
  const first = await shop.openPaymentPage(db, await holdFor('nobody@example.test', owner), buyer);
  await shop.confirmPayment(db, shop.paymentOf(first));
  const asks = { code: 'code_sign_in', field: 'code' };
  for (const email of ['mei.once@example.test', 'nobody@example.test'])
    expect(await refusal(holdFor(email))).toMatchObject(asks);
  // The owner of a verified address learns that the code is used up, even before they have a family. Another account
  // does not.
  expect(await refusal(holdFor('other@example.test', owner))).toMatchObject({
    code: 'code_used_up',
    field: 'code',
  });
  const nosy = await holdFor('mei.once@example.test', await makeParent(db, 'nosy@example.test'));
  expect(nosy).toMatchObject({ status: 'held', code: 'ONCE' });
  expect((await shop.finalizeOrder(db, nosy, buyer)).order_id).toBeTruthy();
});

test('the export of a family has the children of its orders and its refunds', async () => {
  const data = await rpc<{ orders: { children: { name: string }[]; refunds: unknown[] | null }[] }>(
    db,
    people.callers.parent,
    'export_family',
    { p_family_id: people.familyId },
  );
  const text = JSON.stringify(data);
  const refunds = await db.sql<{ id: string }[]>`
    select r.id from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = ${people.familyId}`;
  expect(refunds.length).toBeGreaterThan(0);
  for (const { id } of refunds) expect(text).toContain(id);
  expect(text).toContain('"name":"Kai Tan"');
  expect(text).toMatch(/"children":\[\{[^\]]*"position":0/);
});
