import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { ManagedOrder } from '#contract/after-sale.ts';
import { FamilyOrders } from '#contract/family-orders.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const list = async (who: Caller, args: object = {}) =>
  v.parse(FamilyOrders, await rpc(db, who, 'get_family_orders', { ...args }));

/** Makes an order of the family that was paid this number of days ago. */
async function buyTerm(home: passes.Home, daysAgo = 0): Promise<string> {
  const order = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(order));
  await db.sql`
    update public.orders set family_id = ${home.familyId}, paid_at = now() - make_interval(days => ${daysAgo})
    where id = ${order.orderId}`;
  return order.orderId;
}

test('all orders come in pages, newest first, each once', async () => {
  const home = await passes.makeHome(db);
  const ids = [];
  for (const daysAgo of [900, 400, 400, 10, 0]) ids.unshift(await buyTerm(home, daysAgo));
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: v.InferOutput<typeof FamilyOrders> = await list(home.who, { p_before: next, p_limit: 2 });
    seen.push(...page.orders.map(({ order_id }) => order_id));
    next = page.next;
  } while (next);
  expect(seen).toHaveLength(5);
  expect([...seen].sort()).toEqual([...ids].sort());
  expect([seen[0], seen[1], seen[4]]).toEqual([ids[0], ids[1], ids[4]]);
  expect((await list(home.who)).next).toBeNull();
});

test('an order shows its items, what was paid and refunded, and opens by its id', async () => {
  const home = await passes.makeHome(db);
  const id = await buyTerm(home);
  const firstOrder = async () => (await list(home.who)).orders[0];
  expect(await firstOrder()).toMatchObject({
    order_id: id,
    state: 'paid',
    channel: 'web',
    total_cents: 69_700,
    paid_cents: 69_700,
    refunded_cents: 0,
    can_change: true,
    lines: [
      {
        title: 'pass-term',
        status: 'placed',
        child: 0,
        sessions: 18,
        starts_on: expect.any(String) as string,
      },
    ],
  });
  const managed = v.parse(
    ManagedOrder,
    await rpc(db, home.who, 'get_managed_order', { p_access: { order_id: id } }),
  );
  expect(managed.number).toBe((await firstOrder())?.number);
  const refund = (cents: number, status: string) => db.sql`
    insert into public.refunds (payment_id, order_id, amount_cents, currency, reason, status, settled_at)
    select id, order_id, ${cents}, 'SGD', 'goodwill', ${status}, ${status === 'requested' ? null : new Date().toISOString()}::timestamptz
    from public.payments where order_id = ${id}`;
  await refund(700, 'failed');
  expect(await firstOrder()).toMatchObject({ state: 'paid', refunded_cents: 0 });
  await refund(700, 'succeeded');
  expect(await firstOrder()).toMatchObject({ state: 'part_refunded', refunded_cents: 700 });
  await refund(69_000, 'requested');
  expect(await firstOrder()).toMatchObject({ state: 'refunded', refunded_cents: 69_700 });
});

test('an order can be cancelled without a refund, or wait for a choice', async () => {
  const home = await passes.makeHome(db);
  const id = await buyTerm(home);
  const firstOrder = async () => (await list(home.who)).orders[0];
  await db.sql`update public.order_lines set status = 'cancelled' where order_id = ${id}`;
  expect(await firstOrder()).toMatchObject({ state: 'cancelled', can_change: false });
  await db.sql`update public.order_lines set status = 'needs_choice' where order_id = ${id}`;
  await db.sql`update public.orders set status = 'paid_late', outcome = 'needs_choice' where id = ${id}`;
  expect(await firstOrder()).toMatchObject({ state: 'needs_choice', can_change: true });
});

test('nobody can read another family’s orders, neither in the list nor as the start of a page', async () => {
  const [home, other] = [await passes.makeHome(db), await passes.makeHome(db)];
  const id = await buyTerm(home);
  expect((await list(other.who)).orders).toEqual([]);
  expect(await refusal(list(other.who, { p_before: id }))).toMatchObject({ code: 'order_not_found' });
  for (const role of ['coach', 'admin'])
    expect((await list(signedIn(await makeUser(db, `${randomUUID()}@example.test`, [role])))).orders).toEqual(
      [],
    );
  expect(await sqlState(rpc(db, visitor, 'get_family_orders'))).toBe('42501');
  for (const p_limit of [0, 51, null])
    expect(await refusal(list(home.who, { p_limit }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_limit',
    });
});
