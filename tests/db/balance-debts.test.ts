/**
 * Tests a family that gets a refund, as balance or in money, and then also gets the money back from its bank: the
 * balance that is left is taken back, and what is missing becomes a debt (docs/decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BalancesReport } from '#contract/balance.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as debts from '#support/sql-debts.ts';
import { signedIn } from '#support/sql-details.ts';
import { laterReport, lostOutcome, reportDispute, wonOutcome } from '#support/sql-disputes.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = {
    ...signedIn(await makeUser(db, 'admin@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
  await instalments.allowDeposits(db);
});
afterAll(() => db.drop());

/**
 * Pays a camp by card, takes the whole refund as balance, spends some of the balance, and disputes the charge at the
 * bank.
 */
async function disputeAfterRefund(spent: number) {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.refundOrder(db, orderId, instalments.PRICE, true);
  if (spent > 0) await spend(family, spent);
  return { family, orderId, dispute: await debts.disputeCharge(db, orderId) };
}
async function spend(family: payingHelpers.Family, cents: number) {
  const pay = { balance_cents: cents, user_id: family.userId };
  await payingHelpers.chargeOrder(
    db,
    await payingHelpers.goToPayment(db, family.caller, await debts.campLines(db, 67), pay),
  );
}
const give = (family: payingHelpers.Family, cents: number) => debts.addBalance(db, family, cents);
const sell = async (family: payingHelpers.Family, who: Caller, more: object) =>
  instalments.sellAtDesk(
    db,
    who,
    instalments.makeSale([await instalments.makeCampIn(db, 74)], {
      family_id: family.familyId,
      parent: { ...shop.details.parent, email: family.email },
      instalments: null,
      ...more,
    }),
  );
const sellForBalance = (family: payingHelpers.Family, balance_cents: number) =>
  sell(family, admin, { method: 'cash', balance_cents });
const change = async (family: payingHelpers.Family, p_cents: number, more: object = {}) =>
  rpc(db, admin, 'change_balance', {
    p_family_id: family.familyId,
    p_cents,
    p_note: 'For the test',
    p_expected_cents: (await payingHelpers.readBalance(db, family))[0],
    p_key: randomUUID(),
    ...more,
  });
const decisionsOf = (orderId: string) => debts.listDecisions(db, admin, orderId);
const readFaults = async () => [...(await db.sql`select rule, details from private.discrepancies()`)];

