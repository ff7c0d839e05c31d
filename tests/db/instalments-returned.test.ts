/**
 * Tests an instalment whose money goes back without a decision by staff, because it was refunded on Stripe's own pages
 * or taken back by the family's bank. The tests judge by charges, refunds and rosters (docs/decisions "Deposits and
 * instalments").
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as disputes from '#support/sql-disputes.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import * as instalments from '#support/sql-instalments.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db));
afterAll(() => db.drop());

const PARTS = [17_150, 17_150] as const;
const [PART] = PARTS;

/** Sells a spot whose deposit is paid in cash, and pays this many of its two instalments by card. */
async function payByCard(count: number) {
  const sale = instalments.makeSale([await instalments.makeCampIn(db, 60)], {
    instalments: { parts: 2, deposit_cents: instalments.DEPOSIT },
  });
  const { order_id } = await instalments.sellAtDesk(db, admin, sale);
  const intents: string[] = [];
  for (const cents of PARTS.slice(0, count)) {
    const event = await instalments.startPayment(db, await instalments.makePaymentLink(db, order_id));
    expect(event.amount_cents).toBe(cents);
    expect(await instalments.confirmPayment(db, event)).toMatchObject({ result: 'instalment' });
    intents.push(event.payment_intent);
  }
  return { order_id, intents };
}
const faults = async () => [
  ...(await instalments.findPlanDiscrepancies(db, admin)),
  ...(await disputes.findDiscrepancies(db, admin, 'refund_differs_from_ledger')),
  ...(await disputes.findDiscrepancies(db, admin, 'refund_exceeds_charge')),
];
/** Reports that the bank took the money of this charge, and returns the decision that staff get. */
async function lose(intent: string, cents = PART as number) {
  await disputes.reportDispute(
    db,
    disputes.disputeReport(intent, {
      amount_cents: cents,
      withdrawn_cents: cents,
      status: 'lost',
      outcome: 'lost',
    }),
  );
  const [row] = await db.sql<[{ id: string } | undefined]>`
    select d.id from public.payment_decisions d join public.payments p on p.id = d.payment_id
    where p.payment_intent = ${intent} and d.kind = 'disputed' and d.status = 'open'`;
  return { p_decision_id: row?.id ?? '', p_resolution: 'ended' };
}
const resolve = (decision: Record<string, unknown>) => rpc(db, admin, 'resolve_decision', decision);
/** Returns how much of the money that banks took back is not written off. */
const notWrittenOff = async (intent: string) => {
  const [row] = await db.sql<[{ cents: number }]>`
    select r.rest_cents as cents from private.disputed_rest('-infinity', 'infinity') r
    join public.payment_disputes d on d.id = r.dispute_id where d.payment_intent = ${intent}`;
  return row.cents;
};

test('an instalment refunded at Stripe waits for staff, and its money is not refunded again', async () => {
  const { order_id, intents } = await payByCard(2);
  await externalRefunds.refundAtStripe(db, intents[0], PART);
  expect(await externalRefunds.readDecisions(db, order_id)).toEqual(['external_refund open']);
  expect(
    await externalRefunds.resolveRefund(db, admin, await externalRefunds.findOpenDecision(db, order_id), {
      kind: 'leave',
    }),
  ).toMatchObject({
    resolved: true,
  });
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    held: instalments.PRICE - PART,
    refunded: PART,
    places: 1,
  });
  await instalments.cancelLines(
    db,
    order_id,
    await instalments.readLines(db, order_id),
    instalments.PRICE - PART,
  );
  expect(await externalRefunds.countMoneyAndSpots(db, order_id)).toEqual({ withUs: 0, has: 0 });
  expect(await faults()).toEqual([]);
});

test('staff may cancel the spot for an instalment refunded at Stripe, and the family gets each cent once', async () => {
  const { order_id, intents } = await payByCard(1);
  await externalRefunds.refundAtStripe(db, intents[0], PART);
  const line_ids = await instalments.readLines(db, order_id);
  const choice = { kind: 'cancel' as const, line_ids };
  const decision = await externalRefunds.findOpenDecision(db, order_id);
  const { refund_cents } = await externalRefunds.previewChoice(db, admin, decision, choice);
  expect(refund_cents).toBe(instalments.DEPOSIT);
  await externalRefunds.resolveRefund(db, admin, decision, choice, refund_cents);
  expect(await externalRefunds.countMoneyAndSpots(db, order_id)).toEqual({ withUs: 0, has: 0 });
  expect(await instalments.countMoney(db, order_id)).toMatchObject({ open: 0, held: 0 });
  expect(await faults()).toEqual([]);
});

test('staff see a lost dispute of an instalment, and ending the order cancels the spot and keeps what the bank left', async () => {
  const { order_id, intents } = await payByCard(1);
  const decision = await lose(intents[0] ?? '');
  const access = () => disputes.findDiscrepancies(db, admin, 'access_after_lost_dispute');
  expect(await access()).toEqual([order_id]);
  await resolve(decision);
  // The deposit was not disputed. No more is claimed, and no payment or refund is under way.
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    places: 0,
    open: 0,
    refunded: 0,
    kept: instalments.DEPOSIT,
    held: instalments.DEPOSIT,
  });
  expect(await notWrittenOff(intents[0] ?? '')).toBe(0);
  expect(await access()).toEqual([]);
  expect(await faults()).toEqual([]);

  // Staff may still refund the deposit, but no more.
  expect(await refusal(refundAsStaff(db, admin, { order: order_id }, instalments.DEPOSIT + 1))).toMatchObject(
    {
      code: 'refund_too_much',
    },
  );
  await refundAsStaff(db, admin, { order: order_id }, instalments.DEPOSIT);
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    refunded: instalments.DEPOSIT,
    held: 0,
    kept: 0,
  });
  expect(await faults()).toEqual([]);
});

test('lost disputes of two instalments are written off one after the other', async () => {
  const { order_id, intents } = await payByCard(2);
  const [first = '', second = ''] = intents;
  await resolve(await lose(first));
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    places: 0,
    kept: instalments.PRICE - PART,
  });
  const decision = await lose(second);
  expect(await notWrittenOff(second)).toBe(PART);
  await resolve(decision);
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    places: 0,
    kept: instalments.DEPOSIT,
    held: instalments.DEPOSIT,
  });
  expect([await notWrittenOff(first), await notWrittenOff(second)]).toEqual([0, 0]);
  expect(await faults()).toEqual([]);
});

test('a lost dispute about some of a charge writes off that amount', async () => {
  const { order_id, intents } = await payByCard(2);
  await resolve(await lose(intents[0] ?? '', 5_000));
  expect(await instalments.countMoney(db, order_id)).toMatchObject({
    places: 0,
    kept: instalments.PRICE - 5_000,
  });
  expect(await notWrittenOff(intents[0] ?? '')).toBe(0);
  expect(await faults()).toEqual([]);
});
