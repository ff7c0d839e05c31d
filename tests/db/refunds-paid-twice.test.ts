/**
 * Tests a family that gets a refund in money and then also gets the money back from its bank: what was paid twice is a
 * debt, which its balance pays first (docs/decisions "The family balance").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StaffDecisions } from '#contract/management.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as debts from '#support/sql-debts.ts';
import * as d from '#support/sql-details.ts';
import { disputeReport, intentOf, laterReport, lost, reportDispute, won } from '#support/sql-disputes.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import { mergeFamilies } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
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
  const answer = (p_status: string, p_error: string | null = null) =>
    x.rpc(db, x.service, 'finish_refund', { p_id: row.id, p_provider_id: providerId, p_status, p_error });
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

/** Reports a dispute about an order's charge that was lost, different from others as `more` says. */
async function lose(orderId: string, more: object) {
  const dispute = disputeReport(await intentOf(db, { orderId }), { withdrawn_cents: 0, ...lost, ...more });
  await reportDispute(db, dispute);
  return dispute;
}
const close = async (orderId: string, kind: string, p_resolution: string) => {
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.payment_decisions where order_id = ${orderId} and kind = ${kind}`;
  await x.rpc(db, admin, 'resolve_decision', { p_decision_id: row.id, p_resolution });
};

test('a guest who typed a family’s address leaves it no debt, only what was added to its balance', async () => {
  const email = `typed-${randomUUID()}@example.test`;
  const order = await p.hold(db, x.visitor, await debts.campLine(db));
  const details = shop.detailsOf(1);
  const finalized = await p.finalize(db, order, null, {
    p_details: { ...details, parent: { ...details.parent, email } },
  });
  await p.charge(db, { order, finalized, sessionId: await p.open(db, finalized) });
  const orderId = finalized.order_id;
  await debts.refund(db, orderId, 10_000, true);
  await refundInMoney(orderId, n.PRICE - 10_000);

  const caller = await d.makeParent(db, email);
  await x.rpc(db, caller, 'link_purchases');
  const [{ familyId }] = await db.sql<[{ familyId: string }]>`
    select family_id as "familyId" from public.orders where id = ${orderId}`;
  const family = { caller, familyId, userId: caller.sub ?? '', email };
  await debts.give(db, family, 5_000);
  await lose(orderId, { amount_cents: n.PRICE });
  expect(await p.balanceOf(db, family)).toEqual([5_000, 0]);
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', n.PRICE - 10_000, n.PRICE, 10_000]);
  await debts.give(db, family, 2_000);
  expect(await p.balanceOf(db, family)).toEqual([7_000, 0]);
});

test('a debt that staff closed is not taken by a later report, and a further loss is a new debt', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await refundInMoney(orderId, 30_000);
  const first = await lose(orderId, { amount_cents: 25_000 });
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 6_000, 6_000, 0]);
  await close(orderId, 'balance_debt', 'accepted');
  await debts.give(db, family, 9_000);
  await reportDispute(db, laterReport(first, {}));
  expect(await p.balanceOf(db, family)).toEqual([9_000, 0]);
  const second = await lose(orderId, { amount_cents: 24_000 });
  expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 15_000, 30_000, 9_000]);
  // What the family paid back by hand is not returned by itself.
  await reportDispute(db, laterReport(second, won));
  expect(await p.balanceOf(db, family)).toEqual([9_000, 0]);
  await reportDispute(db, laterReport(first, won));
  expect(await p.balanceOf(db, family)).toEqual([9_000, 0]);
});

test('in another currency, only what the bank took from us is owed', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await debts.give(db, family, 20_000);
  await refundInMoney(orderId, n.PRICE);
  await lose(orderId, { amount_cents: 30_000, currency: 'usd', withdrawn_cents: 7_000 });
  expect(await p.balanceOf(db, family)).toEqual([13_000, 0]);
});

test('a refund that Stripe gives up after the loss is neither sent again nor owed', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await debts.give(db, family, 3_000);
  const { answer } = await refundInMoney(orderId, n.PRICE, 'pending');
  await lose(orderId, { amount_cents: n.PRICE });
  expect(await p.balanceOf(db, family)).toEqual([0, 0]);
  await answer('failed', 'insufficient_funds');
  expect(await p.balanceOf(db, family)).toEqual([3_000, 0]);
  expect(
    await db.sql`select from public.refunds where order_id = ${orderId} and status <> 'failed'`,
  ).toHaveLength(0);
});

test('a merged family owes what either owed, and gets back what was taken', async () => {
  const [from, into] = [await debts.paidCamp(db), await p.makeFamily(db, 4_000)];
  await refundInMoney(from.orderId, 10_000);
  const dispute = await lose(from.orderId, { amount_cents: n.PRICE });
  await mergeFamilies(db, admin, into.familyId, from.family.familyId);
  expect(await p.balanceOf(db, from.family)).toEqual([0, 0]);
  await debts.give(db, from.family, 1_000);
  expect(await decisionsOf(from.orderId)).toContainEqual(['balance_debt', 5_000, 10_000, 5_000]);
  await reportDispute(db, laterReport(dispute, won));
  expect(await p.balanceOf(db, from.family)).toEqual([5_000, 0]);
});

test('an erased family gets nothing back that nobody could spend', async () => {
  const { family, orderId } = await debts.paidCamp(db);
  await debts.give(db, family, 2_000);
  await refundInMoney(orderId, n.PRICE);
  const dispute = await lose(orderId, { amount_cents: n.PRICE });
  await close(orderId, 'disputed', 'ended');
  await x.rpc(db, x.service, 'erase_family', { p_family_id: family.familyId, p_accept_loss: true });
  await reportDispute(db, laterReport(dispute, won));
  expect(
    await db.sql`
      select kind, amount_cents as cents from public.family_balance_entries
      where family_id = ${family.familyId} order by created_at offset 1`,
  ).toMatchObject([
    { kind: 'taken_back', cents: -2_000 },
    { kind: 'taken_back', cents: 2_000 },
    { kind: 'given_up', cents: -2_000 },
  ]);
});

test('a charge that pays for no order is reported, too', async () => {
  const payment_intent = `pi_${randomUUID()}`;
  const { result } = await x.rpc<{ result: string }>(db, x.service, 'confirm_order', {
    p_event: {
      event_id: `evt_${randomUUID()}`,
      event_type: 'checkout.session.completed',
      session_id: `cs_${randomUUID()}`,
      payment_intent,
      order_id: randomUUID(),
      amount_cents: 20_000,
      currency: 'sgd',
    },
  });
  expect(result).toBe('unknown_order');
  await x.rpc(db, x.service, 'record_external_refund', {
    p_refund: { refund_id: `re_${randomUUID()}`, payment_intent, amount_cents: 20_000, status: 'succeeded' },
  });
  await reportDispute(db, disputeReport(payment_intent, { amount_cents: 20_000, ...lost }));
  const { rows } = v.parse(
    StaffDecisions,
    await x.rpc(db, admin, 'list_decisions', { p_kind: 'balance_debt' }),
  );
  expect(rows.find(({ reference }) => reference === payment_intent)).toMatchObject({
    missing_cents: 20_000,
    takes_balance: false,
  });
});

test('all books agree at the end, once staff have ended the orders whose money the bank paid back', async () => {
  const open = await db.sql<{ id: string }[]>`
    select id from public.payment_decisions where kind = 'disputed' and status = 'open'`;
  for (const { id } of open)
    await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'ended' });
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});
