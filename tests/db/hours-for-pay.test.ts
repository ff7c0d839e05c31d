/**
 * Tests the hours for pay. The test computes them itself from the plain rows, and tries to read
 * them as every role that must not read them.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HoursReport } from '#contract/management-reports.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let otherCoach: Caller;
let idOf: (name: string) => string;
const from = '2026-09-01';
const until = '2026-11-30';

const signedInAs = (sub: string): Caller => ({ role: 'authenticated', sub });
const mine = (who: Caller, p_from = from, p_until = until) =>
  rpc(db, who, 'get_my_hours', { p_from, p_until });
const everyone = async (p_from = from, p_until = until) => {
  await db.sql`delete from public.rate_limits`;
  return v.parse(
    HoursReport,
    await rpc(db, people.callers.admin, 'get_report', { p_report: 'hours', p_from, p_until }),
  ).months;
};

async function makeTestSession(
  coach: string | null,
  date: string,
  time: string,
  minutes = 60,
): Promise<string> {
  const id = await shop.makeSession(db, { date });
  await db.sql`
    update public.sessions set coach_id = ${coach && idOf(coach)}, session_time = ${time}, duration_minutes = ${minutes}
    where id = ${id}`;
  return id;
}
async function makeTestCamp(start: string, days: number, ...coaches: string[]): Promise<string> {
  const id = await camps.makeCamp(db, { start, days, coach: false });
  for (const coach of coaches)
    await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${idOf(coach)})`;
  return id;
}

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark', { extended_day: null }), camps.tierOffer('ignite'));
  // Everything else is cancelled, so that only this test's plan counts. Nothing is cancelled while a child is there.
  await db.sql`delete from public.camp_attendance`;
  await db.sql`delete from public.camp_coaches`;
  await db.sql`update public.sessions set status = 'cancelled'`;
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now()`;
  const otherId = await makeUser(db, 'other-coach@example.test', ['coach']);
  otherCoach = signedInAs(otherId);
  await db.sql`update public.coaches set user_id = null`;
  const made = await db.sql<{ id: string; name: string }[]>`
    insert into public.coaches (name, user_id) values ('Ana', ${people.coachId}), ('Ben', ${otherId}), ('Cy', null)
    returning id, name`;
  idOf = (name) => made.find((coach) => coach.name === name)?.id ?? '';
  // The clock of the test shows noon of 18 November in Singapore.
  await makeTestSession('Ana', '2026-10-31', '23:30', 60);
  await makeTestSession('Ana', '2026-11-01', '00:15', 45);
  await makeTestSession('Ana', '2026-11-18', '10:30', 90);
  await makeTestSession('Ana', '2026-11-18', '11:30', 60);
  await makeTestSession('Ben', '2026-11-07', '09:00');
  await makeTestSession(null, '2026-11-08', '09:00', 75);
  const off = await makeTestSession('Ana', '2026-11-14', '09:00', 480);
  await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
  await makeTestCamp('2026-10-30', 4, 'Ana', 'Ben');
  await makeTestCamp('2026-11-17', 3, 'Cy');
  const called = await makeTestCamp('2026-11-09', 3, 'Ben');
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${called}`;
});
afterAll(() => db.drop());

/** Computes the same numbers from the plain rows, without the SQL of the report. */
async function countHours(coach: string | null) {
  const now = Date.parse('2026-11-18T12:00:00+08:00');
  const hasEnded = (day: string, time: string, minutes: number) =>
    Date.parse(`${day}T${time}+08:00`) + minutes * 60_000 <= now;
  const id = coach && idOf(coach);
  const sessions = await db.sql<{ day: string; time: string; minutes: number }[]>`
    select session_date::text as day, session_time::text as time, duration_minutes as minutes from public.sessions
    where status = 'scheduled' and coach_id is not distinct from ${id}`;
  const campsOf = await db.sql<{ first: string; last: string }[]>`
    select w.start_date::text as first, w.end_date::text as last from public.camp_weeks w
    where w.cancelled_at is null and (
      w.id in (select camp_id from public.camp_coaches where coach_id = ${id})
      or ${id}::uuid is null and not exists (select from public.camp_coaches where camp_id = w.id))`;
  const months = new Map<string, number[]>();
  const add = (day: string, at: number, minutes: number) => {
    const sums = months.get(day.slice(0, 7)) ?? [0, 0, 0, 0];
    sums[at] = (sums[at] ?? 0) + 1;
    sums[at + 1] = (sums[at + 1] ?? 0) + minutes;
    months.set(day.slice(0, 7), sums);
  };
  for (const { day, time, minutes } of sessions)
    if (day >= from && day <= until && hasEnded(day, time, minutes)) add(day, 0, minutes);
  for (const { first, last } of campsOf)
    for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (day >= from && day <= until && hasEnded(day, '09:00:00', 360)) add(day, 2, 360);
    }
  return [...months]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, [sessions, session_minutes, camp_days, camp_minutes]]) => ({
      month,
      coach,
      sessions,
      session_minutes,
      camp_days,
      camp_minutes,
    }));
}

