import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';
import {
  buyPass,
  chargeAgain,
  countClaimedRefunds,
  resolveDispute,
  readDecision,
  buyAndDispute,
  disputeReport,
  laterReport,
  reportDispute,
  wonOutcome,
} from '#support/sql-disputes.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());
const staffRefund = (order: string, cents = 100) => refundAsStaff(db, admin, { order }, cents);

describe('while a dispute is open', () => {
  test('staff get one decision, and there are no discrepancies', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    expect(await readDecision(db, bought.orderId)).toMatchObject({ status: 'open' });
    await Promise.all([1, 2, 3].map(() => reportDispute(db, dispute)));
    const [row] = await db.sql`
      select count(*) as n, min(amount_cents) as cents, min(currency) as currency
      from public.payment_disputes where provider_dispute_id = ${dispute.dispute_id}`;
    expect(row).toEqual({ n: 1, cents: 69_700, currency: 'SGD' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff cannot refund its charge in any way', async () => {
    const { bought } = await buyAndDispute(db);
    const refused = { code: 'charge_disputed', status: 409 };
    expect(await refusal(staffRefund(bought.orderId))).toMatchObject(refused);
    expect(await refusal(refundAsStaff(db, admin, { line: bought.lines[0] ?? '' }, 1))).toMatchObject(
      refused,
    );
    expect(await refusal(resolveDispute(db, admin, bought.orderId, 'refund'))).toMatchObject({
      code: 'invalid_input',
    });
    expect(await refusal(resolveDispute(db, admin, bought.orderId, 'ended'))).toMatchObject({
      code: 'order_closed',
    });
    const second = await chargeAgain(db, bought);
    await reportDispute(db, disputeReport(second));
    const [twice] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where order_id = ${bought.orderId} and kind = 'duplicate_payment'`;
    const paidTwice = { p_decision_id: twice.id, p_resolution: 'refund' };
    expect(await refusal(rpc(db, admin, 'resolve_decision', paidTwice))).toMatchObject(refused);
  });

  test('a parent can cancel; the refund waits, and is sent when the dispute is won', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    const view = await afterSale.cancelLines(db, bought, bought.lines, 69_700);
    expect(view.lines[0]?.status).toBe('cancelled');
    expect(view.refunds).toMatchObject([{ amount_cents: 69_700, status: 'waiting' }]);
    const [mail] = await db.sql`
      select payload -> 'refund_waits' as waits from public.outbox
      where template = 'order_cancelled' and payload ->> 'number' = ${view.number}`;
    expect(mail).toEqual({ waits: true });
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(0);
    await reportDispute(db, laterReport(dispute, wonOutcome));
    expect((await afterSale.viewOrder(db, bought)).refunds).toMatchObject([{ status: 'requested' }]);
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(1);
    expect(await readDecision(db, bought.orderId)).toMatchObject({
      status: 'resolved',
      resolution: 'accepted',
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('control: without an open dispute, the refund is sent at once', async () => {
    const bought = await buyPass(db);
    await afterSale.cancelLines(db, bought, bought.lines, 69_700);
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(1);
  });

  test('an older report that arrives later changes nothing; an appeal reopens the dispute', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    await reportDispute(db, laterReport(dispute, wonOutcome));
    expect(await reportDispute(db, dispute)).toEqual({ known: true, changed: false });
    expect(await readDecision(db, bought.orderId)).toMatchObject({ status: 'resolved' });
    await staffRefund(bought.orderId);
    await reportDispute(db, laterReport(dispute, { status: 'appeal_under_review' }));
    expect(await refusal(staffRefund(bought.orderId))).toMatchObject({ code: 'charge_disputed' });
    expect(await readDecision(db, bought.orderId)).toMatchObject({ status: 'resolved' });
    await reportDispute(db, laterReport(dispute, wonOutcome));
  });
});

test.each([
  ['dispute_id', null],
  ['payment_intent', ''],
  ['amount_cents', -1],
  ['amount_cents', 1.5],
  ['withdrawn_cents', '5'],
  ['outcome', 'maybe'],
  ['status', null],
  ['reason', 7],
  ['currency', null],
  ['checked_at', 'yesterday'],
  ['answer_by', 'soon'],
])('invalid reports are refused: %s %j', async (field, value) => {
  expect(await refusal(reportDispute(db, { ...disputeReport('pi_odd'), [field]: value }))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('only admins can read disputes', async () => {
  await buyAndDispute(db);
  const parent = { role: 'authenticated', sub: await makeUser(db, 'mei@example.com') } as const;
  const readDisputes = (who: Caller) => db.as(who, (sql) => sql`select id from public.payment_disputes`);
  expect(await readDisputes(parent)).toHaveLength(0);
  expect((await readDisputes(admin)).length).toBeGreaterThan(0);
});
