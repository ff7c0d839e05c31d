/** Tests how staff correct afterwards who led a past session or camp (docs/decisions "Hours for pay"). */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HoursReport } from '#contract/management-reports.ts';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) ?? '';
const adminId = () => people.callers.admin.sub ?? '';
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  const otherId = await makeUser(db, 'other-coach@example.test', ['coach']);
  await db.sql`update public.coaches set user_id = null`;
  const made = await db.sql<{ id: string; name: string }[]>`
    insert into public.coaches (name, user_id) values ('Ana', ${people.coachId}), ('Ben', ${otherId}), ('Cy', null)
    returning id, name`;
  for (const { id, name } of made) ids.set(name, id);
});
afterAll(() => db.drop());

async function makeTestSession(coach: string, date: string): Promise<string> {
  const id = await shop.makeSession(db, { date });
  await db.sql`
    update public.sessions set coach_id = ${idOf(coach)}, session_time = '08:00', duration_minutes = 60 where id = ${id}`;
  return id;
}
async function makeTestCamp(start: string, days: number, coach: string): Promise<string> {
  const id = await camps.makeCamp(db, { start, days, coach: false });
  await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${idOf(coach)})`;
  return id;
}

const correct = (
  place: string,
  from: string | null,
  to: string | null,
  who: Caller = people.callers.admin,
  p_reason: string | null = 'Ben was ill, Cy came',
) =>
  rpc(db, who, 'correct_coach', {
    p_place_id: place,
    p_from: from && idOf(from),
    p_to: to && idOf(to),
    p_reason,
  });
const readRefusal = async (answer: Promise<unknown>) => {
  const { code, field } = await refusal(answer);
  return [code, field];
};
const readMinutes = async (coach: string) =>
  v
    .parse(
      HoursReport,
      await rpc(db, people.callers.admin, 'get_report', {
        p_report: 'hours',
        p_from: '2026-11-01',
        p_until: '2026-11-30',
      }),
    )
    .months.find((row) => row.coach === coach)?.session_minutes ?? 0;

test('the hours change, the correction and its reason are stored, and the coaches get a mail', async () => {
  const place = await makeTestSession('Ben', '2026-11-10');
  const [ben, ana] = [await readMinutes('Ben'), await readMinutes('Ana')];
  await db.sql`delete from public.outbox`;
  const details = v.parse(ScheduleItemDetails, await correct(place, 'Ben', 'Ana'));
  expect(details.place.coaches).toEqual(['Ana']);
  expect(details.coach_exceptions).toMatchObject([
    { coach: 'Ana', kinds: ['corrected'], reason: 'Ben was ill, Cy came' },
  ]);
  expect([await readMinutes('Ben'), await readMinutes('Ana')]).toEqual([ben - 60, ana + 60]);
  const mails = await db.sql<{ what: string }[]>`
    select payload #>> '{changes,0,what}' as what from public.outbox where template = 'coach_plan' order by 1`;
  expect(mails.map(({ what }) => what)).toEqual(['credited', 'uncredited']);
  const [entry] = await db.sql`
    select before, after, user_id from public.audit_log
    where table_name = 'sessions' and row_key = ${place} and after ? 'coach_id' order by id desc limit 1`;
  expect(entry).toMatchObject({
    before: { coach_id: idOf('Ben') },
    after: { coach_id: idOf('Ana') },
    user_id: adminId(),
  });
  // A call from a screen that still shows Ben is refused.
  expect(await readRefusal(correct(place, 'Ben', 'Cy'))).toEqual(['changed_meanwhile', 'p_from']);
});

test('staff can add, replace or remove a coach of a past camp', async () => {
  const place = await makeTestCamp('2026-11-02', 2, 'Ben');
  const coaches = async (from: string | null, to: string | null) =>
    v.parse(ScheduleItemDetails, await correct(place, from, to)).place.coaches;
  expect(await coaches(null, 'Cy')).toEqual(['Ben', 'Cy']);
  expect(await readRefusal(correct(place, 'Ben', 'Cy'))).toEqual(['changed_meanwhile', 'p_to']);
  expect(await coaches('Ben', 'Ana')).toEqual(['Ana', 'Cy']);
  expect(await coaches('Cy', null)).toEqual(['Ana']);
});

test('only past items can be corrected, with a reason, and an admin cannot correct their own hours', async () => {
  const place = await makeTestSession('Ben', '2026-11-11');
  const today = await makeTestSession('Ben', '2026-11-18');
  const old = await makeTestSession('Ben', '2025-09-01');
  for (const other of [today, old])
    expect(await readRefusal(correct(other, 'Ben', 'Cy'))).toEqual(['invalid_input', 'p_place_id']);
  expect(await readRefusal(correct(place, 'Ben', 'Cy', people.callers.admin, ' '))).toEqual([
    'invalid_input',
    'p_reason',
  ]);
  expect(await readRefusal(correct(place, 'Ben', 'Ben'))).toEqual(['invalid_input', 'p_to']);
  // A past camp cannot be assigned with `assign_coach`, which needs no reason.
  const assigned = rpc(db, people.callers.admin, 'assign_coach', {
    p_place_id: place,
    p_coach_id: idOf('Cy'),
    p_leads: true,
  });
  expect(await readRefusal(assigned)).toEqual(['place_over', 'p_place_id']);
  const [own] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id) values ('Priya', ${adminId()}) returning id`;
  const toMyself = rpc(db, people.callers.admin, 'correct_coach', {
    p_place_id: place,
    p_from: idOf('Ben'),
    p_to: own.id,
    p_reason: 'It was me',
  });
  expect(await readRefusal(toMyself)).toEqual(['own_hours', 'p_to']);
  await db.sql`delete from public.coaches where id = ${own.id}`;
  for (const role of ['parent', 'other parent', 'coach'] as const)
    expect(await refusal(correct(place, 'Ben', 'Ana', people.callers[role]))).toMatchObject({
      code: 'not_allowed',
    });
  for (const who of [visitor, service])
    expect(await sqlState(correct(place, 'Ben', 'Ana', who))).toBe('42501');
});
