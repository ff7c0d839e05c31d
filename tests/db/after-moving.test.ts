import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
async function open(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(
    database,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 1 })] }),
    camps.tierOffer('ignite', { min_age: 10 }),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 48000)] }, { price_cents: 53000 }),
  );
  await after.sellWithRules(database);
  return database;
}
beforeAll(async () => void (db = await open()));
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

const pass = (session_id: string) => ({ offer_id: shop.term.id, session_id });
const spark = (camp_id: string, transport?: string) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...(transport && { transport }),
});
let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: after.dateIn(7 * week++), ...more });
const refused = (call: Promise<unknown>) => x.refusal(call);
const seats = async (id: string) =>
  (await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`)[0].n;

describe('moving a session', () => {
  test('the credit moves with the session: the old place is free, the new one is occupied, and the balance is unchanged', async () => {
    const [from, to] = [await after.session(db, after.dateIn(10)), await after.session(db, after.dateIn(17))];
    const bought = await after.buy(db, [pass(from)]);
    const [line = ''] = bought.lines;
    const answer = await after.move(db, bought, line, { session_id: to });
    expect(answer.lines[0]).toMatchObject({
      status: 'placed',
      session: { session_id: to },
      total_cents: 69700,
    });
    expect([await shop.seatsTaken(db, from), await shop.seatsTaken(db, to)]).toEqual([0, 1]);
    const [ledger] = await db.sql`
      select array_agg(reason order by k.created_at) as reasons, sum(delta) as balance
      from public.credit_ledger k join public.passes p on p.id = k.pass_id where p.order_line_id = ${line}`;
    expect(ledger).toEqual({ reasons: ['granted', 'booked', 'returned', 'booked'], balance: 17 });
    expect(await after.mailsOf(db, bought.orderId)).toEqual(['booking_confirmed', 'order_moved']);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test.each([
    ['24 hours and a second', 86401, null],
    ['24 hours', 86400, null],
    ['a second less', 86399, 'too_late'],
  ])('a parent can move a session until 24 hours before its start: %s before', async (_, seconds, code) => {
    const [from, to] = [await after.session(db, after.dateIn(10)), await after.session(db, after.dateIn(17))];
    const bought = await after.buy(db, [pass(from)]);
    await after.stopBefore(db, from, seconds);
    const can = (await after.view(db, bought)).lines[0]?.can;
    expect(can?.move === null).toBe(code !== null);
    // If it is too late to move, the answer says when the time for it ended.
    const [row] = await db.sql<[{ until: string }]>`
      select private.iso(starts_at - interval '24 hours') as until from public.sessions where id = ${from}`;
    expect(can?.move_over).toBe(code === null ? null : row.until);
    const call = after.move(db, bought, bought.lines[0] ?? '', { session_id: to });
    if (code) expect(await refused(call)).toMatchObject({ code, field: 'p_line_id' });
    else expect((await call).lines[0]?.session?.session_id).toBe(to);
  });

  test('a session that has begun or was cancelled is not reported as "too late to move"', async () => {
    const over = async (bought: after.Bought) => (await after.view(db, bought)).lines[0]?.can.move_over;
    const from = await after.session(db, after.dateIn(10));
    const bought = await after.buy(db, [pass(from)]);
    await after.stopBefore(db, from, 1);
    expect(await over(bought)).not.toBeNull();
    await after.stopBefore(db, from, 0);
    expect(await over(bought)).toBeNull();
    await after.startCalendar(db);

    const other = await after.session(db, after.dateIn(11));
    const off = await after.buy(db, [pass(other)]);
    await after.stopBefore(db, other, 3600);
    expect(await over(off)).not.toBeNull();
    await x.cancelSessions(db, other);
    expect(await over(off)).toBeNull();
    await after.startCalendar(db);

    const third = await after.session(db, after.dateIn(12));
    const thirdSale = await after.buy(db, [pass(third)]);
    await after.cancel(
      db,
      thirdSale,
      thirdSale.lines,
      (await after.view(db, thirdSale)).lines[0]?.can.cancel?.refund_cents ?? 0,
    );
    await after.stopBefore(db, third, 3600);
    expect(await over(thirdSale)).toBeNull();
  });

  test('a class that we cancelled does not reduce the refund of the class that replaced it', async () => {
    const [from, to] = [await after.session(db, after.dateIn(13)), await after.session(db, after.dateIn(40))];
    const bought = await after.buy(db, [pass(from)]);
    await x.cancelSessions(db, from);
    await after.move(db, bought, bought.lines[0] ?? '', { session_id: to });
    await x.stopCalendar(db, `${after.dateIn(14)}T12:00:00+08:00`);
    expect((await after.view(db, bought)).lines[0]?.can.cancel).toMatchObject({ refund_cents: 69700 });
  });

  test('a session cannot move to a class that cannot be booked, and then stays where it was', async () => {
    const from = await after.session(db, after.dateIn(10));
    const bought = await after.buy(db, [pass(from)]);
    const full = await after.session(db, after.dateIn(11), 1);
    await shop.hold(db, full);
    const off = await after.session(db, after.dateIn(12));
    await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
    const begun = await after.session(db, after.dateIn(-1));
    const beyond = await after.session(db, after.dateIn(200));
    for (const [session_id, code] of [
      [full, 'session_full'],
      [off, 'session_not_found'],
      [crypto.randomUUID(), 'session_not_found'],
      [begun, 'session_started'],
      [beyond, 'pass_expired'],
      [from, 'already_booked'],
    ] as const) {
      const call = after.move(db, bought, bought.lines[0] ?? '', { session_id });
      expect(await refused(call)).toMatchObject({ code, field: 'p_target.session_id' });
    }
    expect(await shop.seatsTaken(db, from)).toBe(1);
  });

  test('moving a session to a later day gives no better refund', async () => {
    const [from, to] = [await after.session(db, after.dateIn(10)), await after.session(db, after.dateIn(60))];
    const bought = await after.buy(db, [pass(from)]);
    await after.stopBefore(db, from, 30 * 3600);
    const moved = await after.move(db, bought, bought.lines[0] ?? '', { session_id: to });
    expect(moved.lines[0]?.can.cancel).toMatchObject({ refund_cents: 34850 });
  });
});

describe('moving a camp', () => {
  test('within the tier the camp keeps the price that was paid, even when the early-bird places are sold out', async () => {
    const [from, to] = [await camp(), await camp()];
    await camps.takePlace(db, to, { rung: 'first' });
    const bought = await after.buy(db, [spark(from, 'door-to-door')]);
    const answer = await after.move(db, bought, bought.lines[0] ?? '', { camp_id: to });
    expect(answer.lines[0]).toMatchObject({
      camp: { camp_id: to },
      price_cents: 49000,
      transport_cents: 6000,
      total_cents: 55000,
      rung_id: 'listed',
    });
    expect([await seats(from), await seats(to)]).toEqual([0, 2]);
    expect((await camps.rungOf(db, from))?.rung_id).toBe('first');
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('the moved child takes a place of the same rung at the new camp if one is left', async () => {
    const [from, to] = [await camp(), await camp()];
    const bought = await after.buy(db, [spark(from)]);
    const answer = await after.move(db, bought, bought.lines[0] ?? '', { camp_id: to });
    expect(answer.lines[0]?.rung_id).toBe('first');
    expect((await camps.rungOf(db, to))?.rung_id).toBe('listed');
  });

  test('a move to a cheaper camp is refunded by the rules, and a move to a more expensive one is refused with the difference', async () => {
    const [from, epic] = [await camp(), await camp({ tier: 'epic' })];
    const bought = await after.buy(db, [spark(from, 'door-to-door')]);
    const [line = ''] = bought.lines;
    await after.stopBefore(db, from, 30 * 3600);
    const target = { camp_id: epic, transport: null };
    expect(await after.quoteMove(db, bought, line, target)).toEqual({ difference_cents: -3500 });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await refused(after.move(db, bought, line, target))).toMatchObject({
      code: 'refund_changed',
      detail: '-3500',
    });
    const answer = await after.move(db, bought, line, target, -3500);
    expect(answer.lines[0]).toMatchObject({ offer_id: 'tier-epic', total_cents: 55000, transport: null });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([
      { line, cents: 3500, reason: 'moved', status: 'requested' },
    ]);
    await after.startCalendar(db);
    expect(await refused(after.move(db, bought, line, { camp_id: from }))).toMatchObject({
      code: 'move_costs_more',
      field: 'p_target',
      detail: '1000',
    });
    const dearer = { camp_id: await camp({ tier: 'epic' }), transport: 'door-to-door' };
    expect(await refused(after.move(db, bought, line, dearer))).toMatchObject({ detail: '6000' });
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('a child cannot move to a camp that cannot be booked', async () => {
    const from = await camp();
    const bought = await after.buy(db, [spark(from)]);
    const full = await camp({ capacity: 1 });
    await camps.takePlace(db, full);
    for (const [target, code, field] of [
      [{ camp_id: full }, 'camp_full', 'p_target.camp_id'],
      [{ camp_id: await camp({ active: false }) }, 'camp_not_found', 'p_target.camp_id'],
      [{ camp_id: await camp({ tier: 'ignite' }) }, 'age_not_allowed', 'p_target.child'],
      [{ camp_id: from }, 'already_booked', 'p_target.camp_id'],
      [{ camp_id: await camp({ start: after.dateIn(-1) }) }, 'camp_started', 'p_target.camp_id'],
      [{ camp_id: await camp(), transport: 'balloon' }, 'transport_not_available', 'p_target.transport'],
      [{ session_id: await after.session(db, after.dateIn(9)) }, 'invalid_input', 'p_target.camp_id'],
      [{ camp_id: 'x' }, 'invalid_input', 'p_target.camp_id'],
      [{ camp_id: full, transport: 5 }, 'invalid_input', 'p_target.transport'],
      ['x', 'invalid_input', 'p_target'],
    ] as const) {
      const call = after.move(db, bought, bought.lines[0] ?? '', target as object);
      expect(await refused(call), code).toMatchObject({ code, field });
    }
    expect(await seats(from)).toBe(1);
    expect(await refused(after.move(db, bought, crypto.randomUUID(), { camp_id: full }))).toMatchObject({
      code: 'line_not_found',
    });
  });
});

describe('the last place', () => {
  /** Makes two bookings and moves both to the last seat of one session. */
  const two = async (database: TestDatabase) => {
    const last = await after.session(database, after.dateIn(13), 1);
    const movers = [0, 1].map(async () => {
      const bought = await after.buy(database, [pass(await after.session(database, after.dateIn(10)))]);
      return () => after.move(database, bought, bought.lines[0] ?? '', { session_id: last });
    });
    return { last, calls: await Promise.all(movers) };
  };

  test('when two moves and a hold compete for the last place, one of them gets it', async () => {
    for (let round = 0; round < 3; round++) {
      const { last, calls } = await two(db);
      const { won, lost } = await x.atOnce<unknown>(db, { table: 'sessions', id: last }, [
        ...calls,
        () => shop.hold(db, last),
      ]);
      expect([won.length, lost]).toEqual([1, ['session_full', 'session_full']]);
      expect(await shop.seatsTaken(db, last)).toBe(1);
    }
  });

  test('two bookings that swap places cause no deadlock', async () => {
    const [a, b] = [await after.session(db, after.dateIn(10)), await after.session(db, after.dateIn(17))];
    const [one, two] = [await after.buy(db, [pass(a)]), await after.buy(db, [pass(b)])];
    await Promise.all([
      after.move(db, one, one.lines[0] ?? '', { session_id: b }),
      after.move(db, two, two.lines[0] ?? '', { session_id: a }),
    ]);
    expect([await shop.seatsTaken(db, a), await shop.seatsTaken(db, b)]).toEqual([1, 1]);
    expect(await after.findFaults(db)).toEqual([]);
  });

  test('control: without the lock on places, both moves get the place', async () => {
    const control = await open();
    const { last, calls } = await two(control);
    await control.sql.unsafe(`
      create or replace function private.lock_places(p_session_ids uuid[], p_camp_ids uuid[]) returns void
      language sql volatile set search_path = '' as 'select'`);
    const [row] = await control.sql<[{ body: string }]>`
      select pg_get_functiondef('private.check_target_place'::regproc) as body`;
    // Both calls have counted the seats before either of them writes.
    const gated = row.body.replace(
      /end;\n(?=\$function\$)/,
      'perform pg_advisory_xact_lock_shared(4711); end;\n',
    );
    expect(gated).not.toBe(row.body);
    await control.sql.unsafe(gated);
    let outcomes: Promise<unknown> | undefined;
    await control.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(4711)`;
      outcomes = Promise.allSettled(calls.map((call) => call()));
      await x.waitForLocked(control, 2);
    });
    await outcomes;
    expect(await shop.seatsTaken(control, last)).toBe(2);
    await control.drop();
  });
});