test('the report counts the sessions that were held, by coach and month, as the plain rows do', async () => {
  const months = await everyone();
  for (const coach of ['Ana', 'Ben', 'Cy', null])
    expect(months.filter((row) => row.coach === coach)).toEqual(await countHours(coach));
  // Ana has a session at night in October, and in November two sessions that ended and one that has not. She has two
  // days of camp in each month.
  expect(months.filter(({ coach }) => coach === 'Ana')).toEqual([
    {
      month: '2026-10',
      coach: 'Ana',
      sessions: 1,
      session_minutes: 60,
      camp_days: 2,
      camp_minutes: 720,
    },
    {
      month: '2026-11',
      coach: 'Ana',
      sessions: 2,
      session_minutes: 135,
      camp_days: 2,
      camp_minutes: 720,
    },
  ]);
  // Today's camp day has not ended, and a cancelled camp does not count.
  expect(months.filter(({ coach }) => coach === 'Cy')).toEqual([
    { month: '2026-11', coach: 'Cy', sessions: 0, session_minutes: 0, camp_days: 1, camp_minutes: 360 },
  ]);
  expect(months.filter(({ coach }) => coach === null)).toMatchObject([{ sessions: 1, session_minutes: 75 }]);
});

test('the first and the last day are included, and a camp that crosses them counts in part', async () => {
  expect(await everyone('2026-10-31', '2026-11-01')).toMatchObject([
    { month: '2026-10', coach: 'Ana', sessions: 1, camp_days: 1 },
    { month: '2026-10', coach: 'Ben', sessions: 0, camp_days: 1 },
    { month: '2026-11', coach: 'Ana', sessions: 1, camp_days: 1 },
    { month: '2026-11', coach: 'Ben', sessions: 0, camp_days: 1 },
  ]);
});

test('a camp day has the hours of the roster, with the extended day of its tier', async () => {
  const id = await camps.makeCamp(db, { start: '2026-09-07', days: 1, tier: 'ignite', coach: false });
  await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${idOf('Cy')})`;
  expect(await everyone('2026-09-07', '2026-09-07')).toMatchObject([
    { coach: 'Cy', camp_days: 1, camp_minutes: 510 },
  ]);
  await db.sql`delete from public.camp_weeks where id = ${id}`;
});

describe('a coach’s own hours', () => {
  test('a coach reads their own hours, which are the same as in the report', async () => {
    const months = await everyone();
    for (const [who, name] of [
      [people.callers.coach, 'Ana'],
      [otherCoach, 'Ben'],
    ] as const)
      expect(v.parse(HoursReport, await mine(who)).months).toEqual(
        months.filter(({ coach }) => coach === name),
      );
  });
  test('a coach cannot read the hours of others, because the call takes no id and the report is refused', async () => {
    await expect(
      rpc(db, otherCoach, 'get_my_hours', { p_from: from, p_until: until, p_coach_id: idOf('Ana') }),
    ).rejects.toThrow(/does not exist/);
    expect(
      await refusal(rpc(db, otherCoach, 'get_report', { p_report: 'hours', p_from: from, p_until: until })),
    ).toMatchObject({ code: 'not_allowed' });
    for (const [name, args] of [
      ['report_hours', `'${from}', '${until}'`],
      ['hours_view', `'${from}', '${until}', null, true`],
    ])
      expect(await sqlState(db.as(otherCoach, (sql) => sql.unsafe(`select private.${name}(${args})`)))).toBe(
        '42501',
      );
  });
  test('a user without a coach row has no hours, not those of sessions that nobody held', async () => {
    const id = await makeUser(db, 'new-coach@example.test', ['coach']);
    expect(await mine(signedInAs(id))).toEqual({ months: [] });
  });
  test('a user who lost the coach role is refused', async () => {
    const id = await makeUser(db, 'former@example.test');
    await db.sql`update public.coaches set user_id = ${id} where name = 'Cy'`;
    expect(await refusal(mine(signedInAs(id)))).toMatchObject({ code: 'not_allowed' });
  });
  test.each([
    ['1999-12-31', '2000-01-31', 'p_from'],
    ['2026-02-01', '2026-01-31', 'p_until'],
    ['2025-01-01', '2026-12-31', 'p_until'],
  ])('a period from %s until %s is refused', async (p_from, p_until, field) =>
    expect(await refusal(mine(people.callers.coach, p_from, p_until))).toMatchObject({
      code: 'invalid_input',
      field,
    }),
  );
});

test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
  expect(await sqlState(mine(people.callers[part]))).toBe('42501'),
);
test.each(['parent', 'second parent', 'other parent', 'admin'] as const)('%s is refused', async (part) =>
  expect(await refusal(mine(people.callers[part]))).toMatchObject({ code: 'not_allowed' }),
);
