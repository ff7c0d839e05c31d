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
import { makeParent, signedIn } from '#support/sql-details.ts';
import {
  disputeReport,
  readIntent,
  laterReport,
  lostOutcome,
  reportDispute,
  wonOutcome,
} from '#support/sql-disputes.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import { mergeFamilies } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, service, visitor } from '#support/sql.ts';

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

const decisionsOf = (orderId: string) => debts.listDecisions(db, admin, orderId);

/** Refunds an order in money, and records `status` as Stripe's answer. */
async function refundInMoney(orderId: string, cents: number, status = 'succeeded') {
  await debts.refundOrder(db, orderId, cents, false);
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.refunds where order_id = ${orderId} order by created_at desc limit 1`;
  const providerId = `re_${randomUUID()}`;
  const answer = (p_status: string, p_error: string | null = null) =>
    rpc(db, service, 'finish_refund', { p_id: row.id, p_provider_id: providerId, p_status, p_error });
  await answer(status);
  return { answer };
}

test('all of it is owed, the balance pays first, and a dispute that is won gives that back', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.addBalance(db, family, 9_000);
  await refundInMoney(orderId, instalments.PRICE);
  const dispute = await debts.disputeCharge(db, orderId);
  expect(await decisionsOf(orderId)).toEqual([['disputed', instalments.PRICE, 0, 0]]);
  for (const outcome of [lostOutcome, lostOutcome]) await reportDispute(db, laterReport(dispute, outcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toEqual([
    ['balance_debt', instalments.PRICE - 9_000, instalments.PRICE, 9_000],
    ['disputed', instalments.PRICE, instalments.PRICE, 9_000],
  ]);
  await reportDispute(db, laterReport(laterReport(dispute, lostOutcome), wonOutcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([9_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([]);
});

test('only what the bank paid beyond the rest of the charge is owed', async () => {
  const { orderId } = await debts.buyCamp(db);
  await refundInMoney(orderId, 10_000);
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lostOutcome));
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 10_000, 10_000, 0]);
});

test('a refund that was under way is owed until it fails', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.addBalance(db, family, 3_000);
  const { answer } = await refundInMoney(orderId, instalments.PRICE, 'pending');
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lostOutcome));
  expect(await decisionsOf(orderId)).toContainEqual([
    'balance_debt',
    instalments.PRICE - 3_000,
    instalments.PRICE,
    3_000,
  ]);
  await answer('failed');
  expect(await payingHelpers.readBalance(db, family)).toEqual([3_000, 0]);
  expect(await decisionsOf(orderId)).toEqual([['disputed', instalments.PRICE, 0, 0]]);
});

test('a refund made at Stripe that is reported after the loss is owed at once, by a guest, too', async () => {
  const paying = await payingHelpers.goToPayment(db, visitor, await debts.campLines(db), null);
  await payingHelpers.chargeOrder(db, paying);
  const orderId = paying.finalized.order_id;
  await reportDispute(db, laterReport(await debts.disputeCharge(db, orderId), lostOutcome));
  expect((await decisionsOf(orderId)).map(([kind]) => kind)).toEqual(['disputed']);
  await rpc(db, service, 'record_external_refund', {
    p_refund: {
      refund_id: `re_${randomUUID()}`,
      payment_intent: await readIntent(db, { orderId }),
      amount_cents: 20_000,
      status: 'succeeded',
    },
  });
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 20_000, 20_000, 0]);
});

/** Reports a lost dispute about an order's charge. `more` replaces some of its fields. */
async function lose(orderId: string, more: object) {
  const dispute = disputeReport(await readIntent(db, { orderId }), {
    withdrawn_cents: 0,
    ...lostOutcome,
    ...more,
  });
  await reportDispute(db, dispute);
  return dispute;
}
const close = async (orderId: string, kind: string, p_resolution: string) => {
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.payment_decisions where order_id = ${orderId} and kind = ${kind}`;
  await rpc(db, admin, 'resolve_decision', { p_decision_id: row.id, p_resolution });
};

