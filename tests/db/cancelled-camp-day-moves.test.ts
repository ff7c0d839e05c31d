/**
 * Tests what a cancelled day of a camp does to a family that moves, cancels or pays for a move. Money is counted from
 * the charges and refunds: nobody has a day's money and the day.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as campDays from '#support/sql-camp-days.ts';
import { signedIn } from '#support/sql-details.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';
import * as upgrades from '#support/sql-upgrades.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await upgrades.openUpgradeSale();
  await afterSale.sellWithRules(db, [
    { hours_before: 24 * 21, percent: 100 },
    { hours_before: 0, percent: 50 },
  ]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const DAYS = 4;
/** Gives a camp four days, and returns the first. */
async function lengthen(camp: string): Promise<string> {
  const [row] = await db.sql<[{ first: string }]>`
    update public.camp_weeks set end_date = start_date + ${DAYS - 1}::int where id = ${camp} returning start_date::text as first`;
  return row.first;
}
async function makeCamp(more: object = {}) {
  const camp = await upgrades.makeFutureCamp(db, more);
  return { camp, first: await lengthen(camp) };
}
async function cancelDay(camp: string, day: string, money: campDays.Money = 'refund') {
  return campDays.cancelDays(
    db,
    admin,
    camp,
    [day],
    await campDays.previewDays(db, admin, camp, [day], money),
    money,
  );
}
/** Cents that a family's charges and refunds leave with us. */
async function readPaid(...orders: string[]): Promise<number> {
  const [row] = await db.sql<[{ cents: number }]>`
    select (coalesce((select sum(amount_cents) from public.payments where order_id = any (${orders})), 0)
      - coalesce((select sum(r.amount_cents) from public.refunds r join public.payments p on p.id = r.payment_id
        where p.order_id = any (${orders}) and r.status <> 'failed'), 0))::int as cents`;
  return row.cents;
}
const placesOf = async (camp: string) =>
  (await db.sql`select 1 from public.camp_enrollments where camp_id = ${camp} and status = 'enrolled'`)
    .length;

test('after a move to a cheaper camp, a cancelled day gives back its share of the cheaper price', async () => {
  const from = await makeCamp({ tier: 'ignite' });
  const to = await makeCamp();
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-ignite', camp_id: from.camp }]);
  const line = bought.lines[0] ?? '';
  const { difference_cents } = await afterSale.quoteMove(db, bought, line, { camp_id: to.camp });
  await afterSale.moveLine(db, bought, line, { camp_id: to.camp }, difference_cents);
  const price = bought.total + difference_cents;
  expect(await readPaid(bought.orderId)).toBe(price);
  expect(await cancelDay(to.camp, to.first)).toMatchObject({ refund_cents: price / DAYS });
  expect(await readPaid(bought.orderId)).toBe(price - price / DAYS);
});

test('after a paid move, a cancelled day gives back its share of the whole price, not of the difference', async () => {
  const start = await upgrades.payUpgrade(db);
  const first = await lengthen(start.to);
  const price = await readPaid(start.bought.orderId, start.payment.order_id ?? '');
  expect(await cancelDay(start.to, first)).toMatchObject({ refund_cents: price / DAYS });
});

