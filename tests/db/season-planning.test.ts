/** Tests what is planned for seasons and on closed days (docs/decisions "Seasons"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SavedTemplate } from '#contract/management-schedule.ts';
import { ClosedDaySet, SavedSeason, Seasons } from '#contract/seasons.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { cancelSessions, refusal, rpc, service, stopCalendar, visitor, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  // All other templates are off, so only those of this file count.
  await db.sql`update public.session_templates set active = false`;
  await db.sql`update public.settings set weekends_planned = 8`;
  await plan();
});
afterAll(() => db.drop());
beforeEach(async () => {
  // The clock shows a Wednesday. Christmas Day 2026 and New Year's Day are Fridays.
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
  await db.sql`delete from public.sessions where session_time = '07:05'`;
  await db.sql`delete from public.session_templates where session_time = '07:05'`;
  await db.sql`delete from public.seasons`;
});

const call = <T>(name: string, args: object, who: keyof People['callers'] = 'admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const plan = () => rpc<{ made: number }>(db, service, 'plan_weekends');
const term = { name: 'Term 4', first_day: '2026-12-01', last_day: '2026-12-31' };
const save = async (p_season: object, id: string | null = null, p_expected: object | null = null) => {
  const saved = v.parse(SavedSeason, await call('save_season', { p_season_id: id, p_season, p_expected }));
  return { ...saved, season: await read(saved.id) };
};
async function read(id: string) {
  const { seasons } = v.parse(Seasons, await call('get_seasons', {}));
  const season = seasons.find((one) => one.id === id);
  if (!season) throw new Error('no such season');
  return season;
}
const close = async (p_day: string, p_is_closed: boolean, p_reason: string | null = null) =>
  v.parse(ClosedDaySet, await call('set_closed_day', { p_day, p_is_closed, p_reason })).made;
const aClass = async (season_id: string | null, weekday: number, more: object = {}) =>
  v.parse(
    SavedTemplate,
    await call('save_template', {
      p_template_id: null,
      p_template: {
        class_type_id: '30000000-0000-4000-8000-000000000003',
        location_id: '10000000-0000-4000-8000-000000000001',
        coach_id: null,
        session_time: '07:05',
        duration_minutes: 60,
        max_capacity: 6,
        season_id,
        weekday,
        active: true,
        ...more,
      },
      p_expected: null,
    }),
  );
/** Returns the days on which the classes of this file are planned. */
const days = async () =>
  (
    await db.sql<{ day: string }[]>`
      select session_date::text as day from public.sessions where session_time = '07:05' order by 1`
  ).map(({ day }) => day);
