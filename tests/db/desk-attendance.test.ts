import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { RosterEntry } from '../../supabase/functions/_shared/contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as d from '../support/sql-details.ts';
import * as p from '../support/sql-passes.ts';
import * as roster from '../support/sql-roster.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

const TODAY = '2026-11-18';
let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = d.signedIn(await x.makeUser(db, 'admin@example.test', ['admin']));
  coach = d.signedIn(await x.makeUser(db, 'coach@example.test', ['coach']));
});
beforeEach(() => x.stopCalendar(db, `${TODAY}T20:00:00+08:00`));
afterEach(() => p.runCalendar(db));
afterAll(() => db.drop());

const withMarks = (who: Caller, call: string, marks: unknown) =>
  db.as(who, async (sql) => {
    const [row] = await sql.unsafe(`select public.${call} as answer`, [JSON.stringify(marks)]);
    return row?.answer as { changed: number };
  });
const take = (who: Caller, session: string, marks: unknown) =>
  withMarks(who, `take_attendance('${session}', $1::text::jsonb)`, marks);
const takeCamp = (who: Caller, camp: string, day: string, marks: unknown) =>
  withMarks(who, `take_camp_attendance('${camp}', '${day}', $1::text::jsonb)`, marks);

/** A session of a day, led by the coach, with so many children booked. */
async function classOn(day: string, children = 2) {
  const session = await shop.makeSession(db, { capacity: 10, date: day });
  await roster.leads(db, coach.sub, session);
  const homes = [];
  for (let n = 0; n < children; n++) {
    const home = await p.makeHome(db);
    const [row] = await db.sql<[{ id: string }]>`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${home.childId}, ${home.familyId} from public.sessions where id = ${session}
      returning id`;
    homes.push({ ...home, bookingId: row.id });
  }
  return { session, homes, ids: homes.map(({ bookingId }) => bookingId) };
}
const marksOf = async (session: string) =>
  (await db.sql`select attended from public.bookings where session_id = ${session} order by created_at`).map(
    (row) => row.attended as boolean | null,
  );

