import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as after from '#support/sql-after.ts';
import * as camps from '#support/sql-camps.ts';
import { payBack } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';
import {
  buy,
  chargedAgain,
  claimedRefundCount,
  decide,
  decisionOf,
  discrepanciesOf,
  disputed,
  disputeReport,
  intentOf,
  laterReport,
  lost,
  reportDispute,
  won,
} from '#support/sql-disputes.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await after.sellWithRules(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());
const staffRefund = (order: string, cents = 100) => payBack(db, admin, { order }, cents);
const access = () => discrepanciesOf(db, admin, 'access_after_lost_dispute');

describe('while a dispute is open', () => {
  test('staff get one decision, and there are no discrepancies', async () => {
    const { bought, dispute } = await disputed(db);
    expect(await decisionOf(db, bought.orderId)).toMatchObject({ status: 'open' });
    await Promise.all([1, 2, 3].map(() => reportDispute(db, dispute)));
    const [row] = await db.sql`
      select count(*) as n, min(amount_cents) as cents, min(currency) as currency
      from public.payment_disputes where provider_dispute_id = ${dispute.dispute_id}`;
    expect(row).toEqual({ n: 1, cents: 69_700, currency: 'SGD' });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('staff cannot refund its charge in any way', async () => {
    const { bought } = await disputed(db);
    const refused = { code: 'charge_disputed', status: 409 };
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject(refused);
    expect(await x.refusal(payBack(db, admin, { line: bought.lines[0] ?? '' }, 1))).toMatchObject(refused);
    expect(await x.refusal(decide(db, admin, bought.orderId, 'refund'))).toMatchObject({
      code: 'invalid_input',
    });
    expect(await x.refusal(decide(db, admin, bought.orderId, 'ended'))).toMatchObject({
      code: 'order_closed',
    });
    const second = await chargedAgain(db, bought);
    await reportDispute(db, disputeReport(second));
    const [twice] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where order_id = ${bought.orderId} and kind = 'duplicate_payment'`;
    const paidTwice = { p_decision_id: twice.id, p_resolution: 'refund' };
    expect(await x.refusal(x.rpc(db, admin, 'resolve_decision', paidTwice))).toMatchObject(refused);
  });

  test('a parent can cancel; the refund waits, and is sent when the dispute is won', async () => {
    const { bought, dispute } = await disputed(db);
    const view = await after.cancel(db, bought, bought.lines, 69_700);
    expect(view.lines[0]?.status).toBe('cancelled');
    expect(view.refunds).toMatchObject([{ amount_cents: 69_700, status: 'waiting' }]);
    const [mail] = await db.sql`
      select payload -> 'refund_waits' as waits from public.outbox
      where template = 'order_cancelled' and payload ->> 'number' = ${view.number}`;
    expect(mail).toEqual({ waits: true });
    expect(await claimedRefundCount(db, bought.orderId)).toBe(0);
    await reportDispute(db, laterReport(dispute, won));
    expect((await after.view(db, bought)).refunds).toMatchObject([{ status: 'requested' }]);
    expect(await claimedRefundCount(db, bought.orderId)).toBe(1);
    expect(await decisionOf(db, bought.orderId)).toMatchObject({
      status: 'resolved',
      resolution: 'accepted',
    });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('control: without an open dispute, the refund is sent at once', async () => {
    const bought = await buy(db);
    await after.cancel(db, bought, bought.lines, 69_700);
    expect(await claimedRefundCount(db, bought.orderId)).toBe(1);
  });

  test('an older report that arrives later changes nothing; an appeal reopens the dispute', async () => {
    const { bought, dispute } = await disputed(db);
    await reportDispute(db, laterReport(dispute, won));
    expect(await reportDispute(db, dispute)).toEqual({ known: true, changed: false });
    expect(await decisionOf(db, bought.orderId)).toMatchObject({ status: 'resolved' });
    await staffRefund(bought.orderId);
    await reportDispute(db, laterReport(dispute, { status: 'appeal_under_review' }));
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject({ code: 'charge_disputed' });
    expect(await decisionOf(db, bought.orderId)).toMatchObject({ status: 'resolved' });
    await reportDispute(db, laterReport(dispute, won));
  });
});

describe('a lost dispute', () => {
  test('nothing more is refunded after it, and an order that still has access is a discrepancy', async () => {
    const { bought, dispute } = await disputed(db);
    await reportDispute(db, laterReport(dispute, lost));
    expect(await access()).toEqual([bought.orderId]);
    expect(await decisionOf(db, bought.orderId)).toMatchObject({ status: 'open' });
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
    const before = await after.view(db, bought);
    expect(before.lines[0]?.can.cancel).toMatchObject({ refund_cents: 0 });

    expect(await decide(db, admin, bought.orderId, 'ended')).toEqual({ resolved: true });
    expect((await after.view(db, bought)).lines[0]?.status).toBe('cancelled');
    expect(await after.balanceOf(db, bought.lines[0] ?? '')).toBe(0);
    const [seats] = await db.sql`
      select count(*) as n from public.bookings b join public.orders o on o.family_id = b.family_id
      where o.id = ${bought.orderId} and b.status = 'booked'`;
    expect(seats).toEqual({ n: 0 });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.mailsOf(db, bought.orderId)).toContain('order_cancelled');
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a refund that waited for it is not made, because the bank has paid it', async () => {
    const { bought, dispute } = await disputed(db);
    await after.cancel(db, bought, bought.lines, 69_700);
    await reportDispute(db, laterReport(dispute, lost));
    expect((await after.view(db, bought)).refunds).toMatchObject([{ status: 'by_bank' }]);
    expect(await claimedRefundCount(db, bought.orderId)).toBe(0);
    expect(await after.mailsOf(db, bought.orderId)).not.toContain('refund_sent');
    const [refund] = await db.sql<[{ id: string }]>`
      select id from public.refunds where order_id = ${bought.orderId}`;
    expect(await x.refusal(x.rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund.id }))).toMatchObject(
      { code: 'refund_too_much' },
    );
    expect(await access()).toEqual([]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('when the camp is cancelled afterwards, nothing is refunded, and there are no discrepancies', async () => {
    const camp_id = await camps.makeCamp(db, { start: after.dateIn(30) });
    const bought = await after.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    const cancelled = await after.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    await reportDispute(
      db,
      disputeReport(await intentOf(db, bought), { ...lost, amount_cents: bought.total }),
    );
    await after.cancel(db, bought, bought.lines, 0);
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.findFaults(db)).toEqual([]);
    // The control case: without a dispute, a refund that is one cent too low is a discrepancy.
    await after.cancel(db, cancelled, cancelled.lines, cancelled.total);
    await db.sql`update public.refund_allocations set amount_cents = amount_cents - 1 where order_line_id = any (${cancelled.lines})`;
    expect(await discrepanciesOf(db, admin, 'refund_differs_from_rules')).toEqual(cancelled.lines);
    await db.sql`update public.refund_allocations set amount_cents = amount_cents + 1 where order_line_id = any (${cancelled.lines})`;
  });

  test('if it covers only some of the charge, refunds that fit into the remaining amount are still paid', async () => {
    const bought = await buy(db);
    await staffRefund(bought.orderId, 20_000);
    await staffRefund(bought.orderId, 30_000);
    const dispute = disputeReport(await intentOf(db, bought), { amount_cents: 40_000 });
    await reportDispute(db, dispute);
    expect(await claimedRefundCount(db, bought.orderId)).toBe(0);
    await reportDispute(db, laterReport(dispute, lost));
    expect((await after.refundsOf(db, bought.orderId)).map(({ status }) => status)).toEqual([
      'requested',
      'failed',
    ]);
    expect(await claimedRefundCount(db, bought.orderId)).toBe(1);
    expect(await x.refusal(staffRefund(bought.orderId, 9_701))).toMatchObject({ detail: '9700' });
    await decide(db, admin, bought.orderId, 'ended');
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('staff can accept it, so that it is no discrepancy, but another lost dispute is one again', async () => {
    const { bought, dispute } = await disputed(db);
    await decide(db, admin, bought.orderId, 'accepted');
    await reportDispute(db, laterReport(dispute, lost));
    expect(await decisionOf(db, bought.orderId)).toMatchObject({ status: 'open' });
    expect(await access()).toEqual([bought.orderId]);
    expect(await decide(db, admin, bought.orderId, 'accepted')).toEqual({ resolved: true });
    expect(await access()).toEqual([]);
    await reportDispute(db, disputeReport(dispute.payment_intent, { ...lost, amount_cents: 1 }));
    expect(await access()).toEqual([bought.orderId]);
    await decide(db, admin, bought.orderId, 'ended');
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if it is for a second charge, the family loses nothing, because the first charge paid for the booking', async () => {
    const bought = await buy(db);
    await reportDispute(db, disputeReport(await chargedAgain(db, bought), lost));
    expect(await access()).toEqual([]);
    await decide(db, admin, bought.orderId, 'ended');
    expect((await after.view(db, bought)).lines[0]?.status).toBe('placed');
    await staffRefund(bought.orderId);
  });

  test('if the order was paid late, the family cannot choose until staff accept the dispute', async () => {
    const session_id = await after.session(db, after.dateIn(9), 1);
    const bought = await after.buy(db, [{ offer_id: shop.term.id, session_id }], {
      late: true,
      before: () => shop.hold(db, session_id),
    });
    const to = await after.session(db, after.dateIn(10));
    const choose = (p_choice: object) => after.manage(db, bought, 'choose_late', { p_choice });
    const line_id = bought.lines[0];
    const dispute = disputeReport(await intentOf(db, bought));
    await reportDispute(db, laterReport(dispute, lost));
    for (const choice of [
      { kind: 'move', lines: [{ line_id, session_id: to }] },
      { kind: 'credit' },
      { kind: 'refund' },
    ])
      expect(await x.refusal(choose(choice))).toMatchObject({
        code: 'charge_disputed',
        field: 'p_choice',
        status: 409,
      });
    expect(await shop.seatsTaken(db, to)).toBe(0);
    expect(await access()).toEqual([]);
    expect(await after.view(db, bought)).toMatchObject({ must_choose: true });

    await decide(db, admin, bought.orderId, 'accepted');
    await choose({ kind: 'move', lines: [{ line_id, session_id: to }] });
    expect(await shop.seatsTaken(db, to)).toBe(1);
    expect(await access()).toEqual([]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if it is for a camp credit, the credit can no longer be used', async () => {
    const camp_id = await camps.makeCamp(db, { start: after.dateIn(37) });
    const soldOut = await after.session(db, after.dateIn(9), 1);
    const lines = [
      { offer_id: 'tier-spark', camp_id },
      { offer_id: shop.term.id, session_id: soldOut },
    ];
    const bought = await after.buy(db, lines, { late: true, before: () => shop.hold(db, soldOut) });
    await after.manage(db, bought, 'choose_late', { p_choice: { kind: 'credit' } });
    await reportDispute(db, disputeReport(await intentOf(db, bought), { ...lost, amount_cents: 100 }));
    const place = { p_line_id: bought.lines[0], p_camp_id: camp_id };
    expect(await x.refusal(after.manage(db, bought, 'place_credit_line', place))).toMatchObject({
      code: 'charge_disputed',
      field: 'p_line_id',
    });
    await decide(db, admin, bought.orderId, 'ended');
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a lost dispute that was written directly into the tables is found as a discrepancy', async () => {
    const bought = await buy(db);
    await db.sql`
      insert into public.payment_disputes (provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason,
        provider_status, outcome, closed_at, checked_at)
      select 'dp_forced', payment_intent, id, amount_cents, currency, 'general', 'lost', 'lost', now(), now() - interval '1 day'
      from public.payments where order_id = ${bought.orderId}`;
    expect(await access()).toEqual([bought.orderId]);
    expect(await discrepanciesOf(db, admin, 'dispute_without_decision')).toHaveLength(1);
    await reportDispute(
      db,
      laterReport(disputeReport(await intentOf(db, bought)), { dispute_id: 'dp_forced', ...lost }),
    );
    await decide(db, admin, bought.orderId, 'ended');
    expect(await after.findFaults(db)).toEqual([]);
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
  expect(await x.refusal(reportDispute(db, { ...disputeReport('pi_odd'), [field]: value }))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('only admins can read disputes', async () => {
  await disputed(db);
  const parent = { role: 'authenticated', sub: await x.makeUser(db, 'mei@example.com') } as const;
  const readDisputes = (who: Caller) => db.as(who, (sql) => sql`select id from public.payment_disputes`);
  expect(await readDisputes(parent)).toHaveLength(0);
  expect((await readDisputes(admin)).length).toBeGreaterThan(0);
});
