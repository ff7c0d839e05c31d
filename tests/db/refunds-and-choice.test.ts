/**
 * Money and choice, never both (issue "Money at the edges"): what was paid back in full is neither moved nor placed nor
 * credited, and what we called off and neither paid back nor moved is still outstanding. Judged from outside: charges,
 * refunds and rosters.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as ext from '#support/sql-external-refunds.ts';
import { choose, late } from '#support/sql-late-choice.ts';
import { payBack } from '#support/sql-refunds.ts';
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
const camp = () => camps.makeCamp(db, { start: after.day(7 * week++) });
const spark = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
async function sold(count = 1) {
  const from = await camp();
  const bought = await after.buy(
    db,
    Array.from({ length: count }, () => spark(from)),
  );
  return { bought, from, line: bought.lines[0] ?? '' };
}
const outstanding = async (orderId: string) => {
  const { rows } = await x.rpc<{ rows: { order_id: string; lines: { child: string; days: object }[] }[] }>(
    db,
    admin,
    'list_decisions',
    { p_kind: 'cancelled_by_us', p_limit: 200 },
  );
  return rows.filter((row) => row.order_id === orderId).flatMap(({ lines }) => lines);
};
const refused = { code: 'already_refunded' };

describe('a camp that we called off, and whose order staff refunded whole', () => {
  test('gives nothing any more: not another week, not a credit, not its money again', async () => {
    const { bought, from, line } = await sold();
    await x.callOff(db, from);
    await payBack(db, admin, { order: bought.orderId }, bought.total, { p_reason: 'cancelled_by_us' });
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect((await after.view(db, bought)).lines[0]).toMatchObject({
      status: 'cancelled',
      can: { move: null, cancel: null },
    });
    const target = { camp_id: await camp() };
    expect(await x.refusal(after.move(db, bought, line, target))).toMatchObject({
      ...refused,
      field: 'p_line_id',
    });
    expect(await x.refusal(after.holdMove(db, bought, line, target))).toMatchObject(refused);
    for (const choice of [{ kind: 'move', ...target }, { kind: 'credit' }, { kind: 'refund' }]) {
      const call = x.rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice: choice });
      expect(await x.refusal(call)).toMatchObject({ code: 'line_closed' });
    }
    expect(await outstanding(bought.orderId)).toEqual([]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('a part paid back leaves the choice, and the rest of the money', async () => {
    const { bought, from, line } = await sold();
    await x.callOff(db, from);
    await payBack(db, admin, { line }, 10_000);
    expect(await outstanding(bought.orderId)).toHaveLength(1);
    await after.cancel(db, bought, [line], bought.total - 10_000);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await after.broken(db)).toEqual([]);
  });

  test('refunded before it is called off: the place stays until then, and nothing is owed after', async () => {
    const { bought, from, line } = await sold();
    await payBack(db, admin, { line }, bought.total);
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
    await x.callOff(db, from);
    expect(await outstanding(bought.orderId)).toEqual([]);
    const call = x.rpc(db, admin, 'resolve_cancelled_by_us', {
      p_line_id: line,
      p_choice: { kind: 'credit' },
    });
    expect(await x.refusal(call)).toMatchObject(refused);
    expect(await x.refusal(after.move(db, bought, line, { camp_id: await camp() }))).toMatchObject(refused);
    expect(await after.broken(db)).toEqual([]);
  });

  test('the refund fails at Stripe: it is owed again, as money', async () => {
    const { bought, from, line } = await sold();
    await x.callOff(db, from);
    const { refund_id } = await payBack(db, admin, { line }, bought.total);
    await x.rpc(db, x.service, 'finish_refund', {
      ...{
        p_id: refund_id,
        p_provider_id: `re_${refund_id}`,
        p_status: 'failed',
        p_error: 'expired_or_canceled_card',
      },
    });
    const { rows } = await x.rpc<{ rows: { id: string }[] }>(db, admin, 'list_decisions', {
      p_kind: 'refund_failed',
    });
    expect(rows.map(({ id }) => id)).toContain(refund_id);
    await x.rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund_id });
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await after.broken(db)).toEqual([]);
  });
});

describe('paid late, and staff refunded the order whole', () => {
  test('there is nothing to choose', async () => {
    const { bought, line } = await late(db);
    await payBack(db, admin, { order: bought.orderId }, bought.total);
    expect(await ext.decisionsOf(db, bought.orderId)).toEqual(['paid_late refund']);
    const lines = [{ line_id: line, session_id: await after.session(db, after.day(30)) }];
    for (const choice of [{ kind: 'move', lines }, { kind: 'credit' }, { kind: 'refund' }])
      expect(await x.refusal(choose(db, bought, choice))).toMatchObject({ code: 'choice_made' });
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await after.broken(db)).toEqual([]);
  });

  test('of two lines one is refunded: the other is still to be chosen', async () => {
    const { bought, line } = await late(
      db,
      [{ offer_id: shop.term.id, session_id: await after.session(db, after.day(25)) }],
      { split: true },
    );
    const [, other = ''] = bought.lines;
    await payBack(db, admin, { line }, 69_700);
    const session_id = await after.session(db, after.day(31));
    const first = choose(db, bought, { kind: 'move', lines: [{ line_id: line, session_id }] });
    expect(await x.refusal(first)).toMatchObject({ code: 'choice_made' });
    await choose(db, bought, { kind: 'move', lines: [{ line_id: other, session_id }] });
    expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 69_700, has: 1 });
    expect(await after.broken(db)).toEqual([]);
  });
});

test('a credit for a camp that is paid back takes no place', async () => {
  const { bought, from, line } = await sold();
  await x.callOff(db, from);
  await x.rpc(db, admin, 'resolve_cancelled_by_us', { p_line_id: line, p_choice: { kind: 'credit' } });
  const [intent] = await ext.intentsOf(db, bought.orderId);
  // On Stripe's own pages: nobody has said yet what it was for.
  await ext.refundAtStripe(db, intent, bought.total);
  const place = async () =>
    after.manage(db, bought, 'place_credit_line', { p_line_id: line, p_camp_id: await camp() });
  expect(await x.refusal(place())).toMatchObject({ ...refused, field: 'p_line_id' });
  expect((await after.view(db, bought)).lines[0]?.can.place).toBe(false);
  await ext.decide(db, admin, await ext.openDecision(db, bought.orderId), { kind: 'leave' });
  expect(await x.refusal(place())).toMatchObject({ code: 'line_closed' });
  expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
  expect(await after.broken(db)).toEqual([]);
});

test('a place that staff paid back and left booked is not moved to a dearer one, and a move on its way goes back', async () => {
  const { bought, line } = await sold();
  const held = await after.holdMove(db, bought, line, { camp_id: await camp(), transport: 'door-to-door' });
  const paid = await after.goToPayMove(db, held);
  await payBack(db, admin, { line }, bought.total);
  expect(await shop.confirm(db, paid)).toMatchObject({ result: 'needs_choice' });
  expect(await ext.balanceOf(db, bought.orderId)).toEqual({ withUs: 0, has: 1 });
  expect(await after.refundsOf(db, paid.order_id ?? '')).toMatchObject([{ reason: 'paid_late' }]);
  expect(await after.broken(db)).toEqual([]);
});

describe('what we called off and nobody has settled', () => {
  test('stays before staff and the family, named, also when its days are over', async () => {
    const { bought, from, line } = await sold(2);
    await x.callOff(db, from);
    const lines = await outstanding(bought.orderId);
    expect(lines.map(({ child }) => child).toSorted()).toEqual(['Kai Tan', 'Lia Tan']);
    const [row] = await db.sql<[{ ends: string }]>`
      select (end_date + 60)::text as ends from public.camp_weeks where id = ${from}`;
    await x.stopCalendar(db, row.ends);
    expect(await outstanding(bought.orderId)).toHaveLength(2);
    const [news] = await db.sql<[{ n: number }]>`
      select jsonb_array_length(private.family_cancelled_by_us(${bought.familyId}, private.calendar_today(), private.calendar_today() + 7)) as n`;
    expect(news.n).toBe(1);
    const refund = (await after.view(db, bought)).lines[0]?.can.cancel?.refund_cents ?? 0;
    expect(refund).toBeGreaterThan(0);
    await after.cancel(db, bought, [line], refund);
    expect(await outstanding(bought.orderId)).toHaveLength(1);
    await after.startCalendar(db);
  });

  test('a class of a pass of one session: until its credit books another, or the money is back', async () => {
    const session_id = await after.session(db, after.day(8));
    const bought = await after.buy(db, [{ offer_id: shop.tryout.id, session_id }]);
    await x.callOff(db, session_id);
    expect(await outstanding(bought.orderId)).toHaveLength(1);
    await after.move(db, bought, bought.lines[0] ?? '', {
      session_id: await after.session(db, after.day(12)),
    });
    expect(await outstanding(bought.orderId)).toEqual([]);
  });
});