test('whoever got a day back pays for it again on a camp that has all its days', async () => {
  const [from, to] = [await makeCamp(), await makeCamp()];
  const bought = await afterSale.buy(db, [upgrades.sparkLine(from.camp)]);
  const line = bought.lines[0] ?? '';
  const share = bought.total / DAYS;
  await cancelDay(from.camp, from.first);
  const target = { camp_id: to.camp };
  expect(await afterSale.quoteMove(db, bought, line, target)).toEqual({ difference_cents: share });
  expect(await refusal(afterSale.moveLine(db, bought, line, target))).toMatchObject({
    code: 'move_costs_more',
    detail: String(share),
  });
  const order = await afterSale.holdUpgrade(db, bought, line, target);
  expect(order.total_cents).toBe(share);
  const payment = await afterSale.openMovePayment(db, order);
  expect(await upgrades.confirmAndGetResult(db, payment)).toBe('confirmed');
  expect(await readPaid(bought.orderId, payment.order_id ?? '')).toBe(bought.total);
  expect([await placesOf(from.camp), await placesOf(to.camp)]).toEqual([0, 1]);
  // The new camp's days are worth their share again.
  expect(await cancelDay(to.camp, to.first)).toMatchObject({ refund_cents: share });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a day of a camp that was left counts no more on the next one', async () => {
  const [from, to, third] = [await makeCamp({ tier: 'ignite' }), await makeCamp(), await makeCamp()];
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-ignite', camp_id: from.camp }]);
  const line = bought.lines[0] ?? '';
  await cancelDay(from.camp, from.first);
  const { difference_cents } = await afterSale.quoteMove(db, bought, line, { camp_id: to.camp });
  await afterSale.moveLine(db, bought, line, { camp_id: to.camp }, difference_cents);
  const price = await readPaid(bought.orderId);
  expect(await afterSale.quoteMove(db, bought, line, { camp_id: third.camp })).toEqual({
    difference_cents: 0,
  });
  expect(await cancelDay(to.camp, to.first)).toMatchObject({ refund_cents: price / DAYS });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('staff give no full camp for one of which a day was refunded, neither by a move nor as a credit', async () => {
  const [from, to] = [await makeCamp(), await makeCamp()];
  const bought = await afterSale.buy(db, [upgrades.sparkLine(from.camp)]);
  const line = bought.lines[0] ?? '';
  await cancelDay(from.camp, from.first);
  const [child] = await db.sql<[{ id: string }]>`
    select child_id as id from public.camp_enrollments where order_line_id = ${line} and status = 'enrolled'`;
  const move = rpc(db, admin, 'move_child', {
    p_note_id: crypto.randomUUID(),
    p_child_id: child.id,
    p_from: from.camp,
    p_to: to.camp,
    p_adds_spot: false,
    p_reason: 'Asked by phone',
  });
  expect(await refusal(move)).toMatchObject({ code: 'day_refunded' });
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now(), cancelled_by_us_reason = 'Rain' where id = ${from.camp}`;
  expect(await rpc(db, admin, 'preview_cancelled_by_us', { p_line_id: line })).toMatchObject({
    camps: [],
    refund_cents: bought.total - bought.total / DAYS,
  });
  for (const choice of [{ kind: 'move', camp_id: to.camp }, { kind: 'credit' }])
    expect(
      await refusal(rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice: choice })),
    ).toMatchObject({ code: 'day_refunded' });
});

test('a move that is paid after a day was cancelled does not keep both the money and the day', async () => {
  const start = await upgrades.startUpgrade(db);
  const first = await lengthen(start.from);
  const { refund_cents } = await cancelDay(start.from, first);
  expect(refund_cents).toBe(start.bought.total / DAYS);
  expect(await upgrades.confirmAndGetResult(db, start.payment)).not.toBe('confirmed');
  expect([await placesOf(start.from), await placesOf(start.to)]).toEqual([1, 0]);
});

test('a family that cancels afterwards gets its percentage of the days that are left', async () => {
  const { camp, first } = await makeCamp();
  const bought = await afterSale.buy(db, [upgrades.sparkLine(camp)]);
  const line = bought.lines[0] ?? '';
  await cancelDay(camp, first);
  await afterSale.stopBefore(db, camp, 3600);
  const left = bought.total - bought.total / DAYS;
  await afterSale.cancelLines(db, bought, [line], left / 2);
  expect(await readPaid(bought.orderId)).toBe(left / 2);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('only the money of the day goes to the balance, not another refund of the same transaction', async () => {
  const { camp, first } = await makeCamp();
  const bought = await afterSale.buy(db, [upgrades.sparkLine(camp)]);
  await db.sql.begin(async (sql) => {
    await sql`select private.request_line_refund(l, 1000, 'cancelled') from public.order_lines l where l.id = ${bought.lines[0] ?? ''}`;
    await sql`select private.refund_camp_days(c, array[${first}]::date[], 'balance') from public.camp_weeks c where c.id = ${camp}`;
  });
  const refunds = await db.sql`
    select reason, to_balance from public.refunds where order_id = ${bought.orderId} order by reason`;
  expect(refunds).toEqual([
    { reason: 'cancelled', to_balance: false },
    { reason: 'cancelled_day', to_balance: true },
  ]);
});

test('an empty camp that moves to other dates is on sale again without the cancelled day', async () => {
  const { camp, first } = await makeCamp();
  await cancelDay(camp, first);
  const isOnSale = async () =>
    (
      await db.sql`select private.is_camp_on_sale(c) as on_sale from public.camp_weeks c where id = ${camp}`
    )[0];
  expect(await isOnSale()).toEqual({ on_sale: false });
  const day = (n: number) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10);
  await rpc(db, admin, 'update_camp', {
    p_camp_id: camp,
    p_changes: { start_date: day(1), end_date: day(DAYS) },
  });
  expect(await isOnSale()).toEqual({ on_sale: true });
});

test('a day whose refund failed can be held after all and cancelled again', async () => {
  const { camp, first } = await makeCamp();
  const bought = await afterSale.buy(db, [upgrades.sparkLine(camp)]);
  await cancelDay(camp, first);
  await db.sql`update public.refunds set status = 'failed', settled_at = now() where order_id = ${bought.orderId}`;
  await campDays.restoreDay(db, admin, camp, first);
  expect(await cancelDay(camp, first)).toMatchObject({ days: 1, refund_cents: 0 });
});
