import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type TestDatabase } from '#support/database.ts';
import { disputeReport, lostOutcome, reportDispute } from '#support/sql-disputes.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, rpc, service } from '#support/sql.ts';
import {
  makeFutureCamp,
  bookUpgradableFamily,
  payUpgrade,
  openUpgradeSale,
  sparkLine,
} from '#support/sql-upgrades.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await openUpgradeSale()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());
/** The first rungs of the two tiers, in cents. `payUpgrade` moves a child from the Spark to the Ignite camp. */
const SPARK = 49_000;
const IGNITE = 69_000;
const DIFFERENCE = IGNITE - SPARK;
const GOODWILL = 5_000;

/** Reads the refunds of a line, the newest charge first. */
const readRefundsOf = (database: TestDatabase, line: string) =>
  database.sql<{ cents: number; reason: string }[]>`
    select r.amount_cents as cents, r.reason from public.refunds r join public.payments p on p.id = r.payment_id
    where r.order_line_id = ${line} order by p.created_at desc`.then((rows) =>
    rows.map((row) => ({ ...row })),
  );

describe('cancelling after an upgrade', () => {
  test('the difference is refunded first, then the transferred amount, each from its own charge', async () => {
    const { now } = await payUpgrade(db);
    expect((await afterSale.viewOrder(db, now)).lines[0]?.can.cancel).toEqual({ refund_cents: IGNITE });
    const answer = await afterSale.cancelLines(db, now, now.lines, IGNITE);
    expect(await readRefundsOf(db, now.lines[0] ?? '')).toEqual([
      { cents: DIFFERENCE, reason: 'cancelled' },
      { cents: SPARK, reason: 'cancelled' },
    ]);
    expect(answer.refunds.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([DIFFERENCE, SPARK]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the refund rules of the original camp apply, so moving to a later date gives no better refund', async () => {
    const { from, bought, line, to } = await bookUpgradableFamily(db);
    await afterSale.stopBefore(db, from, 30 * 3600);
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
    const payment = await afterSale.openMovePayment(db, order);
    await shop.confirmPayment(db, payment);
    const now = await afterSale.readBought(db, payment.order_id ?? '');
    expect((await afterSale.viewOrder(db, now)).lines[0]?.can.cancel).toEqual({ refund_cents: IGNITE / 2 });
    await afterSale.cancelLines(db, now, now.lines, IGNITE / 2);
    expect(await readRefundsOf(db, now.lines[0] ?? '')).toMatchObject([
      { cents: DIFFERENCE },
      { cents: IGNITE / 2 - DIFFERENCE },
    ]);
  });

  test('the payment for a sibling who stays in the first order is not refunded', async () => {
    const [from, to] = [await makeFutureCamp(db), await makeFutureCamp(db, { tier: 'ignite' })];
    const bought = await afterSale.buy(db, [sparkLine(from), sparkLine(from)]);
    const [line = '', sibling = ''] = bought.lines;
    const [row] = await db.sql<[{ first: number; second: number }]>`
      select max(total_cents) filter (where position = 0) as first, max(total_cents) filter (where position = 1) as second
      from public.order_lines where order_id = ${bought.orderId}`;
    const order = await afterSale.holdUpgrade(db, bought, line, { camp_id: to });
    const payment = await afterSale.openMovePayment(db, order);
    await shop.confirmPayment(db, payment);
    const now = await afterSale.readBought(db, payment.order_id ?? '');
    const [charge] = await db.sql<[{ id: string }]>`
      select id from public.payments where order_id = ${bought.orderId}`;
    // Both cancellations need the first order's charge, and neither waits for the other's order. The sibling is
    // cancelled first, because otherwise its rebate would be taken off the first child's refund.
    const { lost } = await atOnce<unknown>(db, { table: 'payments', id: charge.id }, [
      () => afterSale.cancelLines(db, bought, [sibling], row.second),
      () => afterSale.cancelLines(db, now, now.lines, row.first + order.total_cents),
    ]);
    expect(lost).toEqual([]);
    const left = await db.sql<{ n: number }[]>`
      select private.remaining_of_payment(id) as n from public.payments where order_id in (${bought.orderId}, ${now.orderId})`;
    expect(left.map(({ n }) => n)).toEqual([0, 0]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('after a move to a cheaper camp and a second upgrade, everything that was paid is refunded once', async () => {
    const { now } = await payUpgrade(db);
    const [line = ''] = now.lines;
    const cheaper = await makeFutureCamp(db);
    const answer = await afterSale.moveLine(db, now, line, { camp_id: cheaper }, -DIFFERENCE);
    expect(answer.lines[0]).toMatchObject({ camp: { camp_id: cheaper }, transferred_cents: SPARK });
    const target = { camp_id: await makeFutureCamp(db, { tier: 'ignite' }), transport: 'door-to-door' };
    const order = await afterSale.holdUpgrade(db, now, line, target);
    expect(order.lines[0]?.transferred_cents).toBe(SPARK);
    const payment = await afterSale.openMovePayment(db, order);
    await shop.confirmPayment(db, payment);
    const last = await afterSale.readBought(db, payment.order_id ?? '');
    const paid = SPARK + order.total_cents;
    await afterSale.cancelLines(db, last, last.lines, paid);
    const [sum] = await db.sql<[{ paid: number; back: number }]>`
      select sum(p.amount_cents)::integer as paid, sum(p.amount_cents - private.remaining_of_payment(p.id))::integer as back
      from public.payments p join public.orders o on o.id = p.order_id where o.family_id = ${now.familyId}`;
    expect(sum.back).toBe(sum.paid);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a goodwill refund made before the upgrade is not refunded again', async () => {
    const start = await bookUpgradableFamily(db);
    await rpc(db, service, 'refund_line', {
      p_line_id: start.line,
      p_cents: GOODWILL,
      p_reason: 'goodwill',
    });
    const order = await afterSale.holdUpgrade(db, start.bought, start.line, { camp_id: start.to });
    const payment = await afterSale.openMovePayment(db, order);
    await shop.confirmPayment(db, payment);
    const now = await afterSale.readBought(db, payment.order_id ?? '');
    expect((await afterSale.viewOrder(db, now)).lines[0]?.can.cancel).toEqual({
      refund_cents: IGNITE - GOODWILL,
    });
    await afterSale.cancelLines(db, now, now.lines, IGNITE - GOODWILL);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the family’s export contains the transferred amount', async () => {
    const { now } = await payUpgrade(db);
    const exported = await rpc(db, service, 'export_family', { p_family_id: now.familyId });
    expect(JSON.stringify(exported)).toContain(`"transferred_cents":${SPARK}`);
  });
});

test('a lost dispute of the first charge waits for the order to which its line was moved', async () => {
  const { now, bought } = await payUpgrade(db);
  await afterSale.cancelLines(db, now, now.lines, IGNITE);
  const [refund] = await db.sql<[{ id: string; intent: string }]>`
    select r.id, p.payment_intent as intent from public.refunds r join public.payments p on p.id = r.payment_id
    where p.order_id = ${bought.orderId}`;
  const finish = (p_status: string) =>
    rpc(db, service, 'finish_refund', { p_id: refund.id, p_provider_id: `re_${refund.id}`, p_status });
  await finish('pending');
  const { lost: refused } = await atOnce<unknown>(db, { table: 'orders', id: now.orderId }, [
    () => finish('failed'),
    () => reportDispute(db, disputeReport(refund.intent, { amount_cents: SPARK, ...lostOutcome })),
  ]);
  expect(refused).toEqual([]);
  expect(await db.sql`select from public.payment_decisions where kind = 'balance_debt'`).toHaveLength(0);
});
