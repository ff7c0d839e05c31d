import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { MakeUp } from '#contract/family-passes.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterEach(() => passes.runCalendar(db));
afterAll(() => db.drop());

const claim = (who: Caller, bookingId: string) =>
  rpc(db, who, 'claim_make_up', { p_booking_id: bookingId }).then((answer) => v.parse(MakeUp, answer));
const grant = (who: Caller, passId: string, delta: number | null, note: string | null) =>
  rpc<{ credits_left: number }>(db, who, 'grant_credit', {
    p_pass_id: passId,
    p_delta: delta,
    p_note: note,
  });

/** Makes a booking of a session that has ended, and records whether the child attended. */
async function makeEndedBooking(home: passes.Home, attended: boolean | null) {
  const session = await shop.makeSession(db);
  const { booking_id } = await passes.bookSession(db, home, session);
  await passes.stopCalendarBefore(db, session, '-1 hour');
  await db.sql`update public.bookings set attended = ${attended} where id = ${booking_id}`;
  return booking_id;
}

describe('a make-up', () => {
  test('a missed session gives one credit, once, and the pass has one make-up less', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home, { makeUps: 2 });
    const missed = await makeEndedBooking(home, false);
    expect(await claim(home.who, missed)).toEqual({ pass_id: pass, credits_left: 4, make_ups_left: 1 });
    expect(await refusal(claim(home.who, missed))).toMatchObject({
      code: 'make_up_claimed',
      field: 'p_booking_id',
    });
    expect(await passes.countCredits(db, pass)).toBe(4);
  });

  test('a booking that was cancelled too late can be made up', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home, { makeUps: 1 });
    const session = await shop.makeSession(db);
    const { booking_id } = await passes.bookSession(db, home, session);
    await passes.stopCalendarBefore(db, session, '1 hour');
    await passes.cancelBooking(db, home.who, booking_id, false);
    expect(await claim(home.who, booking_id)).toMatchObject({ credits_left: 4, make_ups_left: 0 });
  });

  test('a pass gives as many make-ups as its terms allow', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home, { makeUps: 2 });
    const missed = [
      await makeEndedBooking(home, false),
      await makeEndedBooking(home, false),
      await makeEndedBooking(home, false),
    ];
    await claim(home.who, missed[0] ?? '');
    await claim(home.who, missed[1] ?? '');
    expect(await refusal(claim(home.who, missed[2] ?? ''))).toMatchObject({ code: 'make_ups_used_up' });
  });

  test('two parallel claims, with one make-up left, give one credit', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home, { makeUps: 1 });
    const missed = [await makeEndedBooking(home, false), await makeEndedBooking(home, false)];
    const { won, lost } = await atOnce(
      db,
      { table: 'passes', id: pass },
      missed.map((booking) => () => claim(home.who, booking)),
    );
    expect([won.length, lost]).toEqual([1, ['make_ups_used_up']]);
  });

  test.each([
    ['attended', true],
    ['not said yet', null],
  ])('a session that was %s cannot be made up', async (_, attended) => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home, { makeUps: 2 });
    expect(await refusal(claim(home.who, await makeEndedBooking(home, attended)))).toMatchObject({
      code: 'make_up_not_missed',
    });
  });

  test('a booking that was cancelled in time, or has not begun, cannot be made up', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home, { makeUps: 2 });
    const first = await passes.bookSession(db, home, await shop.makeSession(db));
    await passes.cancelBooking(db, home.who, first.booking_id);
    expect(await refusal(claim(home.who, first.booking_id))).toMatchObject({ code: 'make_up_not_missed' });
    const second = await passes.bookSession(db, home, await shop.makeSession(db));
    await db.sql`update public.bookings set attended = false where id = ${second.booking_id}`;
    expect(await refusal(claim(home.who, second.booking_id))).toMatchObject({ code: 'make_up_not_missed' });
  });

  test('a make-up is possible on the last day of the pass, but not after it', async () => {
    const home = await passes.makeHome(db);
    const session = await shop.makeSession(db);
    const [{ day }] = await db.sql<[{ day: string }]>`
      select session_date::text as day from public.sessions where id = ${session}`;
    await passes.makePass(db, home, { makeUps: 2, until: day });
    const { booking_id } = await passes.bookSession(db, home, session);
    await db.sql`update public.bookings set attended = false where id = ${booking_id}`;
    await stopCalendar(db, `${day}T23:59:59.999+08:00`);
    const undone = new Error('undo');
    await db
      .as(home.who, async (sql) => {
        await sql`select public.claim_make_up(${booking_id})`;
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    await passes.stopCalendarBefore(db, session, '-13 hours -30 minutes');
    expect(await refusal(claim(home.who, booking_id))).toMatchObject({ code: 'pass_expired' });
  });

  test('another family and a visitor cannot claim a make-up for a booking', async () => {
    const [home, other] = [await passes.makeHome(db), await passes.makeHome(db)];
    await passes.makePass(db, home, { makeUps: 2 });
    const missed = await makeEndedBooking(home, false);
    expect(await refusal(claim(other.who, missed))).toMatchObject({ code: 'booking_not_found' });
    expect(await sqlState(claim(visitor, missed))).toBe('42501');
    await expect(claim(admin, missed)).resolves.toMatchObject({ make_ups_left: 1 });
  });
});

