import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';
import {
  buyPass,
  resolveDispute,
  readDecision,
  findDiscrepancies,
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

describe('a dispute that is reported before its charge', () => {
  const openOrder = async () => {
    const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
    return { paid, event: shop.paymentOf(paid) };
  };

  test('the dispute is stored, and linked when the charge is reported', async () => {
    const { paid, event } = await openOrder();
    const dispute = disputeReport(event.payment_intent ?? '');
    expect(await reportDispute(db, dispute)).toEqual({ known: false, changed: true });
    await shop.confirmPayment(db, event);
    expect(await readDecision(db, paid.orderId)).toMatchObject({ status: 'open' });
    expect(await refusal(staffRefund(paid.orderId))).toMatchObject({ code: 'charge_disputed' });
    await reportDispute(db, laterReport(dispute, lostOutcome));
    expect(await access()).toEqual([paid.orderId]);
    await resolveDispute(db, admin, paid.orderId, 'ended');
  });

  test('the dispute is also linked if the charge was known only by its session', async () => {
    const { paid, event } = await openOrder();
    await shop.confirmPayment(db, { ...event, payment_intent: null });
    expect(await reportDispute(db, disputeReport(event.payment_intent ?? ''))).toMatchObject({
      known: false,
    });
    await shop.confirmPayment(db, { ...event, event_id: `evt_${randomUUID()}` });
    expect(await readDecision(db, paid.orderId)).toMatchObject({ status: 'open' });
  });

  test('the dispute is linked when both are reported at the same moment, thirty times', async () => {
    for (let n = 0; n < 30; n += 1) {
      const { paid, event } = await openOrder();
      await Promise.all([
        shop.confirmPayment(db, event),
        reportDispute(db, disputeReport(event.payment_intent ?? '')),
        shop.confirmPayment(db, event),
      ]);
      expect(await readDecision(db, paid.orderId)).toMatchObject({ status: 'open' });
    }
  });

  test('control: without their common lock, the two are not linked', async () => {
    const otherDb = await createDatabase();
    try {
      await otherDb.sql.unsafe(
        `create function private.nothing(bigint) returns void language sql set search_path = '' as $$ select $$`,
      );
      for (const name of ['private.apply_early_disputes()', 'public.record_dispute(jsonb)']) {
        const [{ source }] = await otherDb.sql<[{ source: string }]>`
          select pg_get_functiondef(${name}::regprocedure) as source`;
        await otherDb.sql.unsafe(source.replace('pg_advisory_xact_lock', 'private.nothing'));
      }
      await shop.publish(otherDb);
      const paid = await shop.openCheckout(otherDb, await shop.makeSession(otherDb), shop.term);
      const event = shop.paymentOf(paid);
      // The dispute is reported before the transaction of its payment has committed.
      await otherDb.sql.begin(async (sql) => {
        await sql`select public.record_dispute(${disputeReport(event.payment_intent ?? '') as never})`;
        await shop.confirmPayment(otherDb, event);
      });
      const [row] = await otherDb.sql`select payment_id from public.payment_disputes`;
      expect(row).toEqual({ payment_id: null });
    } finally {
      await otherDb.drop();
    }
  });

  test('the dispute is a discrepancy if its charge is never reported', async () => {
    const dispute = disputeReport('pi_of_others');
    await reportDispute(db, dispute);
    expect(await findDiscrepancies(db, admin, 'dispute_without_charge')).toEqual([]);
    const [row] = await db.sql<[{ id: string }]>`
      update public.payment_disputes set created_at = now() - interval '2 hours'
      where provider_dispute_id = ${dispute.dispute_id} returning id`;
    expect(await findDiscrepancies(db, admin, 'dispute_without_charge')).toEqual([row.id]);
  });
});

test('staff see a disputed order as not paid, and can cancel it only by the rules', async () => {
  const bought = await buyPass(db);
  const intent = await readIntent(db, bought);
  const read = async () => {
    const details = await rpc<{ order: { state: string }; disputed_lines: string[] }>(
      db,
      admin,
      'get_order_details',
      { p_order_id: bought.orderId },
    );
    return { state: details.order.state, lines: details.disputed_lines };
  };
  expect(await read()).toEqual({ state: 'paid', lines: [] });
  const dispute = disputeReport(intent);
  await reportDispute(db, dispute);
  expect(await read()).toEqual({ state: 'disputed', lines: bought.lines });
  await reportDispute(db, laterReport(dispute, lostOutcome));
  expect(await read()).toEqual({ state: 'dispute_lost', lines: [] });
  await resolveDispute(db, admin, bought.orderId, 'ended');
  expect(await read()).toEqual({ state: 'cancelled', lines: [] });
  // The family's page shows neither the dispute nor its outcome.
  expect((await afterSale.viewOrder(db, bought)).lines[0]?.status).toBe('cancelled');
});

test.each(['mistake', 'complaint', 'other'])('staff can refund for the reason %s', async (p_reason) => {
  const bought = await buyPass(db);
  const { refund_id } = await refundAsStaff(db, admin, { order: bought.orderId }, 100, { p_reason });
  const [refund] = await db.sql<[{ reason: string }]>`
    select reason from public.refunds where id = ${refund_id}`;
  expect(refund.reason).toBe(p_reason);
});
