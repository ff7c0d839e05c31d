import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const release = () => rpc<{ released: number }>(db, service, 'release_lapsed_holds');
const passAlone = () => orders.hold(db, { lines: [{ offer_id: 'pass-term' }] });
const kai = orderDetails([childAged8('Kai Tan')]);
const readCredits = async (order: { secret: string }) => {
  const rows = await db.sql<{ child: string; sessions: number; left: number }[]>`
    select k.name as child, p.sessions_total as sessions,
      (select sum(delta) from public.credit_ledger where pass_id = p.id) as left
    from public.passes p join public.order_lines l on l.id = p.order_line_id join public.orders o on o.id = l.order_id
    join public.children k on k.id = p.child_id where o.secret = ${order.secret} order by l.position`;
  return [...rows];
};

test('a pass with its first session, a pass without one and a camp for two children make one order and one payment', async () => {
  const [camp, session] = [await camps.makeCamp(db), await shop.makeSession(db)];
  const order = await orders.hold(db, {
    lines: [
      { offer_id: 'pass-term', session_id: session, child: 0 },
      campLine(camp, { child: 0 }),
      campLine(camp, { child: 1 }),
      { offer_id: 'pass-tryout', child: 1 },
    ],
    children: [{}, {}],
  });
  expect(order.total_cents).toBe(69700 + 49000 + 44000 + 3800);
  expect(
    order.lines.map((line) => [line.child, line.kind, line.session?.session_id, line.camp?.camp_id]),
  ).toEqual([
    [0, 'pass', session, undefined],
    [0, 'camp_tier', undefined, camp],
    [1, 'camp_tier', undefined, camp],
    [1, 'pass', undefined, undefined],
  ]);
  expect(await orders.payOrder(db, order, orderDetails([childAged8('Kai Tan'), childAged8('Lea Tan')]))).toBe(
    'confirmed',
  );
  expect((await orders.readEnrolled(db, camp)).map(({ name }) => name)).toEqual(['Kai Tan', 'Lea Tan']);
  expect(await readCredits(order)).toEqual([
    { child: 'Kai Tan', sessions: 18, left: 17 },
    { child: 'Lea Tan', sessions: 1, left: 1 },
  ]);
  expect((await orders.viewOrder(db, order)).lines.map(({ status }) => status)).toEqual(
    Array(4).fill('placed'),
  );
});

test('a full session makes the whole order fail, and nothing is held or written', async () => {
  const [camp, session] = [await camps.makeCamp(db), await shop.makeSession(db)];
  await shop.hold(db, session);
  const before = await countRows(db, 'orders');
  const both = orders.hold(db, { lines: [campLine(camp), { offer_id: 'pass-term', session_id: session }] });
  expect(await refusal(both)).toMatchObject({ code: 'session_full', field: 'lines[1].session_id' });
  expect(await orders.countCampSpots(db, camp)).toBe(0);
  expect(await countRows(db, 'orders')).toBe(before);
});

test('a pass without a session occupies no spot, can be paid during its hold, and lapses with it', async () => {
  const order = await passAlone();
  const [row] = await db.sql`
    select session_id, camp_id from public.holds where order_id = ${await orders.readOrderId(db, order)}`;
  expect(row).toEqual({ session_id: null, camp_id: null });
  expect(order).toMatchObject({ status: 'held', hold_expires_at: expect.any(String) as string });
  expect(await release()).toEqual({ released: 0 });
  await shop.expireHolds(db, order.secret);
  expect(await refusal(shop.finalizeOrder(db, order, kai))).toMatchObject({ code: 'hold_expired' });
  expect(await release()).toEqual({ released: 1 });
  const [left] = await db.sql`
    select status, (select count(*) from public.holds where order_id = o.id) as holds
    from public.orders o where secret = ${order.secret}`;
  expect(left).toEqual({ status: 'expired', holds: 0 });
});

test('a hold with only a pass can be renewed, and a late payment for it always succeeds', async () => {
  const order = await passAlone();
  await db.sql`
    update public.holds set expires_at = clock_timestamp() + interval '1 minute'
    where order_id = ${await orders.readOrderId(db, order)}`;
  const renewed = await rpc<orders.Held>(db, visitor, 'renew_hold', { p_secret: order.secret });
  expect(Date.parse(renewed.hold_expires_at ?? '') - Date.now()).toBeGreaterThan(20 * 60_000);
  const paid = await shop.openPaymentPage(db, order, kai);
  await shop.expireHolds(db, order.secret);
  await release();
  expect(await shop.confirmPayment(db, shop.paymentOf(paid))).toMatchObject({ result: 'reseated' });
  expect(await readCredits(order)).toEqual([{ child: 'Kai Tan', sessions: 18, left: 18 }]);
});

test('releasing an order with several lines releases every spot', async () => {
  const [camp, session] = [await camps.makeCamp(db), await shop.makeSession(db)];
  const order = await orders.hold(db, {
    lines: [campLine(camp), { offer_id: 'pass-term', session_id: session }, { offer_id: 'pass-term' }],
  });
  expect([await orders.countCampSpots(db, camp), await shop.countSpotsTaken(db, session)]).toEqual([1, 1]);
  await rpc(db, service, 'release_order', { p_secret: order.secret });
  expect([await orders.countCampSpots(db, camp), await shop.countSpotsTaken(db, session)]).toEqual([0, 0]);
  const [left] = await db.sql`
    select count(*) as n from public.holds where order_id = ${await orders.readOrderId(db, order)}`;
  expect(left).toEqual({ n: 0 });
});