async function campToday(start = TODAY) {
  const camp = await camps.makeCamp(db, {
    start,
    base: ['orchard-central', 'east-coast', 'bishan'][made++ % 3] ?? '',
  });
  await roster.leads(db, coach.sub, camp);
  const home = await p.makeHome(db);
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (${camp}, ${home.childId}, ${home.familyId}, 'listed') returning id`;
  return { camp, home, id: row.id };
}
let made = 0;

describe('the roll of a class', () => {
  test('is taken by a coach today, again, and taken back', async () => {
    const { session, ids } = await classOn(TODAY);
    const [a, b] = ids;
    expect(
      await take(coach, session, [
        { booking_id: a, attended: true },
        { booking_id: b, attended: false },
      ]),
    ).toEqual({ changed: 2 });
    expect(await marksOf(session)).toEqual([true, false]);
    expect(await take(coach, session, [{ booking_id: a, attended: true }])).toEqual({ changed: 0 });
    expect(await take(admin, session, [{ booking_id: b, attended: null }])).toEqual({ changed: 1 });
    expect(await marksOf(session)).toEqual([true, null]);
    const log = await db.sql`
      select user_id from public.audit_log where table_name = 'bookings' and row_key = ${b ?? ''} order by id`;
    expect(log.map(({ user_id }) => user_id as string)).toEqual([coach.sub, admin.sub]);
  });

  test("another day's only by an admin", async () => {
    for (const day of ['2026-11-17', '2026-11-19']) {
      const { session, ids } = await classOn(day, 1);
      const marks = [{ booking_id: ids[0], attended: true }];
      expect(await x.refusal(take(coach, session, marks))).toMatchObject({ code: 'not_allowed' });
      expect(await take(admin, session, marks)).toEqual({ changed: 1 });
    }
  });

  test('midnight in Singapore ends a coach’s day', async () => {
    const { session, ids } = await classOn(TODAY, 1);
    const marks = [{ booking_id: ids[0], attended: true }];
    await x.stopCalendar(db, '2026-11-18T23:59:59.999+08:00');
    await expect(take(coach, session, marks)).resolves.toEqual({ changed: 1 });
    await x.stopCalendar(db, '2026-11-19T00:00:00+08:00');
    expect(await x.refusal(take(coach, session, marks))).toMatchObject({ code: 'not_allowed' });
  });

  test('all marks or none; bookings of other sessions and cancelled ones are none', async () => {
    const [one, two] = [await classOn(TODAY), await classOn(TODAY)];
    await db.sql`update public.bookings set status = 'cancelled' where id = ${one.ids[1] ?? ''}`;
    for (const stranger of [two.ids[0], one.ids[1], randomUUID()]) {
      const marks = [
        { booking_id: one.ids[0], attended: true },
        { booking_id: stranger, attended: true },
      ];
      expect(await x.refusal(take(coach, one.session, marks))).toMatchObject({
        code: 'booking_not_found',
        field: 'p_marks[1].booking_id',
      });
    }
    expect((await marksOf(one.session))[0]).toBe(null);
  });

  test.each<[unknown, string]>([
    [null, 'p_marks'],
    [[], 'p_marks'],
    [{}, 'p_marks'],
    [[1], 'p_marks[0].booking_id'],
    [[{ attended: true }], 'p_marks[0].booking_id'],
    [[{ booking_id: 'x', attended: true }], 'p_marks[0].booking_id'],
    [[{ booking_id: randomUUID() }], 'p_marks[0].attended'],
    [[{ booking_id: randomUUID(), attended: 'yes' }], 'p_marks[0].attended'],
    [
      Array(2).fill({ booking_id: '11111111-1111-4111-8111-111111111111', attended: true }),
      'p_marks[0].booking_id',
    ],
  ])('%j is refused: %s', async (marks, field) => {
    const { session } = await classOn(TODAY, 1);
    expect(await x.refusal(take(coach, session, marks))).toMatchObject({ code: 'invalid_input', field });
  });

  test('not by parents, not of nothing', async () => {
    const { session, homes, ids } = await classOn(TODAY, 1);
    const marks = [{ booking_id: ids[0], attended: true }];
    expect(await x.refusal(take(homes[0]?.who ?? x.visitor, session, marks))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await x.sqlState(take(x.visitor, session, marks))).toBe('42501');
    expect(await x.refusal(take(coach, randomUUID(), marks))).toMatchObject({ code: 'session_not_found' });
  });
});

describe('the roll of a camp', () => {
  test('is taken for each day', async () => {
    const { camp, id, home } = await campToday('2026-11-17');
    expect(await takeCamp(coach, camp, TODAY, [{ enrollment_id: id, attended: true }])).toEqual({
      changed: 1,
    });
    expect(await takeCamp(coach, camp, TODAY, [{ enrollment_id: id, attended: true }])).toEqual({
      changed: 0,
    });
    expect(await takeCamp(admin, camp, '2026-11-17', [{ enrollment_id: id, attended: false }])).toEqual({
      changed: 1,
    });
    const seen = await db.as(
      home.who,
      (sql) => sql`select day::text, attended from public.camp_attendance order by 1`,
    );
    expect([...seen]).toEqual([
      { day: '2026-11-17', attended: false },
      { day: TODAY, attended: true },
    ]);
    expect(await takeCamp(coach, camp, TODAY, [{ enrollment_id: id, attended: null }])).toEqual({
      changed: 1,
    });
  });

  test('within the camp, by coaches today only, of those enrolled', async () => {
    const { camp, id, home } = await campToday('2026-11-17');
    const marks = [{ enrollment_id: id, attended: true }];
    expect(await x.refusal(takeCamp(admin, camp, '2026-11-16', marks))).toMatchObject({ field: 'p_day' });
    expect(await x.refusal(takeCamp(admin, camp, '2026-11-20', marks))).toMatchObject({ field: 'p_day' });
    expect(await x.refusal(takeCamp(coach, camp, '2026-11-17', marks))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await x.refusal(takeCamp(home.who, camp, TODAY, marks))).toMatchObject({ code: 'not_allowed' });
    expect(await x.refusal(takeCamp(coach, randomUUID(), TODAY, marks))).toMatchObject({
      code: 'camp_not_found',
    });
    await db.sql`update public.camp_enrollments set status = 'cancelled' where id = ${id}`;
    expect(await x.refusal(takeCamp(coach, camp, TODAY, marks))).toMatchObject({
      code: 'booking_not_found',
      field: 'p_marks[0].enrollment_id',
    });
  });
});

describe('the roster', () => {
  test('shows camps beside classes, with that day’s marks, and logs the children', async () => {
    const { session, ids } = await classOn(TODAY, 1);
    const { camp, id, home } = await campToday('2026-11-16');
    await takeCamp(coach, camp, TODAY, [{ enrollment_id: id, attended: true }]);
    const logged = await x.countRows(db, 'access_log');
    const seen = v.parse(v.array(RosterEntry), await x.rpc(db, coach, 'get_todays_roster'));
    const children = seen.flatMap((entry) => entry.children);
    expect(await x.countRows(db, 'access_log')).toBe(logged + children.length);
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
    const other = v.parse(
      v.array(RosterEntry),
      await x.rpc(db, admin, 'get_roster', { p_date: '2026-11-17' }),
    );
    expect(other.find((entry) => entry.camp_id === camp)?.children[0]?.attended).toBe(null);
  });

  test('of a camp that is called off names nobody', async () => {
    const { camp } = await campToday(TODAY);
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${camp}`;
    const seen = await x.rpc<RosterEntry[]>(db, coach, 'get_todays_roster');
    expect(seen.find((entry) => entry.camp_id === camp)).toMatchObject({
      status: 'cancelled',
      children: [],
    });
  });
});

