import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { RosterEntry } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as roster from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, sqlState, stopCalendar, visitor } from '#support/sql.ts';

const TODAY = '2026-11-18';
let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
});
beforeEach(() => stopCalendar(db, `${TODAY}T20:00:00+08:00`));
afterEach(() => passes.runCalendar(db));
afterAll(() => db.drop());

/** Makes a session on this day that the coach leads, with this number of children booked. */
async function classOn(day: string, children = 2) {
  const session = await shop.makeSession(db, { capacity: 10, date: day });
  await roster.assignAsCoach(db, coach.sub, session);
  const homes = [];
  for (let n = 0; n < children; n++) {
    const home = await passes.makeHome(db);
    const [row] = await db.sql<[{ id: string }]>`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${home.childId}, ${home.familyId} from public.sessions where id = ${session}
      returning id`;
    homes.push({ ...home, bookingId: row.id });
  }
  return { session, homes, ids: homes.map(({ bookingId }) => bookingId) };
}
const readMarks = async (session: string) =>
  (await db.sql`select attended from public.bookings where session_id = ${session} order by created_at`).map(
    (row) => row.attended as boolean | null,
  );

async function campToday(start = TODAY) {
  const camp = await camps.makeCamp(db, {
    start,
    base: ['orchard-central', 'east-coast', 'bishan'][made++ % 3] ?? '',
  });
  await roster.assignAsCoach(db, coach.sub, camp);
  const home = await passes.makeHome(db);
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (${camp}, ${home.childId}, ${home.familyId}, 'listed') returning id`;
  return { camp, home, id: row.id };
}
let made = 0;

describe('the attendance of a class', () => {
  test('a coach takes it on the day, and can undo it', async () => {
    const { session, ids } = await classOn(TODAY);
    const [a = '', b = ''] = ids;
    await roster.markEntries(db, coach, [a], 'in');
    const [undoes] = await roster.markEntries(db, coach, [b], 'absent');
    expect(await readMarks(session)).toEqual([true, false]);
    await roster.markEntries(db, admin, [b], 'undo', { undoes });
    expect(await readMarks(session)).toEqual([true, null]);
    const log = await db.sql`
      select user_id from public.audit_log where table_name = 'bookings' and row_key = ${b} order by id`;
    expect(log.map(({ user_id }) => user_id as string)).toEqual([coach.sub, admin.sub]);
  });

  test('only an admin takes it for another day', async () => {
    for (const day of ['2026-11-17', '2026-11-19']) {
      const { session, ids } = await classOn(day, 1);
      expect(await refusal(roster.markEntries(db, coach, ids, 'in'))).toMatchObject({ code: 'not_allowed' });
      await roster.markEntries(db, admin, ids, 'in');
      expect(await readMarks(session)).toEqual([true]);
    }
  });

  test('a mark for a booking of another session is refused', async () => {
    const [one, two] = [await classOn(TODAY, 1), await classOn(TODAY, 1)];
    await expect(roster.markEntries(db, coach, [...one.ids, ...two.ids], 'in')).rejects.toThrow(
      'booking_not_found',
    );
    expect([...(await readMarks(one.session)), ...(await readMarks(two.session))]).toEqual([true, null]);
  });
});

describe('the attendance of a camp', () => {
  test('a coach takes it for each day of the camp', async () => {
    const { id, home } = await campToday('2026-11-17');
    const [undoes] = await roster.markEntries(db, coach, [id], 'in');
    await roster.markEntries(db, admin, [id], 'absent', { day: '2026-11-17' });
    const readAttendance = async () => [
      ...(await db.as(
        home.who,
        (sql) => sql`select day::text, attended from public.camp_attendance order by 1`,
      )),
    ];
    expect(await readAttendance()).toEqual([
      { day: '2026-11-17', attended: false },
      { day: TODAY, attended: true },
    ]);
    await roster.markEntries(db, coach, [id], 'undo', { undoes });
    expect(await readAttendance()).toEqual([{ day: '2026-11-17', attended: false }]);
  });

  test('marks are only for days of the camp and enrolled children, and coaches can make them only today', async () => {
    const { id, home } = await campToday('2026-11-17');
    const take = (who: Caller, day = TODAY) => roster.markEntries(db, who, [id], 'in', { day });
    for (const day of ['2026-11-16', '2026-11-20'])
      expect(await refusal(take(admin, day))).toMatchObject({ code: 'place_not_found' });
    expect(await refusal(take(coach, '2026-11-17'))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(take(home.who))).toMatchObject({ code: 'not_allowed' });
    await db.sql`update public.camp_enrollments set status = 'cancelled' where id = ${id}`;
    await expect(take(coach)).rejects.toThrow('booking_not_found');
  });
});

describe('the roster of a day', () => {
  test('the roster shows camps beside classes, with the marks of that day, and logs the children', async () => {
    const { session, ids } = await classOn(TODAY, 1);
    const { camp, id, home } = await campToday('2026-11-16');
    await roster.markEntries(db, coach, [id], 'in');
    const logged = await countRows(db, 'access_log');
    const seen = v.parse(v.array(RosterEntry), await rpc(db, coach, 'get_todays_roster'));
    const children = seen.flatMap((entry) => entry.children);
    expect(await countRows(db, 'access_log')).toBe(logged + children.length);
    expect(seen.find((entry) => entry.session_id === session)).toMatchObject({
      kind: 'session',
      children: [{ booking_id: ids[0], enrollment_id: null, attended: null }],
    });
    expect(seen.find((entry) => entry.camp_id === camp)).toMatchObject({
      kind: 'camp',
      session_id: null,
      location: expect.any(String) as string,
      children: [{ booking_id: null, enrollment_id: id, child_id: home.childId, attended: true }],
    });
    const other = v.parse(v.array(RosterEntry), await rpc(db, admin, 'get_roster', { p_date: '2026-11-17' }));
    expect(other.find((entry) => entry.camp_id === camp)?.children[0]?.attended).toBe(null);
  });

  test('the roster of a camp that we cancelled names no child', async () => {
    const { camp } = await campToday(TODAY);
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
    const seen = await rpc<RosterEntry[]>(db, coach, 'get_todays_roster');
    expect(seen.find((entry) => entry.camp_id === camp)).toMatchObject({
      status: 'cancelled',
      children: [],
    });
  });
});

describe('setting a child’s level', () => {
  const set = (who: Caller, child: string, level: number | null, note: string | null = null) =>
    rpc(db, who, 'set_child_level', { p_child_id: child, p_level: level, p_note: note });

  test('a coach of today’s class or camp sets it, and the family can read the note', async () => {
    const { homes } = await classOn(TODAY, 1);
    const child = homes[0]?.childId ?? '';
    expect(await set(coach, child, 3, 'Dropped in!')).toEqual({
      child_id: child,
      current_level: 3,
      level_before: 1,
    });
    expect(await set(coach, child, 3)).toMatchObject({ level_before: 3 });
    const rows = await db.as(
      homes[0]?.who ?? visitor,
      (sql) => sql`select level_before, level, note, changed_by from public.level_changes`,
    );
    expect([...rows]).toEqual([{ level_before: 1, level: 3, note: 'Dropped in!', changed_by: coach.sub }]);
    const [log] = await db.sql`
      select user_id, after from public.audit_log where table_name = 'children' and row_key = ${child}`;
    expect(log).toEqual({ user_id: coach.sub, after: { current_level: 3 } });
    const { home } = await campToday(TODAY);
    expect(await set(coach, home.childId, 2)).toMatchObject({ current_level: 2 });
  });

  test('only an admin sets the level of a child who does not come today', async () => {
    const home = await passes.makeHome(db);
    expect(await refusal(set(coach, home.childId, 2))).toMatchObject({ code: 'child_not_found' });
    expect(await refusal(set(coach, randomUUID(), 2))).toMatchObject({ code: 'child_not_found' });
    expect(await refusal(set(admin, randomUUID(), 2))).toMatchObject({ code: 'child_not_found' });
    expect(await set(admin, home.childId, 8)).toMatchObject({ current_level: 8 });
    expect(await refusal(set(home.who, home.childId, 2))).toMatchObject({ code: 'not_allowed' });
    expect(await sqlState(set(visitor, home.childId, 2))).toBe('42501');
  });

  test.each([
    [0, null, 'p_level'],
    [9, null, 'p_level'],
    [null, null, 'p_level'],
    [2, 'x'.repeat(501), 'p_note'],
  ])('%s with %s is refused', async (level, note, field) => {
    const home = await passes.makeHome(db);
    expect(await refusal(set(admin, home.childId, level, note))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
