/**
 * Tests a family that gets a refund in money and then also gets the money back from its bank: what was paid twice is a
 * debt, which its balance pays first (docs/decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as debts from '#support/sql-debts.ts';
import * as d from '#support/sql-details.ts';
import { intentOf, laterReport, lost, reportDispute, won } from '#support/sql-disputes.ts';
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

const decisionsOf = (orderId: string) => debts.decisionsOf(db, admin, orderId);

/** Refunds an order in money, as far as Stripe's answer `status`. */
async function refundInMoney(orderId: string, cents: number, status = 'succeeded') {
  await debts.refund(db, orderId, cents, false);
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.refunds where order_id = ${orderId} order by created_at desc limit 1`;
  const providerId = `re_${randomUUID()}`;
  const answer = (p_status: string) =>
    x.rpc(db, x.service, 'finish_refund', { p_id: row.id, p_provider_id: providerId, p_status });
  await answer(status);
  return { answer };
}

test('all of it is owed, the balance pays first, and a dispute that is won gives that back', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await debts.give(db, family, 9_000);
  await refundInMoney(orderId, n.PRICE);
  const dispute = await debts.disputeCharge(db, orderId);
  expect(await decisionsOf(orderId)).toEqual([['disputed', n.PRICE, 0, 0]]);
  for (const outcome of [lost, lost]) await reportDispute(db, laterReport(dispute, outcome));
  expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toEqual([
    ['balance_debt', n.PRICE - 9_000, n.PRICE, 9_000],
    ['disputed', n.PRICE, n.PRICE, 9_000],
  ]);
  await reportDispute(db, laterReport(laterReport(dispute, lost), won));
  expect(await p.balanceOf(db, family)).toEqual([9_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([]);
});

test('only what the bank paid beyond the rest of the charge is owed', async () => {
  const { orderId } = await debts.paidCamp(db);
  await refundInMoney(orderId, 10_000);
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lost));
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 10_000, 10_000, 0]);
});

test('a refund that was under way is owed until it fails', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await debts.give(db, family, 3_000);
  const { answer } = await refundInMoney(orderId, n.PRICE, 'pending');
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lost));
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', n.PRICE - 3_000, n.PRICE, 3_000]);
  await answer('failed');
  expect(await p.balanceOf(db, family)).toEqual([3_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([['disputed', n.PRICE, 0, 0]]);
});

test('a refund made at Stripe that is reported after the loss is owed at once, by a guest, too', async () => {
  const paying = await p.toPay(db, x.visitor, await debts.campLine(db), null);
  await p.charge(db, paying);
  const orderId = paying.finalized.order_id;
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lost));
  expect((await decisionsOf(orderId)).map(([kind]) => kind)).toEqual(['disputed']);
  await x.rpc(db, x.service, 'record_external_refund', {
    p_refund: {
      refund_id: `re_${randomUUID()}`,
      payment_intent: await intentOf(db, { orderId }),
      amount_cents: 20_000,
      status: 'succeeded',
    },
  });
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 20_000, 20_000, 0]);
});

test('all books agree at the end, once staff have ended the orders whose money the bank paid back', async () => {
  const open = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where kind = 'disputed' and status = 'open'`;
  for (const { id } of open)
    await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'ended' });
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});
