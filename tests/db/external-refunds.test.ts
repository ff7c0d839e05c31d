import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import { chooseLate, payLate } from '#support/sql-late-choice.ts';
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
const free = () => afterSale.makeSession(db, afterSale.dateIn(20 + week++));

/** Buys spots on this many camps, each in another week. */
async function buyCamps(count = 1) {
  const ids = await Promise.all(Array.from({ length: count }, camp));
  const bought = await afterSale.buy(db, ids.map(sparkLine));
  const [intent = ''] = await externalRefunds.readIntents(db, bought.orderId);
  return { bought, intent, line: bought.lines[0] ?? '', price: bought.total / count };
}
const refundShown = async (bought: afterSale.BoughtOrder, n = 0) =>
  (await afterSale.viewOrder(db, bought)).lines[n]?.can.cancel?.refund_cents;

describe('a refund of a paid order that staff made at Stripe', () => {
  test('the refund waits for a decision with child, camp, base and day, until staff decide that the spot stays', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, price);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    const { rows } = await rpc<{ rows: Record<string, unknown>[] }>(db, admin, 'list_decisions', {
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
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'leave',
      },
    );
    expect(await refundShown(bought)).toBe(0);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the spot for the refund, the spot is free, and nothing more is refunded', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, price);
    const id = await externalRefunds.findOpenDecision(db, bought.orderId);
    const choice = { kind: 'cancel' as const, line_ids: [line] };
    expect(await externalRefunds.previewChoice(db, admin, id, choice)).toEqual({
      allocated_cents: price,
      refund_cents: 0,
    });
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    await externalRefunds.resolveRefund(db, admin, id, choice);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if staff cancel the spot for a partial refund, the family gets the rest of what the rules give', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, 10_000);
    const id = await externalRefunds.findOpenDecision(db, bought.orderId);
    const choice = { kind: 'cancel' as const, line_ids: [line] };
    const { refund_cents } = await externalRefunds.previewChoice(db, admin, id, choice);
    expect(refund_cents).toBe(price - 10_000);
    expect(await refusal(externalRefunds.resolveRefund(db, admin, id, choice, 0))).toMatchObject({
      code: 'refund_changed',
      detail: String(price - 10_000),
    });
    await externalRefunds.resolveRefund(db, admin, id, choice, refund_cents);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    const [mail] = await db.sql`select payload #> '{cancelled,refund_cents}' as cents from public.outbox m
      join public.orders o on o.number = m.payload ->> 'number' where o.id = ${bought.orderId} and m.template = 'order_cancelled'`;
    expect(mail).toEqual({ cents: price });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a refund for one of two children leaves the other the full balance', async () => {
    const { bought, intent, price } = await buyCamps(2);
    await externalRefunds.refundAtStripe(db, intent, price);
    const [, second = ''] = bought.lines;
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'line',
        line_ids: [second],
      },
    );
    expect([await refundShown(bought, 0), await refundShown(bought, 1)]).toEqual([price, 0]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff cannot deduct the refund from a line with a smaller balance', async () => {
    const { bought, intent, line, price } = await buyCamps(2);
    await externalRefunds.refundAtStripe(db, intent, price + 100);
    const id = await externalRefunds.findOpenDecision(db, bought.orderId);
    expect(
      await refusal(externalRefunds.resolveRefund(db, admin, id, { kind: 'line', line_ids: [line] })),
    ).toMatchObject({
      code: 'refund_too_much',
      detail: String(price),
    });
    await externalRefunds.resolveRefund(db, admin, id, { kind: 'leave' });
    expect(await refundShown(bought, 1)).toBe(price - 100);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a second refund reopens the decision, about the new amount only', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, 1000);
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'leave',
      },
    );
    await externalRefunds.refundAtStripe(db, intent, 2000);
    const { rows } = await rpc<{ rows: Record<string, unknown>[] }>(db, admin, 'list_decisions', {
      p_kind: 'external_refund',
    });
    expect(rows.find(({ order_id }) => order_id === bought.orderId)).toMatchObject({ amount_cents: 2000 });
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'line',
        line_ids: [line],
      },
    );
    expect(await refundShown(bought)).toBe(price - 3000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if Stripe could not make the refund in the end, staff have nothing to decide', async () => {
    const { bought, intent, price } = await buyCamps();
    const refund = await externalRefunds.refundAtStripe(db, intent, price, { status: 'pending' });
    await externalRefunds.reportRefund(db, { ...refund, status: 'failed' });
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['external_refund accepted']);
    expect(await refundShown(bought)).toBe(price);
    // The failed refund should still be paid, so staff see it. If staff pay it in cash, they must decide what it was
    // for.
    const [row] = await db.sql<
      [{ id: string }]
    >`select id from public.refunds where provider_refund_id = ${refund.refund_id}`;
    await rpc(db, admin, 'settle_desk_refund', { p_refund_id: row.id });
    await externalRefunds.resolveRefund(
      db,
      admin,
      await externalRefunds.findOpenDecision(db, bought.orderId),
      {
        kind: 'leave',
      },
    );
    expect(await refundShown(bought)).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if an order that was paid late is refunded in full, the family has nothing to choose', async () => {
    const { bought, soldOut } = await payLate(db);
    await externalRefunds.refundAtStripe(
      db,
      (await externalRefunds.readIntents(db, bought.orderId))[0],
      bought.total,
    );
    const lines = [{ line_id: bought.lines[0], session_id: await free() }];
    for (const choice of [{ kind: 'move', lines }, { kind: 'credit' }, { kind: 'refund' }])
      expect(await refusal(chooseLate(db, bought, choice))).toMatchObject({ code: 'choice_made' });
    expect(soldOut).toBeTruthy();
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['paid_late refund']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('until staff have decided, what the refund may have paid back cannot be moved', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, price);
    const moved = afterSale.moveLine(db, bought, line, { camp_id: await camp() });
    expect(await refusal(moved)).toMatchObject({ code: 'already_refunded', field: 'p_line_id' });
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.move).toBeNull();
  });
});