test('a guest who typed a family’s address leaves it no debt, only what was added to its balance', async () => {
  const email = `typed-${randomUUID()}@example.test`;
  const order = await payingHelpers.hold(db, visitor, await debts.campLines(db));
  const details = shop.detailsOf(1);
  const finalized = await payingHelpers.finalize(db, order, null, {
    p_details: { ...details, parent: { ...details.parent, email } },
  });
  await payingHelpers.chargeOrder(db, {
    order,
    finalized,
    sessionId: await payingHelpers.openPaymentPage(db, finalized),
  });
  const orderId = finalized.order_id;
  await debts.refundOrder(db, orderId, 10_000, true);
  await refundInMoney(orderId, instalments.PRICE - 10_000);

  const caller = await makeParent(db, email);
  await rpc(db, caller, 'link_purchases');
  const [{ familyId }] = await db.sql<[{ familyId: string }]>`
    select family_id as "familyId" from public.orders where id = ${orderId}`;
  const family = { caller, familyId, userId: caller.sub ?? '', email };
  await debts.addBalance(db, family, 5_000);
  await lose(orderId, { amount_cents: instalments.PRICE });
  expect(await payingHelpers.readBalance(db, family)).toEqual([5_000, 0]);
  expect(await decisionsOf(orderId)).toContainEqual([
    'balance_debt',
    instalments.PRICE - 10_000,
    instalments.PRICE,
    10_000,
  ]);
  await debts.addBalance(db, family, 2_000);
  expect(await payingHelpers.readBalance(db, family)).toEqual([7_000, 0]);
});

test('a debt that staff closed is not taken by a later report, and a further loss is a new debt', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await refundInMoney(orderId, 30_000);
  const first = await lose(orderId, { amount_cents: 25_000 });
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 6_000, 6_000, 0]);
  await close(orderId, 'balance_debt', 'accepted');
  await debts.addBalance(db, family, 9_000);
  await reportDispute(db, laterReport(first, {}));
  expect(await payingHelpers.readBalance(db, family)).toEqual([9_000, 0]);
  const second = await lose(orderId, { amount_cents: 24_000 });
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  expect(await decisionsOf(orderId)).toContainEqual(['balance_debt', 15_000, 30_000, 9_000]);
  // What the family paid back by hand is not returned automatically.
  await reportDispute(db, laterReport(second, wonOutcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([9_000, 0]);
  await reportDispute(db, laterReport(first, wonOutcome));
  expect(await payingHelpers.readBalance(db, family)).toEqual([9_000, 0]);
});

test('in another currency, only what the bank took from us is owed', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.addBalance(db, family, 20_000);
  await refundInMoney(orderId, instalments.PRICE);
  await lose(orderId, { amount_cents: 30_000, currency: 'usd', withdrawn_cents: 7_000 });
  expect(await payingHelpers.readBalance(db, family)).toEqual([13_000, 0]);
});

test('a refund that Stripe gives up after the loss is neither sent again nor owed', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.addBalance(db, family, 3_000);
  const { answer } = await refundInMoney(orderId, instalments.PRICE, 'pending');
  await lose(orderId, { amount_cents: instalments.PRICE });
  expect(await payingHelpers.readBalance(db, family)).toEqual([0, 0]);
  await answer('failed', 'insufficient_funds');
  expect(await payingHelpers.readBalance(db, family)).toEqual([3_000, 0]);
  expect(
    await db.sql`select from public.refunds where order_id = ${orderId} and status <> 'failed'`,
  ).toHaveLength(0);
});

test('a merged family owes what either owed, and gets back what was taken', async () => {
  const [from, into] = [await debts.buyCamp(db), await payingHelpers.makeFamily(db, 4_000)];
  await refundInMoney(from.orderId, 10_000);
  const dispute = await lose(from.orderId, { amount_cents: instalments.PRICE });
  await mergeFamilies(db, admin, into.familyId, from.family.familyId);
  expect(await payingHelpers.readBalance(db, from.family)).toEqual([0, 0]);
  await debts.addBalance(db, from.family, 1_000);
  expect(await decisionsOf(from.orderId)).toContainEqual(['balance_debt', 5_000, 10_000, 5_000]);
  await reportDispute(db, laterReport(dispute, wonOutcome));
  expect(await payingHelpers.readBalance(db, from.family)).toEqual([5_000, 0]);
});

test('an erased family gets nothing back that nobody could spend', async () => {
  const { family, orderId } = await debts.buyCamp(db);
  await debts.addBalance(db, family, 2_000);
  await refundInMoney(orderId, instalments.PRICE);
  const dispute = await lose(orderId, { amount_cents: instalments.PRICE });
  await close(orderId, 'disputed', 'ended');
  await rpc(db, service, 'erase_family', { p_family_id: family.familyId, p_accept_loss: true });
  await reportDispute(db, laterReport(dispute, wonOutcome));
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
  const { result } = await rpc<{ result: string }>(db, service, 'confirm_order', {
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
  await rpc(db, service, 'record_external_refund', {
    p_refund: { refund_id: `re_${randomUUID()}`, payment_intent, amount_cents: 20_000, status: 'succeeded' },
  });
  await reportDispute(db, disputeReport(payment_intent, { amount_cents: 20_000, ...lostOutcome }));
  const { rows } = v.parse(
    StaffDecisions,
    await rpc(db, admin, 'list_decisions', { p_kind: 'balance_debt' }),
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
    await rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'ended' });
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});
