/**
 * A family that takes a refund as balance and also gets the money from its bank: what is left of the balance is taken
 * back, and the rest is a debt (decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BalancesReport } from '#contract/balance.ts';
import { StaffDecisions } from '#contract/management.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import { disputeReport, intentOf, laterReport, reportDispute } from '#support/sql-disputes.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = {
    ...d.signedIn(await x.makeUser(db, 'admin@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
  await n.allowDeposits(db);
});
afterAll(() => db.drop());

const lost = { status: 'lost', outcome: 'lost' };
const won = { status: 'won', outcome: 'won', withdrawn_cents: 0 };
const camp = async (days = 60) => [p.campLine(await n.makeCampIn(db, days))];

/** Pays a camp by card, takes all of it back as balance, spends some of that, and asks the bank. */
async function disputedAfterRefund(spent: number) {
  const family = await p.makeFamily(db);
  const paying = await p.toPay(db, family.caller, await camp(), null);
  await p.charge(db, paying);
  const orderId = paying.finalized.order_id;
  await x.rpc(db, x.service, 'refund_order', {
    p_order_id: orderId,
    p_cents: n.PRICE,
    p_reason: 'goodwill',
    p_to_balance: true,
    p_key: randomUUID(),
  });
  if (spent > 0) await spend(family, spent);
  const dispute = disputeReport(await intentOf(db, { orderId }), {
    amount_cents: n.PRICE,
    withdrawn_cents: n.PRICE,
  });
  await reportDispute(db, dispute);
  return { family, orderId, dispute };
}
async function spend(family: p.Family, cents: number) {
  const pay = { balance_cents: cents, user_id: family.userId };
  await p.charge(db, await p.toPay(db, family.caller, await camp(67), pay));
}
const give = (family: p.Family, cents: number) =>
  db.sql`select private.post_balance(${family.familyId}, 'given', ${cents}::integer, null, 'For the test')`;
async function decisionsOf(orderId: string) {
  const { rows } = v.parse(StaffDecisions, await x.rpc(db, admin, 'list_decisions', {}));
  return rows
    .filter(({ order_id }) => order_id === orderId)
    .map((row) => [row.kind, row.amount_cents, row.paid_twice_cents, row.taken_back_cents])
    .sort();
}
const faults = async () => [...(await db.sql`select rule, details from private.discrepancies()`)];

test('a lost dispute takes back what is left, and what is missing is a debt', async () => {
  const { family, orderId, dispute } = await disputedAfterRefund(20_000);
  expect(await p.balanceOf(db, family)).toEqual([29_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([['disputed', n.PRICE, 0, 0]]);
  for (const outcome of [lost, lost]) await reportDispute(db, laterReport(dispute, outcome));
  expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toEqual([
    ['balance_debt', 20_000, n.PRICE, 29_000],
    ['disputed', n.PRICE, n.PRICE, 29_000],
  ]);
  // What comes to the balance later pays the debt first.
  await give(family, 15_000);
  expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 5_000, n.PRICE, 44_000]);
  await give(family, 8_000);
  expect(await p.balanceOf(db, family)).toEqual([3_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([['disputed', n.PRICE, n.PRICE, n.PRICE]]);
});

test('a checkout that reserves the rest can’t keep it from being taken back', async () => {
  const { family, dispute } = await disputedAfterRefund(0);
  const pay = { balance_cents: 40_000, user_id: family.userId };
  const paying = await p.toPay(db, family.caller, await camp(67), pay);
  await reportDispute(db, laterReport(dispute, lost));
  expect(await p.balanceOf(db, family)).toEqual([0, 40_000]);
  await p.abandon(db, paying);
  const order = await p.hold(db, family.caller, await camp(67));
  expect(await x.refusal(p.finalize(db, order, pay))).toMatchObject({ code: 'balance_too_low', detail: '0' });
});

test('a dispute that is won after all gives back what was taken', async () => {
  const { family, orderId, dispute } = await disputedAfterRefund(20_000);
  await reportDispute(db, laterReport(dispute, lost));
  await reportDispute(db, laterReport(laterReport(dispute, lost), won));
  expect(await p.balanceOf(db, family)).toEqual([29_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([]);
});

test('staff can let a debt go, and nothing more is taken', async () => {
  const { family, orderId, dispute } = await disputedAfterRefund(20_000);
  await reportDispute(db, laterReport(dispute, lost));
  const [debt] = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where order_id = ${orderId} and kind = 'balance_debt'`;
  const decide = (p_resolution: string) =>
    x.rpc(db, admin, 'resolve_decision', { p_decision_id: debt?.id, p_resolution });
  expect(await x.refusal(decide('refund'))).toMatchObject({ code: 'invalid_input' });
  await decide('accepted');
  await give(family, 7_000);
  expect(await p.balanceOf(db, family)).toEqual([7_000, 0]);
});

test('the report of balances leads from the sum before to the sum after, by kinds', async () => {
  const family = await p.makeFamily(db, 9_000);
  const [{ day }] = await db.sql<[{ day: string }]>`select private.calendar_today()::text as day`;
  await x.rpc(db, admin, 'change_balance', {
    p_family_id: family.familyId,
    p_cents: -1_000,
    p_note: 'Paid out',
    p_expected_cents: 9_000,
    p_key: randomUUID(),
    p_method: 'cash',
  });
  const report = v.parse(
    BalancesReport,
    await x.rpc(db, admin, 'get_report', { p_report: 'balances', p_from: day, p_until: day }),
  );
  const sums = await db.sql<{ kind: string; entries: number; cents: number }[]>`
    select kind, count(*)::int as entries, sum(amount_cents)::int as cents
    from public.family_balance_entries where method is null group by kind order by kind`;
  expect(report.kinds.filter(({ kind }) => kind !== 'paid_out')).toEqual([...sums]);
  expect(report.kinds).toContainEqual({ kind: 'paid_out', entries: 1, cents: -1_000 });
  expect(report.kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['given', 'refund', 'spent', 'taken_back']),
  );
  expect(report.before_cents + report.kinds.reduce((sum, { cents }) => sum + cents, 0)).toBe(
    report.after_cents,
  );
});

test('the books agree after all of it, once staff have ended what the bank paid back', async () => {
  const open = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where kind = 'disputed' and status = 'open'`;
  for (const { id } of open)
    await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'ended' });
  expect(await faults()).toEqual([]);
});