const sessionOn = async (day: string) => {
  const [row] = await db.sql<{ id: string }[]>`
    select id from public.sessions where session_time = '07:05' and session_date = ${day}`;
  return row?.id ?? '';
};
async function book(day: string): Promise<void> {
  const id = await sessionOn(day);
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${id}`;
}

test('the generated public holidays have the expected days, with days off in lieu', async () => {
  const known = await db.sql<{ day: string; name: string }[]>`
    select day::text, name from private.public_holidays() where not is_estimated and day between '2026-11-01' and '2027-06-30' order by day`;
  expect(known.map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2026-11-08 Deepavali',
    '2026-11-09 Deepavali (day off in lieu)',
    '2026-12-25 Christmas Day',
    "2027-01-01 New Year's Day",
    '2027-02-06 Chinese New Year',
    '2027-02-07 Chinese New Year',
    '2027-02-08 Chinese New Year (day off in lieu)',
    '2027-03-10 Hari Raya Puasa',
    '2027-03-26 Good Friday',
    '2027-05-01 Labour Day',
    '2027-05-17 Hari Raya Haji',
    '2027-05-20 Vesak Day',
  ]);
});

test('every holiday by the moon after the years that the library knows is marked as estimated', async () => {
  const sure = await db.sql<{ name: string }[]>`
    select distinct name from private.public_holidays() where not is_estimated and day > '2027-12-31' order by name`;
  for (const { name } of sure)
    expect(name).toMatch(
      /^(New Year's Day|Good Friday|Labour Day|National Day|Christmas Day|Chinese New Year)/,
    );
  const [deepavali] = await db.sql`
    select day::text, is_estimated from private.public_holidays() where name = 'Deepavali' and day between '2028-01-01' and '2028-12-31'`;
  expect(deepavali).toEqual({ day: '2028-10-17', is_estimated: true });
});

describe('planning the classes of a season', () => {
  test('on a closed day of a season, a class without a season does not take its time slot', async () => {
    await aClass(null, 5);
    const { season } = await save(term);
    await aClass(season.id, 5);
    await db.sql`delete from public.sessions where session_time = '07:05'`;
    await plan();
    expect(await days()).not.toContain('2026-12-25');
    expect(await days()).toContain('2026-12-18');
  });

  test('when a day is closed, sessions that were planned in its slots before the season was made are listed', async () => {
    await aClass(null, 5);
    await plan();
    expect(await days()).toContain('2026-12-25');
    const { season } = await save(term);
    expect(season.misfits).toBe(0);
    await aClass(season.id, 5);
    expect((await read(season.id)).misfits).toBe(1);
  });

  test('sessions are planned on any weekday, only within the season, and not on its holidays', async () => {
    const { season } = await save(term);
    const { made } = await aClass(season.id, 5);
    expect(made).toBe(3);
    expect(await days()).toEqual(['2026-12-04', '2026-12-11', '2026-12-18']);
    expect(await plan()).toEqual({ made: 0 });
    expect(await read(season.id)).toMatchObject({
      classes: 1,
      sessions: 3,
      planned: 3,
      misfits: 0,
      days: [
        { day: '2026-12-25', name: 'Christmas Day', source: 'public_holiday', is_closed: true, classes: 1 },
      ],
    });
  });

  test('a class without a season is planned every week, also on closed days', async () => {
    const { template } = await aClass(null, 5);
    expect(await days()).toContain('2026-12-25');
    expect(await days()).toContain('2027-01-01');
    expect(template.season).toBeNull();
    await db.sql`delete from public.session_templates where id = ${template.id}`;
  });

  test('if two classes have the same time slot, the season’s class is planned, and two seasons can use the same slot', async () => {
    const { template } = await aClass(null, 2, { active: false });
    const { season } = await save(term);
    await aClass(season.id, 2, { max_capacity: 3 });
    await db.sql`delete from public.sessions where session_time = '07:05'`;
    await db.sql`update public.session_templates set active = true where id = ${template.id}`;
    await plan();
    const made = await db.sql<{ max_capacity: number }[]>`
      select distinct max_capacity from public.sessions where session_time = '07:05' and session_date between '2026-12-01' and '2026-12-31'`;
    expect(made).toEqual([{ max_capacity: 3 }]);
    expect(await refusal(aClass(season.id, 2))).toMatchObject({ code: 'session_exists' });
    await db.sql`delete from public.session_templates where id = ${template.id}`;
  });

  // 00:00 in Singapore is 16:00 of the day before in UTC.
  test.each([
    ['2026-12-31T23:59:59+08:00', 'running', 1],
    ['2027-01-01T00:00:00+08:00', 'over', 0],
    ['2026-11-30T23:59:59+08:00', 'coming', 1],
    ['2026-12-01T00:00:00+08:00', 'running', 1],
  ] as const)('at %s a season until 31 December is %s', async (moment, state, shown) => {
    const { season } = await save(term);
    await stopCalendar(db, moment);
    expect((await read(season.id)).state).toBe(state);
    const { seasons } = await call<{ seasons: { id: string }[] }>('get_week_plan', {});
    expect(seasons.filter(({ id }) => id === season.id)).toHaveLength(shown);
  });

  test('on its last day, a class that has begun in Singapore is not planned, and a later one is', async () => {
    const { season } = await save({ ...term, last_day: '2026-12-01' });
    await stopCalendar(db, '2026-12-01T07:04:59+08:00');
    expect((await aClass(season.id, 2)).made).toBe(1);
    await db.sql`delete from public.sessions where session_time = '07:05'`;
    await stopCalendar(db, '2026-12-01T07:05:00+08:00');
    expect(await plan()).toEqual({ made: 0 });
  });

  test.each(['planner first', 'staff first'])(
    'a season can be shortened while it is planned: %s',
    async (first) => {
      const { season } = await save(term);
      await aClass(season.id, 2);
      await db.sql`delete from public.sessions where session_time = '07:05'`;
      const shorten = () => save({ last_day: '2026-12-10' }, season.id, season.fields);
      const running: Promise<unknown>[] = [];
      await db.sql.begin(async (sql) => {
        // Both calls wait in this order for the lock that a third change of seasons holds.
        await sql`select pg_advisory_xact_lock(hashtextextended('session_templates', 0))`;
        for (const run of first === 'planner first' ? [plan, shorten] : [shorten, plan]) {
          running.push(run());
          await waitForLocked(db, running.length);
        }
      });
      await Promise.all(running);
      const { misfits, planned } = await read(season.id);
      const outsideSeason = (await days()).filter((day) => day > '2026-12-10');
      // Staff see what the planner made before the season was shortened. Afterwards it makes nothing outside the
      // season.
      expect(outsideSeason).toHaveLength(first === 'planner first' ? 3 : 0);
      expect(misfits).toBe(outsideSeason.length);
      expect(planned).toBe(2 + outsideSeason.length);
    },
  );
});

describe('closed days', () => {
  test('staff can open a holiday, which plans its classes, and close it again, which shows who is booked', async () => {
    const { season } = await save(term);
    await aClass(season.id, 5);
    expect(await close('2026-12-25', false)).toBe(1);
    await book('2026-12-25');
    expect(await close('2026-12-25', true)).toBe(0);
    const { misfits, misfit_places } = await read(season.id);
    expect(misfits).toBe(1);
    expect(misfit_places[0]).toMatchObject({
      place: { kind: 'session', first_day: '2026-12-25', booked: 1, is_cancelled_by_us: false },
      children: [{ child_id: people.childId, family_id: people.familyId }],
    });
    await cancelSessions(db, await sessionOn('2026-12-25'));
    expect((await read(season.id)).misfits).toBe(0);
    await db.sql`delete from public.bookings where session_id = ${await sessionOn('2026-12-25')}`;
  });

  test('staff can close a day with a reason and open it again, and a public holiday never loses its name', async () => {
    const { season } = await save(term);
    await aClass(season.id, 2);
    expect(await refusal(close('2026-12-08', true))).toMatchObject({
      code: 'invalid_input',
      field: 'p_reason',
    });
    await close('2026-12-08', true, '  Coaches’   training ');
    await close('2026-12-25', true, 'Our own words');
    expect((await read(season.id)).days.map(({ name, source }) => [name, source])).toEqual([
      ['Coaches’ training', 'staff'],
      ['Christmas Day', 'public_holiday'],
    ]);
    expect((await read(season.id)).misfits).toBe(1);
    await close('2026-12-08', false);
    expect((await read(season.id)).misfits).toBe(0);
    const log = await db.sql<{ action: string }[]>`
      select action from public.audit_log where table_name = 'closed_days' and row_key = '2026-12-08' order by id`;
    expect(log.map(({ action }) => action)).toEqual(['insert', 'delete']);
  });

  test.each(['2026-11-17', '2030-01-01', null])('%s cannot be closed', async (p_day) =>
    expect(
      await refusal(call('set_closed_day', { p_day, p_is_closed: true, p_reason: 'Away' })),
    ).toMatchObject({ code: 'invalid_input', field: 'p_day' }),
  );

  test('when a holiday moves, its day moves, and past days and staff’s choices stay', async () => {
    await close('2026-12-25', false);
    await db.sql`insert into public.closed_days (day, name, source) values ('2026-12-26', 'Moved', 'public_holiday'), ('2026-11-02', 'Past', 'public_holiday')`;
    await plan();
    const rows = await db.sql<{ day: string; is_closed: boolean }[]>`
      select day::text, is_closed from public.closed_days where day in ('2026-12-25', '2026-12-26', '2026-11-02') order by day`;
    expect(rows).toEqual([
      { day: '2026-11-02', is_closed: true },
      { day: '2026-12-25', is_closed: false },
    ]);
    await close('2026-12-25', true);
  });
});

test('visitors see a class of this week’s Thursday, but not one of next week', async () => {
  await aClass((await save({ ...term, first_day: people.today })).season.id, 4);
  const rows = await db.as(
    visitor,
    (sql) => sql<{ session_date: string; session_time: string }[]>`
      select session_date::text, session_time from public.get_session_availability_with_enrollments()`,
  );
  expect(
    rows.filter(({ session_time }) => session_time === '07:05:00').map(({ session_date }) => session_date),
  ).toEqual(['2026-11-19']);
});
