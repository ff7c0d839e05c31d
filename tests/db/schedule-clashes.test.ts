/**
 * Tests that a coach who has two sessions or camps at once is named wherever sessions are planned, and on Today
 * (docs/decisions "/management/schedule").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { SavedTemplate, ScheduleItemDetails } from '#contract/management-schedule.ts';
import { CopiedWeek } from '#contract/week-copies.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
/** `coach` has no account. `former` has a parent's account, as after the role was taken away. */
let coach: string;
let former: string;

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  coach = await makeCoach('Dana Two', null);
  const [{ id }] = await db.sql<[{ id: string }]>`
    select p.id from public.profiles p where not exists (
      select from public.user_roles r where r.user_id = p.id and r.role <> 'customer') limit 1`;
  former = await makeCoach('Finn Former', id);
});
afterAll(() => db.drop());

const call = <T>(name: string, args: object) => rpc<T>(db, people.callers.admin, name, { ...args });
async function makeCoach(name: string, user: string | null): Promise<string> {
  const [{ id }] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id) values (${name}, ${user}) returning id`;
  return id;
}
/** Returns the Monday this many weeks ahead, or a day `plus` days after it. */
async function monday(weeks: number, plus = 0): Promise<string> {
  const [{ day }] = await db.sql<[{ day: string }]>`
    select (date_trunc('week', private.calendar_today()::timestamp)::date + ${7 * weeks + plus}::integer)::text as day`;
  return day;
}
async function campOf(start: string, coachId: string): Promise<string> {
  const camp = await camps.makeCamp(db, { start, days: 7, base: 'bishan', coach: false });
  await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${camp}, ${coachId})`;
  return camp;
}
async function sessionOf(date: string, coachId: string): Promise<string> {
  const session = await shop.makeSession(db, { date });
  await db.sql`update public.sessions set coach_id = ${coachId} where id = ${session}`;
  return session;
}
const copy = async (from: string, to: string) =>
  v.parse(CopiedWeek, await call('copy_week', { p_from: from, p_to: to }));

test('copying a week names coaches who have another session at that time, and copies anyway', async () => {
  await sessionOf(await monday(20, 5), coach);
  expect((await copy(await monday(20), await monday(22))).clashes).toEqual([]);
  await campOf(await monday(21), coach);
  const copied = await copy(await monday(20), await monday(21));
  expect(copied.made).toHaveLength(1);
  expect(copied.clashes).toMatchObject([{ name: 'Dana Two', location: 'Bishan' }]);
});

test('a copied week leaves out a coach whose role was removed', async () => {
  await sessionOf(await monday(30, 5), former);
  const [id] = (await copy(await monday(30), await monday(31))).made;
  const { place } = v.parse(ScheduleItemDetails, await call('get_schedule_place', { p_place_id: id }));
  expect(place.coaches).toEqual([]);
});

test('a line of the weekly template says where else its coach is, until it is paused', async () => {
  const line = { location_id: '10000000-0000-4000-8000-000000000001', weekday: 6, max_capacity: 5 };
  const save = async (id: string | null, template: object, expected: object | null = null) =>
    v.parse(
      SavedTemplate,
      await call('save_template', { p_template_id: id, p_template: template, p_expected: expected }),
    );
  const types = await db.sql<{ id: string }[]>`select id from public.class_types order by name limit 2`;
  const [one, other] = types.map(({ id }) => ({ ...line, class_type_id: id, coach_id: coach }));
  expect((await save(null, { ...one, session_time: '20:00' })).clashes).toEqual([]);
  const { clashes, template } = await save(null, { ...other, session_time: '20:30' });
  expect(clashes.length).toBeGreaterThan(0);
  expect(new Set(clashes.map(({ name }) => name))).toEqual(new Set(['Dana Two']));
  expect((await save(template.id, { active: false }, template.fields)).clashes).toEqual([]);
});

