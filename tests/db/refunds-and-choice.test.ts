/**
 * Tests that a family gets money or a choice, never both: a fully refunded line can be neither moved, placed nor
 * credited, and a camp that the business cancelled is outstanding until it is refunded or moved. The tests judge by
 * charges, refunds and rosters only.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import { chooseLate, payLate } from '#support/sql-late-choice.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, makeUser, refusal, rpc, service, stopCalendar } from '#support/sql.ts';

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
async function buyCamps(count = 1) {
  const from = await camp();
  const bought = await afterSale.buy(
    db,
    Array.from({ length: count }, () => sparkLine(from)),
  );
  return { bought, from, line: bought.lines[0] ?? '' };
}
const readOutstanding = async (orderId: string) => {
  const { rows } = await rpc<{ rows: { order_id: string; lines: { child: string; days: object }[] }[] }>(
    db,
    admin,
    'list_decisions',
    { p_kind: 'cancelled_by_us', p_limit: 200 },
  );
  return rows.filter((row) => row.order_id === orderId).flatMap(({ lines }) => lines);
};
const refused = { code: 'already_refunded' };

describe('a camp that we cancelled, whose order staff refunded in full', () => {
  test('the family gets nothing more: no other week, no credit, and no second refund', async () => {
    const { bought, from, line } = await buyCamps();
    await cancelSessions(db, from);
    await refundAsStaff(db, admin, { order: bought.orderId }, bought.total, { p_reason: 'cancelled_by_us' });
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect((await afterSale.viewOrder(db, bought)).lines[0]).toMatchObject({
      status: 'cancelled',
      can: { move: null, cancel: null },
    });
    const target = { camp_id: await camp() };
    expect(await refusal(afterSale.moveLine(db, bought, line, target))).toMatchObject({
      ...refused,
      field: 'p_line_id',
    });
    expect(await refusal(afterSale.holdUpgrade(db, bought, line, target))).toMatchObject(refused);
    for (const choice of [{ kind: 'move', ...target }, { kind: 'credit' }, { kind: 'refund' }]) {
      const call = rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice: choice });
      expect(await refusal(call)).toMatchObject({ code: 'line_closed' });
    }
    expect(await readOutstanding(bought.orderId)).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('after a partial refund, the family can still choose and gets the rest of the money', async () => {
    const { bought, from, line } = await buyCamps();
    await cancelSessions(db, from);
    await refundAsStaff(db, admin, { line }, 10_000);
    expect(await readOutstanding(bought.orderId)).toHaveLength(1);
    await afterSale.cancelLines(db, bought, [line], bought.total - 10_000);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if the refund came before the cancellation, the spot stays until then, and nothing is outstanding afterwards', async () => {
    const { bought, from, line } = await buyCamps();
    await refundAsStaff(db, admin, { line }, bought.total);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    await cancelSessions(db, from);
    expect(await readOutstanding(bought.orderId)).toEqual([]);
    const call = rpc(db, admin, 'resolve_cancelled_by_us', {
      p_line_id: line,
      p_choice: { kind: 'credit' },
    });
    expect(await refusal(call)).toMatchObject(refused);
    expect(await refusal(afterSale.moveLine(db, bought, line, { camp_id: await camp() }))).toMatchObject(
      refused,
    );
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if the refund fails at Stripe, the amount is outstanding again', async () => {
    const { bought, from, line } = await buyCamps();
    await cancelSessions(db, from);
    const { refund_id } = await refundAsStaff(db, admin, { line }, bought.total);
    await rpc(db, service, 'finish_refund', {
      p_id: refund_id,
      p_provider_id: `re_${refund_id}`,
      p_status: 'failed',
      p_error: 'expired_or_canceled_card',
    });
    const { rows } = await rpc<{ rows: { id: string }[] }>(db, admin, 'list_decisions', {
      p_kind: 'refund_failed',
    });
    expect(rows.map(({ id }) => id)).toContain(refund_id);
    await rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund_id });
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('a late payment, whose order staff refunded in full', () => {
  test('the family has nothing to choose', async () => {
    const { bought, line } = await payLate(db);
    await refundAsStaff(db, admin, { order: bought.orderId }, bought.total);
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['paid_late refund']);
    const lines = [{ line_id: line, session_id: await afterSale.makeSession(db, afterSale.dateIn(30)) }];
    for (const choice of [{ kind: 'move', lines }, { kind: 'credit' }, { kind: 'refund' }])
      expect(await refusal(chooseLate(db, bought, choice))).toMatchObject({ code: 'choice_made' });
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if one of two lines was refunded, the family can choose for the other', async () => {
    const { bought, line } = await payLate(
      db,
      [{ offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(25)) }],
      { split: true },
    );
    const [, other = ''] = bought.lines;
    await refundAsStaff(db, admin, { line }, 69_700);
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(31));
    const first = chooseLate(db, bought, { kind: 'move', lines: [{ line_id: line, session_id }] });
    expect(await refusal(first)).toMatchObject({ code: 'choice_made' });
    await chooseLate(db, bought, { kind: 'move', lines: [{ line_id: other, session_id }] });
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 69_700, has: 1 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

test('a credit for a refunded camp cannot be used', async () => {
  const { bought, from, line } = await buyCamps();
  await cancelSessions(db, from);
  await rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice: { kind: 'credit' } });
  const [intent] = await externalRefunds.readIntents(db, bought.orderId);
  // The refund was made in Stripe's own dashboard, and nobody has decided yet what it was for.
  await externalRefunds.refundAtStripe(db, intent, bought.total);
  const place = async () =>
    afterSale.manage(db, bought, 'place_credit_line', { p_line_id: line, p_camp_id: await camp() });
  expect(await refusal(place())).toMatchObject({ ...refused, field: 'p_line_id' });
  expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.place).toBe(false);
  await externalRefunds.resolveRefund(db, admin, await externalRefunds.findOpenDecision(db, bought.orderId), {
    kind: 'leave',
  });
  expect(await refusal(place())).toMatchObject({ code: 'line_closed' });
  expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a spot that staff refunded cannot be upgraded, and a payment for an upgrade in progress is refunded', async () => {
  const { bought, line } = await buyCamps();
  const held = await afterSale.holdUpgrade(db, bought, line, {
    camp_id: await camp(),
    transport: 'door-to-door',
  });
  const paid = await afterSale.openMovePayment(db, held);
  await refundAsStaff(db, admin, { line }, bought.total);
  expect(await shop.confirmPayment(db, paid)).toMatchObject({ result: 'needs_choice' });
  expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
  expect(await afterSale.readRefunds(db, paid.order_id ?? '')).toMatchObject([{ reason: 'paid_late' }]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

describe('a spot that we cancelled and nobody has resolved', () => {
  test('staff and the family still see the spot by name, even after its dates', async () => {
    const { bought, from, line } = await buyCamps(2);
    await cancelSessions(db, from);
    const lines = await readOutstanding(bought.orderId);
    expect(lines.map(({ child }) => child).toSorted()).toEqual(['Kai Tan', 'Lia Tan']);
    const [row] = await db.sql<[{ ends: string }]>`
      select (end_date + 60)::text as ends from public.camp_weeks where id = ${from}`;
    await stopCalendar(db, row.ends);
    expect(await readOutstanding(bought.orderId)).toHaveLength(2);
    const [news] = await db.sql<[{ n: number }]>`
      select jsonb_array_length(private.family_cancelled_by_us(${bought.familyId}, private.calendar_today(), private.calendar_today() + 7)) as n`;
    expect(news.n).toBe(1);
    const refund = (await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel?.refund_cents ?? 0;
    expect(refund).toBeGreaterThan(0);
    await afterSale.cancelLines(db, bought, [line], refund);
    expect(await readOutstanding(bought.orderId)).toHaveLength(1);
    await afterSale.startCalendar(db);
  });

  test('a spot from a pass with one session is outstanding until it is moved or refunded', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(8));
    const bought = await afterSale.buy(db, [{ offer_id: shop.tryout.id, session_id }]);
    await cancelSessions(db, session_id);
    expect(await readOutstanding(bought.orderId)).toHaveLength(1);
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', {
      session_id: await afterSale.makeSession(db, afterSale.dateIn(12)),
    });
    expect(await readOutstanding(bought.orderId)).toEqual([]);
  });
});
