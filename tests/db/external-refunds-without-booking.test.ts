/** Tests refunds made at Stripe of charges that paid for no booking (docs/decisions "Refunds made at Stripe"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import { payRenewal, startSubscription } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
const passLine = (session_id: string) => ({ offer_id: shop.term.id, session_id });
const free = () => afterSale.makeSession(db, afterSale.dateIn(20 + week++));

/** Buys spots on this many camps, each in another week. */
async function buyCamps(count = 1) {
  const ids = await Promise.all(Array.from({ length: count }, camp));
  const bought = await afterSale.buy(db, ids.map(sparkLine));
  const [intent = ''] = await externalRefunds.readIntents(db, bought.orderId);
  return { bought, intent, line: bought.lines[0] ?? '', price: bought.total / count };
}
/** Reports a second charge for a paid order. */
async function chargeAgain({ bought }: { bought: afterSale.BoughtOrder }): Promise<string> {
  const payment_intent = `pi_${randomUUID()}`;
  await shop.confirmPayment(db, {
    event_id: `evt_${randomUUID()}`,
    event_type: 'checkout.session.completed',
    payment_intent,
    session_id: `cs_${randomUUID()}`,
    order_id: bought.orderId,
    amount_cents: bought.total,
    currency: 'sgd',
  });
  return payment_intent;
}
const refundShown = async (bought: afterSale.BoughtOrder, n = 0) =>
  (await afterSale.viewOrder(db, bought)).lines[n]?.can.cancel?.refund_cents;

describe('a charge that paid for no booking', () => {
  test('a double charge refunded at Stripe leaves the booking its full balance, and staff have nothing to decide', async () => {
    const one = await buyCamps();
    await externalRefunds.refundAtStripe(db, await chargeAgain(one), one.price);
    expect(await refundShown(one.bought)).toBe(one.price);
    expect(await externalRefunds.readDecisions(db, one.bought.orderId)).toEqual(['duplicate_payment refund']);
    await afterSale.cancelLines(db, one.bought, one.bought.lines, one.price);
    expect(await externalRefunds.countMoneyAndSpots(db, one.bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a double charge refunded in part still needs a decision, and staff refund the rest', async () => {
    const one = await buyCamps();
    await externalRefunds.refundAtStripe(db, await chargeAgain(one), 1000);
    const id = await externalRefunds.findOpenDecision(db, one.bought.orderId, 'duplicate_payment');
    await rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'refund' });
    expect(await externalRefunds.countMoneyAndSpots(db, one.bought.orderId)).toEqual({
      withUs: one.price,
      has: 1,
    });
    expect(await refundShown(one.bought)).toBe(one.price);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a mismatched renewal is not deducted from the first pass', async () => {
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${shop.term.id}`;
    const bought = await afterSale.buy(db, [passLine(await free())]);
    await db.sql`update public.offers set details = details - 'renews' where id = ${shop.term.id}`;
    const subscription = await startSubscription(db, bought.lines[0] ?? '');
    const payment_intent = `pi_${randomUUID()}`;
    const renewed = await payRenewal(db, subscription, { payment_intent, amount_cents: 60_000 });
    expect(renewed.result).toBe('mismatch');
    await externalRefunds.refundAtStripe(db, payment_intent, 60_000);
    expect(await refundShown(bought)).toBe(69_700);
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['mismatch refund']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a renewal is deducted from its own pass once staff decide that', async () => {
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${shop.term.id}`;
    const bought = await afterSale.buy(db, [passLine(await free())]);
    await db.sql`update public.offers set details = details - 'renews' where id = ${shop.term.id}`;
    const subscription = await startSubscription(db, bought.lines[0] ?? '');
    const payment_intent = `pi_${randomUUID()}`;
    const [{ price }] = await db.sql<[{ price: number }]>`
      select price_cents as price from public.pass_subscriptions where provider_subscription_id = ${subscription}`;
    const { number } = await payRenewal(db, subscription, { payment_intent, amount_cents: price });
    const [{ id }] = await db.sql<
      [{ id: string }]
    >`select id from public.orders where number = ${number ?? ''}`;
    await externalRefunds.refundAtStripe(db, payment_intent, price);
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual([]);
    await externalRefunds.resolveRefund(db, admin, await externalRefunds.findOpenDecision(db, id), {
      kind: 'leave',
    });
    expect(await refundShown(bought)).toBe(69_700);
    expect(
      await db.sql`select l.order_id as id, a.amount_cents as cents from public.refund_allocations a
      join public.order_lines l on l.id = a.order_line_id where l.order_id in (${id}, ${bought.orderId})`,
    ).toEqual([{ id, cents: price }]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a mismatched charge is recorded, its order is closed, and it can no longer be kept', async () => {
    const session = await free();
    const paid = await shop.openCheckout(db, session, shop.term);
    const payment = shop.paymentOf(paid, { amount_cents: 69_000 });
    await shop.confirmPayment(db, payment);
    const id = await externalRefunds.findOpenDecision(db, paid.orderId, 'mismatch');
    await externalRefunds.refundAtStripe(db, payment.payment_intent ?? '', 69_000);
    expect(await externalRefunds.readDecisions(db, paid.orderId)).toEqual(['mismatch refund']);
    const resolution = rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'accepted' });
    expect(await refusal(resolution)).toMatchObject({ code: 'choice_made' });
    expect(await externalRefunds.countMoneyAndSpots(db, paid.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a mismatched charge that was refunded in part and then kept counts with what is left', async () => {
    const paid = await shop.openCheckout(db, await free(), shop.term);
    const payment = shop.paymentOf(paid, { amount_cents: 75_000 });
    await shop.confirmPayment(db, payment);
    await externalRefunds.refundAtStripe(db, payment.payment_intent ?? '', 10_000);
    const id = await externalRefunds.findOpenDecision(db, paid.orderId, 'mismatch');
    await rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'accepted' });
    expect(await refundShown(await afterSale.readBought(db, paid.orderId))).toBe(65_000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a charge without a known order can be refunded at Stripe and needs no more decision', async () => {
    const payment_intent = `pi_${randomUUID()}`;
    const paid = await shop.openCheckout(db, await free(), shop.term);
    const payment = shop.paymentOf(paid, {
      order_id: null,
      session_id: `cs_${randomUUID()}`,
      payment_intent,
    });
    await shop.confirmPayment(db, payment);
    await externalRefunds.refundAtStripe(db, payment_intent, payment.amount_cents);
    expect(
      await db.sql`select d.resolution from public.payment_decisions d join public.payments p on p.id = d.payment_id
      where p.payment_intent = ${payment_intent}`,
    ).toEqual([{ resolution: 'refund' }]);
    await externalRefunds.refundAtStripe(db, `pi_${randomUUID()}`, 100);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});