describe('staff grant credits', () => {
  test('a grant needs a reason, and the audit log has who granted, but not the reason', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    expect(await grant(admin, pass, 2, 'Rained off')).toEqual({ pass_id: pass, credits_left: 6 });
    expect(await grant(admin, pass, -6, 'Moved to a sibling')).toMatchObject({ credits_left: 0 });
    expect(await refusal(grant(admin, pass, -1, 'Too much'))).toMatchObject({
      code: 'no_credit',
      field: 'p_delta',
    });
    const log = await db.sql`
      select user_id, after from public.audit_log
      where table_name = 'credit_ledger' and after ->> 'pass_id' = ${pass} order by id`;
    expect(log.map((row) => [row.user_id as string, (row.after as { delta: number }).delta])).toEqual([
      [admin.sub, 2],
      [admin.sub, -6],
    ]);
    expect(JSON.stringify(log)).not.toContain('Rained');
  });

  test.each([
    [0, 'why', 'p_delta'],
    [51, 'why', 'p_delta'],
    [-51, 'why', 'p_delta'],
    [null, 'why', 'p_delta'],
    [1, null, 'p_note'],
    [1, ' ', 'p_note'],
    [1, 'x'.repeat(301), 'p_note'],
    [1, 'a\nb', 'p_note'],
  ])('%s because %j is refused: %s', async (delta, note, field) => {
    const pass = await passes.makePass(db, await passes.makeHome(db));
    expect(await refusal(grant(admin, pass, delta, note))).toMatchObject({ code: 'invalid_input', field });
    expect(await passes.countCredits(db, pass)).toBe(4);
  });

  test('a pass that has ended gets no credits, but its credits can be taken', async () => {
    const home = await passes.makeHome(db);
    const [{ today }] = await db.sql<[{ today: string }]>`select private.calendar_today()::text as today`;
    const pass = await passes.makePass(db, home, { until: today });
    expect(await grant(admin, pass, 1, 'Rained off')).toMatchObject({ credits_left: 5 });
    await db.sql`update public.passes set valid_from = valid_from - 60, valid_until = valid_until - 1 where id = ${pass}`;
    expect(await refusal(grant(admin, pass, 1, 'Rained off'))).toMatchObject({
      code: 'pass_expired',
      field: 'p_pass_id',
    });
    expect(await passes.countCredits(db, pass)).toBe(5);
    expect(await grant(admin, pass, -5, 'Given as balance')).toMatchObject({ credits_left: 0 });
  });

  test('only admins can grant, and only for a pass that exists', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
    for (const who of [home.who, coach]) {
      expect(await refusal(grant(who, pass, 1, 'please'))).toMatchObject({
        code: 'not_allowed',
        status: 403,
      });
    }
    expect(await sqlState(grant(visitor, pass, 1, 'please'))).toBe('42501');
    expect(await refusal(grant(admin, randomUUID(), 1, 'why'))).toMatchObject({ code: 'pass_not_found' });
  });
});
