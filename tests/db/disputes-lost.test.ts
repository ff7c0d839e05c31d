/** Tests what a lost dispute takes from a family, and that nothing more is refunded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';
import {
  buyPass,
  chargeAgain,
  countClaimedRefunds,
  resolveDispute,
  readDecision,
  findDiscrepancies,
  buyAndDispute,
  disputeReport,
  readIntent,
  laterReport,
  lostOutcome,
  reportDispute,
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
const access = () => findDiscrepancies(db, admin, 'access_after_lost_dispute');

describe('a lost dispute', () => {
  test('nothing more is refunded after it, and an order that still has access is a discrepancy', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    await reportDispute(db, laterReport(dispute, lostOutcome));
    expect(await access()).toEqual([bought.orderId]);
    expect(await readDecision(db, bought.orderId)).toMatchObject({ status: 'open' });
    expect(await refusal(staffRefund(bought.orderId))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
    const before = await afterSale.viewOrder(db, bought);
    expect(before.lines[0]?.can.cancel).toMatchObject({ refund_cents: 0 });

    expect(await resolveDispute(db, admin, bought.orderId, 'ended')).toEqual({ resolved: true });
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.status).toBe('cancelled');
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(0);
    const [seats] = await db.sql`
      select count(*) as n from public.bookings b join public.orders o on o.family_id = b.family_id
      where o.id = ${bought.orderId} and b.status = 'booked'`;
    expect(seats).toEqual({ n: 0 });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await afterSale.readMails(db, bought.orderId)).toContain('order_cancelled');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a refund that waited for it is not made, because the bank has paid it', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    await afterSale.cancelLines(db, bought, bought.lines, 69_700);
    await reportDispute(db, laterReport(dispute, lostOutcome));
    expect((await afterSale.viewOrder(db, bought)).refunds).toMatchObject([{ status: 'by_bank' }]);
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(0);
    expect(await afterSale.readMails(db, bought.orderId)).not.toContain('refund_sent');
    const [refund] = await db.sql<[{ id: string }]>`
      select id from public.refunds where order_id = ${bought.orderId}`;
    expect(await refusal(rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund.id }))).toMatchObject({
      code: 'refund_too_much',
    });
    expect(await access()).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('when the camp is cancelled afterwards, nothing is refunded, and there are no discrepancies', async () => {
    const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(30) });
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    const cancelled = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    await reportDispute(
      db,
      disputeReport(await readIntent(db, bought), { ...lostOutcome, amount_cents: bought.total }),
    );
    await afterSale.cancelLines(db, bought, bought.lines, 0);
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
    // This is the control case. Without a dispute, a refund that is one cent too low is a discrepancy.
    await afterSale.cancelLines(db, cancelled, cancelled.lines, cancelled.total);
    await db.sql`update public.refund_allocations set amount_cents = amount_cents - 1 where order_line_id = any (${cancelled.lines})`;
    expect(await findDiscrepancies(db, admin, 'refund_differs_from_rules')).toEqual(cancelled.lines);
    await db.sql`update public.refund_allocations set amount_cents = amount_cents + 1 where order_line_id = any (${cancelled.lines})`;
  });

  test('if it covers only some of the charge, refunds that fit into the remaining amount are still paid', async () => {
    const bought = await buyPass(db);
    await staffRefund(bought.orderId, 20_000);
    await staffRefund(bought.orderId, 30_000);
    const dispute = disputeReport(await readIntent(db, bought), { amount_cents: 40_000 });
    await reportDispute(db, dispute);
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(0);
    await reportDispute(db, laterReport(dispute, lostOutcome));
    expect((await afterSale.readRefunds(db, bought.orderId)).map(({ status }) => status)).toEqual([
      'requested',
      'failed',
    ]);
    expect(await countClaimedRefunds(db, bought.orderId)).toBe(1);
    expect(await refusal(staffRefund(bought.orderId, 9_701))).toMatchObject({ detail: '9700' });
    await resolveDispute(db, admin, bought.orderId, 'ended');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff can accept it, so that it is no discrepancy, but another lost dispute is one again', async () => {
    const { bought, dispute } = await buyAndDispute(db);
    await resolveDispute(db, admin, bought.orderId, 'accepted');
    await reportDispute(db, laterReport(dispute, lostOutcome));
    expect(await readDecision(db, bought.orderId)).toMatchObject({ status: 'open' });
    expect(await access()).toEqual([bought.orderId]);
    expect(await resolveDispute(db, admin, bought.orderId, 'accepted')).toEqual({ resolved: true });
    expect(await access()).toEqual([]);
    await reportDispute(db, disputeReport(dispute.payment_intent, { ...lostOutcome, amount_cents: 1 }));
    expect(await access()).toEqual([bought.orderId]);
    await resolveDispute(db, admin, bought.orderId, 'ended');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if it is for a second charge, the family loses nothing, because the first charge paid for the booking', async () => {
    const bought = await buyPass(db);
    await reportDispute(db, disputeReport(await chargeAgain(db, bought), lostOutcome));
    expect(await access()).toEqual([]);
    await resolveDispute(db, admin, bought.orderId, 'ended');
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.status).toBe('placed');
    await staffRefund(bought.orderId);
  });

  test('if the order was paid late, the family cannot choose until staff accept the dispute', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(9), 1);
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }], {
      isLate: true,
      beforePayment: () => shop.hold(db, session_id),
    });
    const to = await afterSale.makeSession(db, afterSale.dateIn(10));
    const choose = (p_choice: object) => afterSale.manage(db, bought, 'choose_late', { p_choice });
    const line_id = bought.lines[0];
    const dispute = disputeReport(await readIntent(db, bought));
    await reportDispute(db, laterReport(dispute, lostOutcome));
    for (const choice of [
      { kind: 'move', lines: [{ line_id, session_id: to }] },
      { kind: 'credit' },
      { kind: 'refund' },
    ])
      expect(await refusal(choose(choice))).toMatchObject({
        code: 'charge_disputed',
        field: 'p_choice',
        status: 409,
      });
    expect(await shop.countSpotsTaken(db, to)).toBe(0);
    expect(await access()).toEqual([]);
    expect(await afterSale.viewOrder(db, bought)).toMatchObject({ must_choose: true });

    await resolveDispute(db, admin, bought.orderId, 'accepted');
    await choose({ kind: 'move', lines: [{ line_id, session_id: to }] });
    expect(await shop.countSpotsTaken(db, to)).toBe(1);
    expect(await access()).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if it is for a camp credit, the credit can no longer be used', async () => {
    const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(37) });
    const soldOut = await afterSale.makeSession(db, afterSale.dateIn(9), 1);
    const lines = [
      { offer_id: 'tier-spark', camp_id },
      { offer_id: shop.term.id, session_id: soldOut },
    ];
    const bought = await afterSale.buy(db, lines, {
      isLate: true,
      beforePayment: () => shop.hold(db, soldOut),
    });
    await afterSale.manage(db, bought, 'choose_late', { p_choice: { kind: 'credit' } });
    await reportDispute(
      db,
      disputeReport(await readIntent(db, bought), { ...lostOutcome, amount_cents: 100 }),
    );
    const place = { p_line_id: bought.lines[0], p_camp_id: camp_id };
    expect(await refusal(afterSale.manage(db, bought, 'place_credit_line', place))).toMatchObject({
      code: 'charge_disputed',
      field: 'p_line_id',
    });
    await resolveDispute(db, admin, bought.orderId, 'ended');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a lost dispute that was written directly into the tables is found as a discrepancy', async () => {
    const bought = await buyPass(db);
    await db.sql`
      insert into public.payment_disputes (provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason,
        provider_status, outcome, closed_at, checked_at)
      select 'dp_forced', payment_intent, id, amount_cents, currency, 'general', 'lost', 'lost', now(), now() - interval '1 day'
      from public.payments where order_id = ${bought.orderId}`;
    expect(await access()).toEqual([bought.orderId]);
    expect(await findDiscrepancies(db, admin, 'dispute_without_decision')).toHaveLength(1);
    await reportDispute(
      db,
      laterReport(disputeReport(await readIntent(db, bought)), { dispute_id: 'dp_forced', ...lostOutcome }),
    );
    await resolveDispute(db, admin, bought.orderId, 'ended');
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});
