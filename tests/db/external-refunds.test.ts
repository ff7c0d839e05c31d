/**
 * Tests refunds made on Stripe's own pages: who has the money, and who has the spot. The tests judge by charges,
 * refunds and rosters, not by the ledger of lines (docs/decisions "Refunds made at Stripe").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as ext from '#support/sql-external-refunds.ts';
import { choose, payLate } from '#support/sql-late-choice.ts';
import { renew, subscribe } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await after.sellWithRules(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = () => camps.makeCamp(db, { start: after.dateIn(7 * week++) });
const spark = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
const pass = (session_id: string) => ({ offer_id: shop.term.id, session_id });
const free = () => after.session(db, after.dateIn(20 + week++));

/** Buys spots on this many camps, each in another week. */
async function buyCamps(count = 1) {
  const ids = await Promise.all(Array.from({ length: count }, camp));
  const bought = await after.buy(db, ids.map(spark));
  const [intent = ''] = await ext.intentsOf(db, bought.orderId);
  return { bought, intent, line: bought.lines[0] ?? '', price: bought.total / count };
}
/** Reports a second charge for a paid order. */
async function chargeAgain({ bought }: { bought: after.Bought }): Promise<string> {
  const payment_intent = `pi_${randomUUID()}`;
  await shop.confirm(db, {
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
const refundShown = async (bought: after.Bought, n = 0) =>
  (await after.view(db, bought)).lines[n]?.can.cancel?.refund_cents;

describe('a charge that paid for no booking', () => {
  test('a double charge refunded at Stripe leaves the booking its full balance, and staff have nothing to decide', async () => {
    const one = await buyCamps();
    await ext.refundAtStripe(db, await chargeAgain(one), one.price);
    expect(await refundShown(one.bought)).toBe(one.price);
    expect(await ext.decisionsOf(db, one.bought.orderId)).toEqual(['duplicate_payment refund']);
    await after.cancel(db, one.bought, one.bought.lines, one.price);
    expect(await ext.balanceOf(db, one.bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a double charge refunded in part still needs a decision, and staff refund the rest', async () => {
    const one = await buyCamps();
    await ext.refundAtStripe(db, await chargeAgain(one), 1000);
    const id = await ext.openDecision(db, one.bought.orderId, 'duplicate_payment');
    await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'refund' });
    expect(await ext.balanceOf(db, one.bought.orderId)).toEqual({ withUs: one.price, has: 1 });
    expect(await refundShown(one.bought)).toBe(one.price);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a mismatched renewal is not deducted from the first pass', async () => {
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${shop.term.id}`;
    const bought = await after.buy(db, [pass(await free())]);
    await db.sql`update public.offers set details = details - 'renews' where id = ${shop.term.id}`;
    const subscription = await subscribe(db, bought.lines[0] ?? '');
    const payment_intent = `pi_${randomUUID()}`;
    const renewed = await renew(db, subscription, { payment_intent, amount_cents: 60_000 });
    expect(renewed.result).toBe('mismatch');
    await ext.refundAtStripe(db, payment_intent, 60_000);
    expect(await refundShown(bought)).toBe(69_700);
    expect(await ext.decisionsOf(db, bought.orderId)).toEqual(['mismatch refund']);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a renewal is deducted from its own pass once staff decide that', async () => {
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${shop.term.id}`;
    const bought = await after.buy(db, [pass(await free())]);
    await db.sql`update public.offers set details = details - 'renews' where id = ${shop.term.id}`;
    const subscription = await subscribe(db, bought.lines[0] ?? '');
    const payment_intent = `pi_${randomUUID()}`;
    const [{ price }] = await db.sql<[{ price: number }]>`
      select price_cents as price from public.pass_subscriptions where provider_subscription_id = ${subscription}`;
    const { number } = await renew(db, subscription, { payment_intent, amount_cents: price });
    const [{ id }] = await db.sql<
      [{ id: string }]
    >`select id from public.orders where number = ${number ?? ''}`;
    await ext.refundAtStripe(db, payment_intent, price);
    expect(await ext.decisionsOf(db, bought.orderId)).toEqual([]);
    await ext.decide(db, admin, await ext.openDecision(db, id), { kind: 'leave' });
    expect(await refundShown(bought)).toBe(69_700);
    expect(
      await db.sql`select l.order_id as id, a.amount_cents as cents from public.refund_allocations a
      join public.order_lines l on l.id = a.order_line_id where l.order_id in (${id}, ${bought.orderId})`,
    ).toEqual([{ id, cents: price }]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a mismatched charge is recorded, its order is closed, and it can no longer be kept', async () => {
    const session = await free();
    const paid = await shop.checkout(db, session, shop.term);
    const payment = shop.paymentOf(paid, { amount_cents: 69_000 });
    await shop.confirm(db, payment);
    const id = await ext.openDecision(db, paid.orderId, 'mismatch');
    await ext.refundAtStripe(db, payment.payment_intent ?? '', 69_000);
    expect(await ext.decisionsOf(db, paid.orderId)).toEqual(['mismatch refund']);
    const resolution = x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'accepted' });
    expect(await x.refusal(resolution)).toMatchObject({ code: 'choice_made' });
    expect(await ext.balanceOf(db, paid.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await shop.seatsTaken(db, session)).toBe(0);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a mismatched charge that was refunded in part and then kept counts with what is left', async () => {
    const paid = await shop.checkout(db, await free(), shop.term);
    const payment = shop.paymentOf(paid, { amount_cents: 75_000 });
    await shop.confirm(db, payment);
    await ext.refundAtStripe(db, payment.payment_intent ?? '', 10_000);
    const id = await ext.openDecision(db, paid.orderId, 'mismatch');
    await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'accepted' });
    expect(await refundShown(await after.boughtOf(db, paid.orderId))).toBe(65_000);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a charge without a known order can be refunded at Stripe and needs no more decision', async () => {
    const payment_intent = `pi_${randomUUID()}`;
    const paid = await shop.checkout(db, await free(), shop.term);
    const payment = shop.paymentOf(paid, {
      order_id: null,
      session_id: `cs_${randomUUID()}`,
      payment_intent,
    });
    await shop.confirm(db, payment);
    await ext.refundAtStripe(db, payment_intent, payment.amount_cents);
    expect(
      await db.sql`select d.resolution from public.payment_decisions d join public.payments p on p.id = d.payment_id
      where p.payment_intent = ${payment_intent}`,
    ).toEqual([{ resolution: 'refund' }]);
    await ext.refundAtStripe(db, `pi_${randomUUID()}`, 100);
    expect(await after.findFaults(db)).toEqual([]);
  });
});

describe('a refund of a paid order that staff made at Stripe', () => {
  test('the refund waits for a decision with child, camp, base and day, until staff decide that the place stays', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await ext.refundAtStripe(db, intent, price);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    const { rows } = await x.rpc<{ rows: Record<string, unknown>[] }>(db, admin, 'list_decisions', {
      p_kind: 'external_refund',
    });
    const [row] = rows.filter(({ order_id }) => order_id === bought.orderId);
    expect(row).toMatchObject({
      amount_cents: price,
      name: 'Mei Tan',
      lines: [{ line_id: line, child: 'Kai Tan', title: 'spark camp', base: expect.any(String) as string }],
    });
    const [named] = (row?.['lines'] ?? []) as { days: object }[];
    expect(named?.days).toMatchObject({ from: expect.stringMatching(/^\d{4}-/) as string });
    await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), { kind: 'leave' });
    expect(await refundShown(bought)).toBe(0);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the place for the refund, the place is free, and nothing more is refunded', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await ext.refundAtStripe(db, intent, price);
    const id = await ext.openDecision(db, bought.orderId);
    const choice = { kind: 'cancel' as const, line_ids: [line] };
    expect(await ext.preview(db, admin, id, choice)).toEqual({ allocated_cents: price, refund_cents: 0 });
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    await ext.decide(db, admin, id, choice);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await after.refundsOf(db, bought.orderId)).toHaveLength(1);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the place for a partial refund, the family gets the rest of what the rules give', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await ext.refundAtStripe(db, intent, 10_000);
    const id = await ext.openDecision(db, bought.orderId);
    const choice = { kind: 'cancel' as const, line_ids: [line] };
    const { refund_cents } = await ext.preview(db, admin, id, choice);
    expect(refund_cents).toBe(price - 10_000);
    expect(await x.refusal(ext.decide(db, admin, id, choice, 0))).toMatchObject({
      code: 'refund_changed',
      detail: String(price - 10_000),
    });
    await ext.decide(db, admin, id, choice, refund_cents);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    const [mail] = await db.sql`select payload #> '{cancelled,refund_cents}' as cents from public.outbox m
      join public.orders o on o.number = m.payload ->> 'number' where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
    expect(mail).toEqual({ cents: price });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a refund for one of two children leaves the other the full balance', async () => {
    const { bought, intent, price } = await buyCamps(2);
    await ext.refundAtStripe(db, intent, price);
    const [, second = ''] = bought.lines;
    await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), {
      kind: 'line',
      line_ids: [second],
    });
    expect([await refundShown(bought, 0), await refundShown(bought, 1)]).toEqual([price, 0]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('staff cannot deduct the refund from a line with a smaller balance', async () => {
    const { bought, intent, line, price } = await buyCamps(2);
    await ext.refundAtStripe(db, intent, price + 100);
    const id = await ext.openDecision(db, bought.orderId);
    expect(await x.refusal(ext.decide(db, admin, id, { kind: 'line', line_ids: [line] }))).toMatchObject({
      code: 'refund_too_much',
      detail: String(price),
    });
    await ext.decide(db, admin, id, { kind: 'leave' });
    expect(await refundShown(bought, 1)).toBe(price - 100);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a second refund reopens the decision, about the new amount only', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await ext.refundAtStripe(db, intent, 1000);
    await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), { kind: 'leave' });
    await ext.refundAtStripe(db, intent, 2000);
    const { rows } = await x.rpc<{ rows: Record<string, unknown>[] }>(db, admin, 'list_decisions', {
      p_kind: 'external_refund',
    });
    expect(rows.find(({ order_id }) => order_id === bought.orderId)).toMatchObject({ amount_cents: 2000 });
    await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), {
      kind: 'line',
      line_ids: [line],
    });
    expect(await refundShown(bought)).toBe(price - 3000);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if Stripe could not make the refund in the end, staff have nothing to decide', async () => {
    const { bought, intent, price } = await buyCamps();
    const refund = await ext.refundAtStripe(db, intent, price, { status: 'pending' });
    await ext.report(db, { ...refund, status: 'failed' });
    expect(await ext.decisionsOf(db, bought.orderId)).toEqual(['external_refund accepted']);
    expect(await refundShown(bought)).toBe(price);
    // The failed refund should still be paid, so staff see it. If staff pay it in cash, they must decide what it was
    // for.
    const [row] = await db.sql<
      [{ id: string }]
    >`select id from public.refunds where provider_refund_id = ${refund.refund_id}`;
    await x.rpc(db, admin, 'settle_desk_refund', { p_refund_id: row.id });
    await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), { kind: 'leave' });
    expect(await refundShown(bought)).toBe(0);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('if an order that was paid late is refunded in full, the family has nothing to choose', async () => {
    const { bought, soldOut } = await payLate(db);
    await ext.refundAtStripe(db, (await ext.intentsOf(db, bought.orderId))[0], bought.total);
    const lines = [{ line_id: bought.lines[0], session_id: await free() }];
    for (const choice of [{ kind: 'move', lines }, { kind: 'credit' }, { kind: 'refund' }])
      expect(await x.refusal(choose(db, bought, choice))).toMatchObject({ code: 'choice_made' });
    expect(soldOut).toBeTruthy();
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await ext.decisionsOf(db, bought.orderId)).toEqual(['paid_late refund']);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('until staff have decided, what the refund may have paid back cannot be moved', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await ext.refundAtStripe(db, intent, price);
    const moved = after.move(db, bought, line, { camp_id: await camp() });
    expect(await x.refusal(moved)).toMatchObject({ code: 'already_refunded', field: 'p_line_id' });
    expect((await after.view(db, bought)).lines[0]?.can.move).toBeNull();
  });
});