test('a lost dispute takes back the remaining balance, and the missing amount becomes a debt', async () => {
  const { family, orderId, dispute } = await disputeAfterRefund(20_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([29_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([['disputed', instalments.PRICE, 0, 0]]);
  for (const outcome of [lostOutcome, lostOutcome]) await reportDispute(db, laterReport(dispute, outcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toEqual([
    ['balance_debt', 20_000, instalments.PRICE, 29_000],
    ['disputed', instalments.PRICE, instalments.PRICE, 29_000],
  ]);
  // Money that is added to the balance later pays the debt first.
  await give(family, 15_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 5_000, instalments.PRICE, 44_000]);
  await give(family, 8_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([3_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([
    ['disputed', instalments.PRICE, instalments.PRICE, instalments.PRICE],
  ]);
});

test('a checkout that reserves the rest cannot keep it from being taken back', async () => {
  const { family, dispute } = await disputeAfterRefund(0);
  const pay = { balance_cents: 40_000, user_id: family.userId };
  const paying = await payingHelpers.goToPayment(db, family.caller, await debts.campLines(db, 67), pay);
  await reportDispute(db, laterReport(dispute, lostOutcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 40_000]);
  await payingHelpers.abandonOrder(db, paying);
  // The family cannot spend the balance at the checkout, at the desk or in cash, because all of it is owed. No screen
  // shows it as the family's money.
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  const order = await payingHelpers.hold(db, family.caller, await debts.campLines(db, 67));
  expect(await refusal(payingHelpers.finalize(db, order, pay))).toMatchObject({
    code: 'balance_too_low',
    detail: '0',
  });
  expect(await refusal(sellForBalance(family, 10_000))).toMatchObject({
    code: 'balance_too_low',
    detail: '0',
  });
  expect(await refusal(change(family, -10_000, { p_method: 'cash' }))).toMatchObject({
    code: 'balance_too_low',
  });
  expect(await refusal(change(family, -10_000, { p_expected_cents: 40_000 }))).toMatchObject({
    code: 'changed_meanwhile',
  });
  // The money that came back pays the debt, so any amount that is added now can be spent and paid out.
  await give(family, 15_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([15_000, 0]);
  await sellForBalance(family, 10_000);
  await change(family, -4_000, { p_method: 'cash' });
  expect(await payingHelpers.readBalance(db, family)).toEqual([1_000, 0]);
});

test('a balance that a checkout reserved pays for it if the charge comes in time, and the debt stays', async () => {
  const { family, orderId, dispute } = await disputeAfterRefund(0);
  const pay = { balance_cents: 40_000, user_id: family.userId };
  const paying = await payingHelpers.goToPayment(db, family.caller, await debts.campLines(db, 67), pay);
  await reportDispute(db, laterReport(dispute, lostOutcome));
  expect((await payingHelpers.chargeOrder(db, paying)).result).toBe('confirmed');
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 40_000, instalments.PRICE, 9_000]);
});

test('a reserved balance that is released pays the debt first, even if the charge comes too late', async () => {
  const { family, dispute } = await disputeAfterRefund(0);
  const pay = { balance_cents: 40_000, user_id: family.userId };
  const paying = await payingHelpers.goToPayment(db, family.caller, await debts.campLines(db, 67), pay);
  await reportDispute(db, laterReport(dispute, lostOutcome));
  await payingHelpers.abandonOrder(db, paying);
  expect((await payingHelpers.chargeOrder(db, paying)).result).toBe('mismatch');
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
});

describe('staff cannot decide about money of their own family', () => {
  const role = async (name: 'admin' | 'business_admin') => {
    const email = `own-${randomUUID()}@example.test`;
    return { ...signedIn(await makeUser(db, email, [name])), claims: { aal: 'aal2' } };
  };
  test.each(['admin', 'business_admin'] as const)('an account with the role %s is refused', async (name) => {
    const parentOnStaff = await role(name);
    const { family, orderId, dispute } = await disputeAfterRefund(20_000);
    await reportDispute(db, laterReport(dispute, lostOutcome));
    await db.sql`update public.profiles set family_id = ${family.familyId} where id = ${parentOnStaff.sub ?? ''}`;
    const [debt] = await db.sql<{ id: string }[]>`
      select id from public.payment_decisions where order_id = ${orderId} and kind = 'balance_debt'`;
    const [line] = await db.sql<
      { id: string }[]
    >`select id from public.order_lines where order_id = ${orderId}`;
    const refund = {
      p_cents: 1,
      p_reason: 'goodwill',
      p_expected_refundable_cents: 1,
      p_expected_refunds: 1,
    };
    const attempts: [string, Record<string, unknown>][] = [
      ['resolve_decision', { p_decision_id: debt?.id, p_resolution: 'accepted' }],
      ['refund_order', { p_order_id: orderId, ...refund, p_key: randomUUID() }],
      ['refund_line', { p_line_id: line?.id, ...refund, p_key: randomUUID() }],
    ];
    for (const [call, body] of attempts)
      expect([call, await refusal(rpc(db, parentOnStaff, call, body))]).toMatchObject([
        call,
        { code: 'own_balance' },
      ]);
    expect(
      await refusal(
        sell(family, parentOnStaff, { method: 'cash', discount: { cents: 100, reason: 'Mine' } }),
      ),
    ).toMatchObject({ code: 'own_balance', field: 'discount.cents' });
    // A colleague decides about the debt, because it is the other admin's own family.
    await rpc(db, admin, 'resolve_decision', { p_decision_id: debt?.id, p_resolution: 'accepted' });
  });
});

test('a dispute that is won in the end gives back what was taken', async () => {
  const { family, orderId, dispute } = await disputeAfterRefund(20_000);
  await reportDispute(db, laterReport(dispute, lostOutcome));
  await reportDispute(db, laterReport(laterReport(dispute, lostOutcome), wonOutcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([29_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([]);
});

test('staff can waive a debt, and nothing more is taken', async () => {
  const { family, orderId, dispute } = await disputeAfterRefund(20_000);
  await reportDispute(db, laterReport(dispute, lostOutcome));
  const [debt] = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where order_id = ${orderId} and kind = 'balance_debt'`;
  const decide = (p_resolution: string) =>
    rpc(db, admin, 'resolve_decision', { p_decision_id: debt?.id, p_resolution });
  expect(await refusal(decide('refund'))).toMatchObject({ code: 'invalid_input' });
  await decide('accepted');
  await give(family, 7_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([7_000, 0]);
});

test('the balances report adds up from the opening to the closing sum, by kind of entry', async () => {
  const family = await payingHelpers.makeFamily(db, 9_000);
  const [{ day }] = await db.sql<[{ day: string }]>`select private.calendar_today()::text as day`;
  await rpc(db, admin, 'change_balance', {
    p_family_id: family.familyId,
    p_cents: -1_000,
    p_note: 'Paid out',
    p_expected_cents: 9_000,
    p_key: randomUUID(),
    p_method: 'cash',
  });
  const report = v.parse(
    BalancesReport,
    await rpc(db, admin, 'get_report', { p_report: 'balances', p_from: day, p_until: day }),
  );
  const sums = await db.sql<{ kind: string; entries: number; cents: number }[]>`
    select kind, count(*)::int as entries, sum(amount_cents)::int as cents
    from public.family_balance_entries where method is null group by kind order by kind`;
  expect(report.kinds.filter(({ kind }) => kind !== 'paid_out')).toEqual([...sums]);
  const [paid] = await db.sql`
    select count(*)::int as entries, sum(amount_cents)::int as cents
    from public.family_balance_entries where method is not null`;
  expect(report.kinds).toContainEqual({ kind: 'paid_out', ...paid });
  expect(report.kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['given', 'refund', 'spent', 'taken_back']),
  );
  expect(report.before_cents + report.kinds.reduce((sum, { cents }) => sum + cents, 0)).toBe(
    report.after_cents,
  );
});

test('all books agree at the end, once staff have ended the orders whose money the bank paid back', async () => {
  const open = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where kind = 'disputed' and status = 'open'`;
  for (const { id } of open)
    await rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'ended' });
  expect(await readFaults()).toEqual([]);
});
