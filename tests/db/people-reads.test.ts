import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyDashboard } from '#contract/family.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { saveProfile } from '#support/sql-details.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

interface Dashboard {
  family: Record<string, unknown>;
  children: Record<string, unknown>[];
  totalCredits: number;
  upcomingBookings: Record<string, unknown>[];
  recentActivity: Record<string, unknown>[];
  notifications: { kind: string; child_id?: string; purpose?: string }[];
}
const dashboard = (role: keyof People['callers']) =>
  rpc<Dashboard>(db, people.callers[role], 'get_family_dashboard');
const summaries = (role: keyof People['callers'], family: string) =>
  db.as(people.callers[role], async (sql) => [
    ...(await sql`select * from public.get_family_children_with_credits(${family})`),
  ]);

async function bookOn(
  date: string,
  status = 'booked',
  childId = people.childId,
  familyId = people.familyId,
): Promise<string> {
  const session = await shop.makeSession(db, { date });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
    select id, session_date, session_time, ${childId}, ${familyId}, ${status}
    from public.sessions where id = ${session} returning id`;
  return row.id;
}

test('a child’s summary has the fields of the specification, with values from the calendar and the ledger', async () => {
  await bookOn('2026-11-17');
  await bookOn('2026-10-19');
  await bookOn('2026-10-18');
  await bookOn('2026-11-16', 'cancelled');
  // The test data have one session far ahead with the pass, and one today.
  const [summary] = await summaries('parent', people.familyId);
  expect(summary).toEqual({
    id: people.childId,
    name: 'kept child',
    dob: '2018-05-01',
    current_level: 1,
    gender: 'kept gender',
    credits_remaining: 17,
    active_passes: 1,
    upcoming_bookings: 2,
    recent_bookings_count: 2,
    quiz_completed: true,
    has_upcoming_bookings: true,
    age: 8,
  });
});

test.each([
  ['parent', 1],
  ['second parent', 1],
  // Staff read a child only by the functions that log it.
  ['admin', 0],
  ['business admin', 0],
  ['other parent', 0],
  ['coach', 0],
] as const)('%s sees %d children of the family with credits', async (role, count) => {
  expect(await summaries(role, people.familyId)).toHaveLength(count);
});

test('credits of an ended pass are shown on no screen', async () => {
  const passes = db.sql`select id, valid_until from public.passes where family_id = ${people.familyId}`;
  const [pass] = await passes;
  const readCredits = () =>
    db.as(people.callers.parent, async (sql) => {
      const [row] =
        await sql`select p.credits_remaining from public.profiles p where id = ${people.parentId}`;
      const [child] = await sql<{ credits_remaining: number }[]>`
        select * from public.get_family_children_with_credits(${people.familyId})`;
      const [board] = await sql<{ b: Dashboard }[]>`select public.get_family_dashboard() as b`;
      return [row?.credits_remaining as number, child?.credits_remaining, board?.b.totalCredits];
    });
  expect(await readCredits()).toEqual([17, 17, 17]);
  await db.sql`update public.passes set valid_from = '2026-01-01', valid_until = ${people.today} where id = ${pass?.id as string}`;
  expect(await readCredits()).toEqual([17, 17, 17]);
  await db.sql`update public.passes set valid_until = '2026-11-17' where id = ${pass?.id as string}`;
  expect(await readCredits()).toEqual([0, 0, 0]);
  await db.sql`update public.passes set valid_until = ${pass?.valid_until as string} where id = ${pass?.id as string}`;
});

describe('the dashboard', () => {
  test('the dashboard is the same for both parents, and has the fields of the specification', async () => {
    const board = v.parse(v.strictObject(FamilyDashboard.entries), await dashboard('parent'));
    const still = (answer: object) => ({ ...answer, me: null, waiting: null });
    const second = v.parse(FamilyDashboard, await dashboard('second parent'));
    expect(still(second)).toEqual(still(board));
    expect([board.me, second.me].map(({ is_primary, is_secondary }) => [is_primary, is_secondary])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(board.family).toMatchObject({
      id: people.familyId,
      primary_parent: { id: people.parentId, name: 'kept name' },
      secondary_parent: { id: people.secondParentId },
    });
    expect(board.children).toMatchObject(await summaries('parent', people.familyId));
  });

  test('the dashboard lists bookings from today on, soonest first, with the session', async () => {
    const board = await dashboard('parent');
    const dates = board.upcomingBookings.map(({ session_date }) => session_date as string);
    expect(dates[0]).toBe(people.today);
    expect(dates).toEqual([...dates].sort());
    expect(dates).toHaveLength(2);
    expect(board.upcomingBookings[0]).toMatchObject({
      status: 'booked',
      attended: null,
      child_id: people.childId,
      family_id: people.familyId,
      child: { name: 'kept child' },
      session: {
        max_capacity: 4,
        location: { name: 'Somerset', address: expect.stringContaining('Somerset') as string },
        coach: { name: 'coach@example.test' },
        class_type: { name: expect.stringContaining('Otter') as string, level: expect.any(String) as string },
      },
    });
  });

  test('the dashboard shows at most ten bookings of the last 30 days, newest first, including cancelled ones', async () => {
    for (let day = 1; day <= 12; day++) await bookOn(`2026-11-${String(day).padStart(2, '0')}`);
    const dates = (await dashboard('parent')).recentActivity.map(
      ({ session_date }) => session_date as string,
    );
    expect(dates).toHaveLength(10);
    expect(dates.slice(0, 4)).toEqual([people.today, '2026-11-17', '2026-11-16', '2026-11-12']);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('the dashboard names what is missing or ends soon, until that is resolved', async () => {
    const kinds = async () => (await dashboard('other parent')).notifications;
    const before = await kinds();
    expect(
      before
        .filter(({ kind }) => kind === 'consent_missing')
        .map(({ purpose }) => purpose)
        .sort(),
    ).toEqual(['liability', 'medical']);
    expect(before.map(({ kind }) => kind)).not.toContain('emergency_contact_missing');
    for (const p_purpose of ['liability', 'medical']) {
      const consent = { p_purpose, p_given: true, p_version: 1, p_child_id: people.otherChildId };
      await rpc(db, people.callers['other parent'], 'record_consent', consent);
    }
    expect(await kinds()).toEqual([{ kind: 'proposals_waiting', proposals: 1, taken_over: false }]);
    await db.sql`delete from public.family_proposals`;
    expect(await kinds()).toEqual([]);
    await db.sql`update public.passes set valid_from = '2026-01-01', valid_until = '2026-12-02' where family_id = ${people.otherFamilyId}`;
    expect(await kinds()).toMatchObject([
      { kind: 'pass_expiring', child_id: people.otherChildId, credits: 17 },
    ]);
    await db.sql`update public.passes set valid_until = '2026-12-03' where family_id = ${people.otherFamilyId}`;
    expect(await kinds()).toEqual([]);
  });

  test('the dashboard is empty without a family', async () => {
    expect(v.parse(FamilyDashboard, await dashboard('coach'))).toEqual({
      family: null,
      me: { id: people.coachId, name: 'coach@example.test', is_primary: false, is_secondary: false },
      now: '2026-11-18T04:00:00.000Z',
      today: people.today,
      children: [],
      totalCredits: 0,
      upcomingBookings: [],
      recentActivity: [],
      notifications: [],
      passes: [],
      upcomingCamps: [],
      pastCamps: [],
      cancelledByUs: [],
      parties: [],
      waiting: [],
      invitation: null,
      proposals: 0,
      sessionsProgress: null,
    });
  });

  test('the dashboard has nothing of another family', async () => {
    const text = JSON.stringify(await dashboard('other parent'));
    for (const id of [people.familyId, people.childId, people.parentId]) expect.soft(text).not.toContain(id);
  });

  test('the dashboard reads the family’s bookings by an index, however many others there are', async () => {
    await db.sql`
      insert into public.children (id, family_id, name, dob)
      select gen_random_uuid(), ${people.otherFamilyId}, 'Many', '2018-05-01' from generate_series(1, 2000)`;
    await db.sql`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select s.id, s.session_date, s.session_time, c.id, c.family_id
      from public.children c, (select * from public.sessions order by id limit 8) s
      where c.name = 'Many'`;
    await db.sql`analyze public.bookings`;
    const [plan] = await db.sql.begin(async (sql) => {
      await sql`set local enable_hashjoin = on`;
      return sql<{ 'QUERY PLAN': unknown }[]>`
        explain (format json) select * from public.bookings b
        where b.family_id = ${people.familyId} and b.session_date between '2026-11-18' and 'infinity' and b.status = 'booked'`;
    });
    const text = JSON.stringify(plan);
    expect(text).toContain('bookings_family_id');
    expect(text).not.toContain('Seq Scan');
    await db.sql`delete from public.bookings where child_id in (select id from public.children where name = 'Many')`;
    await db.sql`delete from public.children where name = 'Many'`;
  });
});

test('a parent can read the other parent’s profile, and nobody else’s', async () => {
  const seen = await db.as(people.callers['second parent'], async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from public.profiles order by id`;
    return rows.map(({ id }) => id);
  });
  expect(seen).toEqual([people.parentId, people.secondParentId].sort());
  // A parent's own health stays private, even from the other parent.
  const health = await db.as(
    people.callers['second parent'],
    (sql) => sql`select from public.profile_health`,
  );
  expect(health).toHaveLength(0);
  expect(await saveProfile(db, people.callers['second parent'], {})).toMatchObject({ health: null });
});