describe('levels', () => {
  const set = (who: Caller, child: string, level: number | null, note: string | null = null) =>
    x.rpc(db, who, 'set_child_level', { p_child_id: child, p_level: level, p_note: note });

  test('are set by a coach of today’s class or camp, and the family reads the word', async () => {
    const { homes } = await classOn(TODAY, 1);
    const child = homes[0]?.childId ?? '';
    expect(await set(coach, child, 3, 'Dropped in!')).toEqual({
      child_id: child,
      current_level: 3,
      level_before: 1,
    });
    expect(await set(coach, child, 3)).toMatchObject({ level_before: 3 });
    const rows = await db.as(
      homes[0]?.who ?? x.visitor,
      (sql) => sql`select level_before, level, note, changed_by from public.level_changes`,
    );
    expect([...rows]).toEqual([{ level_before: 1, level: 3, note: 'Dropped in!', changed_by: coach.sub }]);
    const [log] = await db.sql`
      select user_id, after from public.audit_log where table_name = 'children' and row_key = ${child}`;
    expect(log).toEqual({ user_id: coach.sub, after: { current_level: 3 } });
    const { home } = await campToday(TODAY);
    expect(await set(coach, home.childId, 2)).toMatchObject({ current_level: 2 });
  });

  test('of a child that is not there today only by an admin', async () => {
    const home = await p.makeHome(db);
    expect(await x.refusal(set(coach, home.childId, 2))).toMatchObject({ code: 'child_not_found' });
    expect(await x.refusal(set(coach, randomUUID(), 2))).toMatchObject({ code: 'child_not_found' });
    expect(await x.refusal(set(admin, randomUUID(), 2))).toMatchObject({ code: 'child_not_found' });
    expect(await set(admin, home.childId, 8)).toMatchObject({ current_level: 8 });
    expect(await x.refusal(set(home.who, home.childId, 2))).toMatchObject({ code: 'not_allowed' });
    expect(await x.sqlState(set(x.visitor, home.childId, 2))).toBe('42501');
  });

  test.each([
    [0, null, 'p_level'],
    [9, null, 'p_level'],
    [null, null, 'p_level'],
    [2, 'x'.repeat(501), 'p_note'],
  ])('%s with %s is refused', async (level, note, field) => {
    const home = await p.makeHome(db);
    expect(await x.refusal(set(admin, home.childId, level, note))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
