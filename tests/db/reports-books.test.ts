/** Tests the owner's books. Every figure is compared with a count that this file makes from the base tables. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReportName, reportShapes } from '#contract/management-reports.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import {
  buyAndDispute,
  disputeReport,
  laterReport,
  reportDispute,
  resolveDispute,
} from '#support/sql-disputes.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
const today = afterSale.dateIn(0);
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }));
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

async function report<Name extends ReportName>(p_report: Name, p_from = today, p_until = today) {
  await db.sql`delete from public.rate_limits`;
  const answer = await rpc(db, people.callers.admin, 'get_report', { p_report, p_from, p_until });
  return v.parse(reportShapes[p_report], answer) as v.InferOutput<(typeof reportShapes)[Name]>;
}
const sumOf = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0);

test('money by method and disputes add up to charges minus refunds minus what banks took back', async () => {
  const bought = await afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await shop.makeSession(db) },
  ]);
  await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, 1200);
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.payments set method = 'cash', provider = 'desk' where order_id = ${bought.orderId}`;
  });
  await buyAndDispute(db);
  const { methods, disputes, reconciled } = await report('methods');
  const cash = methods.find(({ method }) => method === 'cash');
  expect(cash).toEqual({
    method: 'cash',
    charges: 1,
    charged_cents: bought.total,
    refunds: 1,
    refunded_cents: 1200,
  });
  const charged = await db.sql<{ method: string; cents: number }[]>`
    select method, amount_cents as cents from public.payments`;
  const refunds = await db.sql<{ cents: number }[]>`
    select amount_cents as cents from public.refunds where status <> 'failed'`;
  const taken = await db.sql<
    { cents: number }[]
  >`select withdrawn_cents as cents from public.payment_disputes`;
  expect(methods.reduce((sum, row) => sum + row.charged_cents, 0)).toBe(sumOf(charged));
  expect(methods.reduce((sum, row) => sum + row.refunded_cents, 0)).toBe(sumOf(refunds));
  expect(disputes).toEqual({
    disputes: taken.filter(({ cents }) => cents > 0).length,
    withdrawn_cents: sumOf(taken),
  });
  expect(reconciled.difference_cents).toBe((await report('revenue')).reconciled.difference_cents);
});

test('an amount that a bank took back is not earned, before and after it is written off, and is deducted once', async () => {
  const before = (await report('revenue')).reconciled;
  const { bought, dispute } = await buyAndDispute(db);
  const open = (await report('revenue')).reconciled;
  expect(open.withdrawn_cents - before.withdrawn_cents).toBe(69_700);
  const sumEarned = (of: typeof open) => of.ledger_cents - of.withdrawn_cents;
  // The sale and the bank's withdrawal cancel each other out.
  expect(sumEarned(open)).toBe(sumEarned(before));
  await reportDispute(db, laterReport(dispute, { status: 'lost', outcome: 'lost' }));
  await resolveDispute(db, people.callers.admin, bought.orderId, 'ended');
  const afterLoss = (await report('revenue')).reconciled;
  expect(sumEarned(afterLoss)).toBe(sumEarned(before));
  expect(afterLoss.withdrawn_cents).toBe(before.withdrawn_cents);
  // A dispute that was won has withdrawn nothing.
  const won = disputeReport('pi_of_nobody', { withdrawn_cents: 0, status: 'won', outcome: 'won' });
  await reportDispute(db, won);
  expect((await report('revenue')).reconciled.withdrawn_cents).toBe(before.withdrawn_cents);
});

test('a camp is deferred until its last day, minus what was refunded', async () => {
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(30), days: 3 });
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
  const camp = (of: Awaited<ReturnType<typeof readDeferred>>) => of.find(({ kind }) => kind === 'camp');
  const readDeferred = async (day = today) => {
    const { products } = await report('deferred', day, day);
    return products;
  };
  expect(camp(await readDeferred())).toMatchObject({ offer_id: 'tier-spark', items: 1, cents: bought.total });
  expect(camp(await readDeferred(afterSale.dateIn(31)))).toMatchObject({ cents: bought.total });
  expect(camp(await readDeferred(afterSale.dateIn(32)))).toBeUndefined();
  expect(camp(await readDeferred(afterSale.dateIn(-1)))).toBeUndefined();
  await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, 9000);
  expect(camp(await readDeferred())).toMatchObject({ cents: bought.total - 9000 });
});

test.each([
  ['cancelled', 50],
  ['paid late', 60],
])('the money of a camp that was %s is deferred after its last day', async (how, start) => {
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(start), days: 3 });
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
  const choices = async (day: string) =>
    sumOf((await report('deferred', day, day)).products.filter(({ kind }) => kind === 'choice'));
  const before = await choices(afterSale.dateIn(70));
  if (how === 'cancelled')
    await db.sql`select private.apply_cancellation_by_staff(array[${camp_id}]::uuid[], 'Rain', false)`;
  else await db.sql`update public.order_lines set status = 'needs_choice' where order_id = ${bought.orderId}`;
  expect(await choices(afterSale.dateIn(70))).toBe(before + bought.total);
});

test('a pass is earned credit by credit on the days of its classes, and the rest when it ends', async () => {
  const bought = await afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(10)) },
  ]);
  const [pass] = await db.sql<[{ id: string; valid_until: string; total: number }]>`
    select id, valid_until::text, sessions_total as total from public.passes where order_line_id = ${bought.lines[0] ?? ''}`;
  const deferredOfPass = async (day: string) => {
    // Only this pass counts, because all others are expired inside this transaction.
    const undo = new Error('undo');
    let cents = -1;
    await db.sql
      .begin(async (sql) => {
        await sql`update public.passes set valid_until = valid_from where id <> ${pass.id}`;
        const [row] = await sql<[{ deferred: { products: { kind: string; cents: number }[] } }]>`
          select private.report_deferred(${day}::date) as deferred`;
        cents = sumOf(row.deferred.products.filter(({ kind }) => kind === 'credit'));
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return cents;
  };
  // The first class is booked for day 10, so all credits are unused until then.
  expect(await deferredOfPass(today)).toBe(bought.total);
  expect(await deferredOfPass(afterSale.dateIn(9))).toBe(bought.total);
  expect(await deferredOfPass(afterSale.dateIn(10))).toBe(
    Math.round((bought.total * (pass.total - 1)) / pass.total),
  );
  expect(await deferredOfPass(pass.valid_until)).toBe(0);
  const [{ booking }] = await db.sql<[{ booking: string }]>`
    select booking_id as booking from public.credit_ledger where pass_id = ${pass.id} and reason = 'booked'`;
  await rpc(db, people.callers.admin, 'cancel_booking', { p_booking_id: booking });
  expect(await deferredOfPass(afterSale.dateIn(10))).toBe(bought.total);
});

test('a GST return has each quarter at the rate of its sales, minus refunds, and nothing from before', async () => {
  const sales: { id: string; total: number }[] = [];
  for (const [at, number, rate] of [
    ['2023-12-31T23:30:00+08:00', 'M2-1', 800],
    ['2024-01-01T00:30:00+08:00', 'M2-1', 900],
    ['2024-03-31T23:59:00+08:00', 'M2-1', 900],
    ['2024-02-01T12:00:00+08:00', null, 900],
  ] as const) {
    const bought = await afterSale.buy(db, [
      { offer_id: shop.term.id, session_id: await shop.makeSession(db) },
    ]);
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        update public.orders set gst_number = ${number}, gst_rate_basis_points = ${rate} where id = ${bought.orderId}`;
      await sql`
        update public.line_ledger set created_at = ${at}
        where order_line_id in (select id from public.order_lines where order_id = ${bought.orderId})`;
    });
    sales.push({ id: bought.orderId, total: bought.total });
  }
  await refundAsStaff(db, people.callers.admin, { order: sales[2]?.id ?? '' }, 5000);
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.line_ledger set created_at = '2024-03-31T10:00:00+08:00' where entry = 'refunded'
      and order_line_id in (select id from public.order_lines where order_id = ${sales[2]?.id ?? ''})`;
  });
  const { quarters } = await report('gst_return', '2023-10-01', '2024-03-31');
  const [first, second, third] = sales.map(({ total }) => total);
  const older = Math.round(((first ?? 0) * 8) / 108);
  const gross = (second ?? 0) + (third ?? 0);
  const tax = Math.round(((gross - 5000) * 9) / 109);
  expect(quarters).toEqual([
    {
      quarter: '2023-Q4',
      number: 'M2-1',
      rate_basis_points: 800,
      supplies_cents: (first ?? 0) - older,
      output_tax_cents: older,
      refunded_cents: 0,
      refunded_tax_cents: 0,
    },
    {
      quarter: '2024-Q1',
      number: 'M2-1',
      rate_basis_points: 900,
      supplies_cents: gross - 5000 - tax,
      output_tax_cents: tax,
      refunded_cents: 5000,
      refunded_tax_cents: Math.round((gross * 9) / 109) - tax,
    },
  ]);
});