test('weekends are created from the template without a coach whose role was removed', async () => {
  await db.sql`
    insert into public.session_templates (class_type_id, location_id, coach_id, weekday, session_time, max_capacity)
    select id, '10000000-0000-4000-8000-000000000001', ${former}, 7, '21:00', 5 from public.class_types order by name limit 1`;
  await db.sql`select private.make_sessions(private.calendar_today(), private.calendar_today() + 14)`;
  const made = await db.sql<{ coach_id: string | null }[]>`
    select coach_id from public.sessions where session_time = '21:00'`;
  expect(made.length).toBeGreaterThan(0);
  expect(made.every(({ coach_id }) => coach_id === null)).toBe(true);
});

test('Today says how many coaches a session or camp has, and where else they are', async () => {
  const [{ today }] = await db.sql<[{ today: string }]>`select private.calendar_today()::text as today`;
  const session = await sessionOf(today, coach);
  const camp = await campOf(today, coach);
  const { places } = v.parse(ManagementToday, await call('get_management_today', {}));
  expect(places.find(({ id }) => id === session)).toMatchObject({
    coach_count: 1,
    clashes: [{ name: 'Dana Two', location: 'Bishan' }],
  });
  expect(places.find(({ id }) => id === camp)?.clashes).toHaveLength(1);
  await db.sql`update public.camp_weeks set cancelled_at = clock_timestamp(), is_active = false where id = ${camp}`;
  const later = v.parse(ManagementToday, await call('get_management_today', {}));
  expect(later.places.find(({ id }) => id === session)?.clashes).toEqual([]);
});

describe('the ratio counts only coaches who can be there', () => {
  const countAt = async (id: string) => {
    const { places } = v.parse(ManagementToday, await call('get_management_today', {}));
    const { place } = v.parse(ScheduleItemDetails, await call('get_schedule_place', { p_place_id: id }));
    return [places.find((one) => one.id === id)?.coach_count, place.coach_count];
  };
  test('an absent coach does not count, unless somebody decided that they come', async () => {
    const [{ today }] = await db.sql<[{ today: string }]>`select private.calendar_today()::text as today`;
    const camp = await campOf(today, coach);
    expect(await countAt(camp)).toEqual([1, 1]);
    await db.sql`
      insert into public.coach_absences (coach_id, first_day, last_day, kind)
      values (${coach}, ${today}::date + 1, ${today}::date + 1, 'ill')`;
    // The coach is available today, but not on each day of the camp.
    expect(await countAt(camp)).toEqual([1, 0]);
    await db.sql`update public.coach_absences set first_day = ${today}, last_day = ${today}`;
    expect(await countAt(camp)).toEqual([0, 0]);
    await db.sql`
      insert into public.coach_exceptions (camp_id, coach_id, kinds, reason) values (${camp}, ${coach}, '{absent}', 'Well again')`;
    expect(await countAt(camp)).toEqual([1, 1]);
    await db.sql`delete from public.coach_absences`;
  });
  test('a coach who has left, or whose account is locked, does not count', async () => {
    const [{ today }] = await db.sql<[{ today: string }]>`select private.calendar_today()::text as today`;
    const session = await sessionOf(today, coach);
    expect(await countAt(session)).toEqual([1, 1]);
    await db.sql`update public.coaches set active = false where id = ${coach}`;
    expect(await countAt(session)).toEqual([0, 0]);
    await db.sql`update public.coaches set active = true where id = ${coach}`;
  });
});

test('the history of a session always names who created it, however often it was changed', async () => {
  const [kind] = await db.sql<{ id: string }[]>`select id from public.class_types order by name limit 1`;
  const day = await monday(40, 5);
  const { place } = await call<{ place: { id: string } }>('save_session', {
    p_session_id: null,
    p_session: {
      class_type_id: kind?.id,
      location_id: '10000000-0000-4000-8000-000000000001',
      session_date: day,
      session_time: '09:00',
      max_capacity: 4,
    },
  });
  for (let n = 0; n < 12; n++)
    await db.sql`update public.sessions set max_capacity = ${5 + n} where id = ${place.id}`;
  const { changes } = v.parse(
    ScheduleItemDetails,
    await call('get_schedule_place', { p_place_id: place.id }),
  );
  expect(changes).toHaveLength(9);
  expect(changes.at(-1)?.after).toBeNull();
  expect(changes.at(-1)?.by).not.toBeNull();
});
