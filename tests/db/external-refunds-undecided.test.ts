/**
 * Tests a family that cancels while a refund made on Stripe's own pages waits for staff: only what is left of the
 * charge is refunded, and the reconciliation counts both refunds (docs/decisions "Refunds made at Stripe").
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import { chooseLate, payLate } from '#support/sql-late-choice.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
/** Buys spots on this many camps, each in another week. */
async function buyCamps(count = 1) {
  const lines = [];
  for (let n = 0; n < count; n++)
    lines.push({
      offer_id: 'tier-spark',
      camp_id: await camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) }),
    });
  const bought = await afterSale.buy(db, lines);
  const [intent = ''] = await externalRefunds.readIntents(db, bought.orderId);
  return { bought, intent, line: bought.lines[0] ?? '', price: bought.total / count };
}
const refundShown = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel?.refund_cents;

test.each([1, 0.6])(
  'a refunded share of %d is deducted when the family cancels before staff decide',
  async (part) => {
    const { bought, intent, price } = await buyCamps();
    const refunded = price * part;
    await externalRefunds.refundAtStripe(db, intent, refunded);
    expect(await refundShown(bought)).toBe(price - refunded);
    await afterSale.cancelLines(db, bought, bought.lines, price - refunded);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'leave',
      },
    );
    expect(await afterSale.findFaults(db)).toEqual([]);
  },
);

test('if a refund at Stripe fails after the family cancelled, we owe the money and staff see it', async () => {
  const { bought, intent, line, price } = await buyCamps();
  const refund = await externalRefunds.refundAtStripe(db, intent, price, { status: 'pending' });
  await afterSale.cancelLines(db, bought, bought.lines, 0);
  await externalRefunds.reportRefund(db, { ...refund, status: 'failed' });
  const [{ id }] = await db.sql<[{ id: string }]>`
    select id from public.refunds where provider_refund_id = ${refund.refund_id}`;
  expect(await afterSale.findFaults(db)).toEqual([
    `refund_differs_from_rules ${line}`,
    `refund_failed ${id}`,
  ]);
  await rpc(db, admin, 'settle_desk_refund', { p_refund_id: id });
  await externalRefunds.resolveRefund(db, admin, await externalRefunds.findOpenDecision(db, bought.orderId), {
    kind: 'leave',
  });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('when two children are cancelled before staff decide, the refund at Stripe is deducted once', async () => {
  const { bought, intent, price } = await buyCamps(2);
  await externalRefunds.refundAtStripe(db, intent, price);
  await afterSale.cancelLines(db, bought, bought.lines, price);
  expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
  expect(await afterSale.findFaults(db)).toEqual([]);
  await externalRefunds.resolveRefund(db, admin, await externalRefunds.findOpenDecision(db, bought.orderId), {
    kind: 'leave',
  });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a late payment that was refunded in part, and whose rest the family takes back, needs no decision', async () => {
  const { bought } = await payLate(db);
  const [intent] = await externalRefunds.readIntents(db, bought.orderId);
  await externalRefunds.refundAtStripe(db, intent, 1267);
  await chooseLate(db, bought, { kind: 'refund' });
  expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
  expect((await externalRefunds.readDecisions(db, bought.orderId)).toSorted()).toEqual([
    'external_refund accepted',
    'paid_late refund',
  ]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});
