import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, refusal, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
async function openShop(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(
    database,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 1 })] }),
    camps.tierOffer('ignite', { min_age: 10 }),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 48000)] }, { price_cents: 53000 }),
  );
  await afterSale.sellWithRules(database);
  return database;
}
beforeAll(async () => void (db = await openShop()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const passLine = (session_id: string) => ({ offer_id: shop.term.id, session_id });
const sparkLine = (camp_id: string, transport?: string) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...(transport && { transport }),
});
let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
const seats = async (id: string) =>
  (await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`)[0].n;

describe('moving a session', () => {
  test('the credit moves with the session: the old spot is free, the new one is occupied, and the balance is unchanged', async () => {
    const [from, to] = [
      await afterSale.makeSession(db, afterSale.dateIn(10)),
      await afterSale.makeSession(db, afterSale.dateIn(17)),
    ];
    const bought = await afterSale.buy(db, [passLine(from)]);
    const [line = ''] = bought.lines;
    const answer = await afterSale.moveLine(db, bought, line, { session_id: to });
    expect(answer.lines[0]).toMatchObject({
      status: 'placed',
      session: { session_id: to },
      total_cents: 69700,
    });
    expect([await shop.countSpotsTaken(db, from), await shop.countSpotsTaken(db, to)]).toEqual([0, 1]);
    const [ledger] = await db.sql`
      select array_agg(reason order by k.created_at) as reasons, sum(delta) as balance
      from public.credit_ledger k join public.passes p on p.id = k.pass_id where p.order_line_id = ${line}`;
    expect(ledger).toEqual({ reasons: ['granted', 'booked', 'returned', 'booked'], balance: 17 });
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed', 'order_moved']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test.each([
    ['24 hours and a second', 86401, null],
    ['24 hours', 86400, null],
    ['a second less', 86399, 'too_late'],
  ])('a parent can move a session until 24 hours before its start: %s before', async (_, seconds, code) => {
    const [from, to] = [
      await afterSale.makeSession(db, afterSale.dateIn(10)),
      await afterSale.makeSession(db, afterSale.dateIn(17)),
    ];
    const bought = await afterSale.buy(db, [passLine(from)]);
    await afterSale.stopBefore(db, from, seconds);
    const can = (await afterSale.viewOrder(db, bought)).lines[0]?.can;
    expect(can?.move === null).toBe(code !== null);
    // If it is too late to move, the answer says when the time for it ended.
    const [row] = await db.sql<[{ until: string }]>`
      select private.iso(starts_at - interval '24 hours') as until from public.sessions where id = ${from}`;
    expect(can?.move_over).toBe(code === null ? null : row.until);
    const call = afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id: to });
    if (code) expect(await refusal(call)).toMatchObject({ code, field: 'p_line_id' });
    else expect((await call).lines[0]?.session?.session_id).toBe(to);
  });

  test('a session that has begun or was cancelled is not reported as "too late to move"', async () => {
    const canMoveOver = async (bought: afterSale.BoughtOrder) =>
      (await afterSale.viewOrder(db, bought)).lines[0]?.can.move_over;
    const from = await afterSale.makeSession(db, afterSale.dateIn(10));
    const bought = await afterSale.buy(db, [passLine(from)]);
    await afterSale.stopBefore(db, from, 1);
    expect(await canMoveOver(bought)).not.toBeNull();
    await afterSale.stopBefore(db, from, 0);
    expect(await canMoveOver(bought)).toBeNull();
    await afterSale.startCalendar(db);

    const other = await afterSale.makeSession(db, afterSale.dateIn(11));
    const off = await afterSale.buy(db, [passLine(other)]);
    await afterSale.stopBefore(db, other, 3600);
    expect(await canMoveOver(off)).not.toBeNull();
    await cancelSessions(db, other);
    expect(await canMoveOver(off)).toBeNull();
    await afterSale.startCalendar(db);

    const third = await afterSale.makeSession(db, afterSale.dateIn(12));
    const thirdSale = await afterSale.buy(db, [passLine(third)]);
    await afterSale.cancelLines(
      db,
      thirdSale,
      thirdSale.lines,
      (await afterSale.viewOrder(db, thirdSale)).lines[0]?.can.cancel?.refund_cents ?? 0,
    );
    await afterSale.stopBefore(db, third, 3600);
    expect(await canMoveOver(thirdSale)).toBeNull();
  });

  test('a class that we cancelled does not reduce the refund of the class that replaced it', async () => {
    const [from, to] = [
      await afterSale.makeSession(db, afterSale.dateIn(13)),
      await afterSale.makeSession(db, afterSale.dateIn(40)),
    ];
    const bought = await afterSale.buy(db, [passLine(from)]);
    await cancelSessions(db, from);
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id: to });
    await stopCalendar(db, `${afterSale.dateIn(14)}T12:00:00+08:00`);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toMatchObject({
      refund_cents: 69700,
    });
  });

  test('a session cannot move to a class that cannot be booked, and then stays where it was', async () => {
    const from = await afterSale.makeSession(db, afterSale.dateIn(10));
    const bought = await afterSale.buy(db, [passLine(from)]);
    const full = await afterSale.makeSession(db, afterSale.dateIn(11), 1);
    await shop.hold(db, full);
    const off = await afterSale.makeSession(db, afterSale.dateIn(12));
    await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
    const begun = await afterSale.makeSession(db, afterSale.dateIn(-1));
    const beyond = await afterSale.makeSession(db, afterSale.dateIn(200));
    for (const [session_id, code] of [
      [full, 'session_full'],
      [off, 'session_not_found'],
      [crypto.randomUUID(), 'session_not_found'],
      [begun, 'session_started'],
      [beyond, 'pass_expired'],
      [from, 'already_booked'],
    ] as const) {
      const call = afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id });
      expect(await refusal(call)).toMatchObject({ code, field: 'p_target.session_id' });
    }
    expect(await shop.countSpotsTaken(db, from)).toBe(1);
  });

  test('moving a session to a later day gives no better refund', async () => {
    const [from, to] = [
      await afterSale.makeSession(db, afterSale.dateIn(10)),
      await afterSale.makeSession(db, afterSale.dateIn(60)),
    ];
    const bought = await afterSale.buy(db, [passLine(from)]);
    await afterSale.stopBefore(db, from, 30 * 3600);
    const moved = await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { session_id: to });
    expect(moved.lines[0]?.can.cancel).toMatchObject({ refund_cents: 34850 });
  });
});

describe('moving a camp', () => {
  test('within the tier the camp keeps the price that was paid, even when the early-bird spots are sold out', async () => {
    const [from, to] = [await camp(), await camp()];
    await camps.takeSpot(db, to, { rung: 'first' });
    const bought = await afterSale.buy(db, [sparkLine(from, 'door-to-door')]);
    const answer = await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: to });
    expect(answer.lines[0]).toMatchObject({
      camp: { camp_id: to },
      price_cents: 49000,
      transport_cents: 6000,
      total_cents: 55000,
      rung_id: 'listed',
    });
    expect([await seats(from), await seats(to)]).toEqual([0, 2]);
    expect((await camps.readRung(db, from))?.rung_id).toBe('first');
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the moved child takes a spot of the same rung at the new camp if one is left', async () => {
    const [from, to] = [await camp(), await camp()];
    const bought = await afterSale.buy(db, [sparkLine(from)]);
    const answer = await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: to });
    expect(answer.lines[0]?.rung_id).toBe('first');
    expect((await camps.readRung(db, to))?.rung_id).toBe('listed');
  });

  test('a move to a cheaper camp is refunded by the rules, and a move to a more expensive one is refused with the difference', async () => {
    const [from, epic] = [await camp(), await camp({ tier: 'epic' })];
    const bought = await afterSale.buy(db, [sparkLine(from, 'door-to-door')]);
    const [line = ''] = bought.lines;
    await afterSale.stopBefore(db, from, 30 * 3600);
    const target = { camp_id: epic, transport: null };
    expect(await afterSale.quoteMove(db, bought, line, target)).toEqual({ difference_cents: -3500 });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
    expect(await refusal(afterSale.moveLine(db, bought, line, target))).toMatchObject({
      code: 'refund_changed',
      detail: '-3500',
    });
    const answer = await afterSale.moveLine(db, bought, line, target, -3500);
    expect(answer.lines[0]).toMatchObject({ offer_id: 'tier-epic', total_cents: 55000, transport: null });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line, cents: 3500, reason: 'moved', status: 'requested' },
    ]);
    await afterSale.startCalendar(db);
    expect(await refusal(afterSale.moveLine(db, bought, line, { camp_id: from }))).toMatchObject({
      code: 'move_costs_more',
      field: 'p_target',
      detail: '1000',
    });
    const upgrade = { camp_id: await camp({ tier: 'epic' }), transport: 'door-to-door' };
    expect(await refusal(afterSale.moveLine(db, bought, line, upgrade))).toMatchObject({ detail: '6000' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a child cannot move to a camp that cannot be booked', async () => {
    const from = await camp();
    const bought = await afterSale.buy(db, [sparkLine(from)]);
    const full = await camp({ capacity: 1 });
    await camps.takeSpot(db, full);
    for (const [target, code, field] of [
      [{ camp_id: full }, 'camp_full', 'p_target.camp_id'],
      [{ camp_id: await camp({ active: false }) }, 'camp_not_found', 'p_target.camp_id'],
      [{ camp_id: await camp({ tier: 'ignite' }) }, 'age_not_allowed', 'p_target.child'],
      [{ camp_id: from }, 'already_booked', 'p_target.camp_id'],
      [{ camp_id: await camp({ start: afterSale.dateIn(-1) }) }, 'camp_started', 'p_target.camp_id'],
      [{ camp_id: await camp(), transport: 'balloon' }, 'transport_not_available', 'p_target.transport'],
      [
        { session_id: await afterSale.makeSession(db, afterSale.dateIn(9)) },
        'invalid_input',
        'p_target.camp_id',
      ],
      [{ camp_id: 'x' }, 'invalid_input', 'p_target.camp_id'],
      [{ camp_id: full, transport: 5 }, 'invalid_input', 'p_target.transport'],
      ['x', 'invalid_input', 'p_target'],
    ] as const) {
      const call = afterSale.moveLine(db, bought, bought.lines[0] ?? '', target as object);
      expect(await refusal(call), code).toMatchObject({ code, field });
    }
    expect(await seats(from)).toBe(1);
    expect(
      await refusal(afterSale.moveLine(db, bought, crypto.randomUUID(), { camp_id: full })),
    ).toMatchObject({
      code: 'line_not_found',
    });
  });
});
