/** Tests seasons of weekly classes, closed days and copies (docs/decisions "Seasons"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SavedTemplate } from '#contract/management-schedule.ts';
import { SavedSeason, SeasonCopy, Seasons } from '#contract/seasons.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, sqlState, stopCalendar } from '#support/sql.ts';

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

const none = crypto.randomUUID();
const calls: [string, object][] = [
  ['get_seasons', {}],
  ['save_season', { p_season_id: null, p_season: term }],
  ['set_closed_day', { p_day: '2026-12-02', p_is_closed: true, p_reason: 'Team day' }],
  ['preview_season_copy', { p_season_id: none, p_season: term }],
  ['copy_season', { p_season_id: none, p_season: term }],
  ['withdraw_season', { p_season_id: none }],
];
describe.each(calls)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call(name, args, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, args, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

describe('saving a season', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ first_day: '2026-13-01' }, 'first_day'],
    [{ first_day: 'infinity' }, 'first_day'],
    [{ last_day: '2026-11-30' }, 'last_day'],
    [{ last_day: '2028-02-01' }, 'last_day'],
    [{ first_day: '2026-10-01', last_day: '2026-11-17' }, 'last_day'],
    [{ id: none }, 'id'],
  ])('%o is refused', async (wrong, field) =>
    expect(await refusal(save({ ...term, ...wrong }))).toMatchObject({ code: 'invalid_input', field }),
  );

  test('two users cannot give two seasons the same name, nor overwrite each other’s changes', async () => {
    const { season } = await save(term);
    expect(await refusal(save({ ...term, name: 'term 4' }))).toMatchObject({ code: 'season_exists' });
    await save({ last_day: '2026-12-20' }, season.id, season.fields);
    expect(await refusal(save({ name: 'Autumn' }, season.id, season.fields))).toMatchObject({
      code: 'changed_meanwhile',
      field: 'last_day',
    });
    expect(await refusal(save(term, none))).toMatchObject({ code: 'season_not_found' });
    const { seasons } = v.parse(Seasons, await call('get_seasons', {}, 'business admin'));
    expect(seasons.map(({ fields }) => fields.name)).toEqual(['Term 4']);
  });
});

describe('copying a season', () => {
  const next = { name: 'Next term', first_day: '2027-01-04', last_day: '2027-03-31' };
  const copy = async (id: string, p_season: object = next) => {
    const copied = v.parse(SavedSeason, await call('copy_season', { p_season_id: id, p_season }));
    return { ...copied, season: await read(copied.id) };
  };
  const preview = async (id: string) =>
    v.parse(SeasonCopy, await call('preview_season_copy', { p_season_id: id, p_season: next }));

  test('the copy has the classes with coach and location, and the preview shows the totals and changes nothing', async () => {
    const { season } = await save(term);
    const [coach] = await db.sql<
      [{ id: string }]
    >`insert into public.coaches (name) values ('Copy Coach') returning id`;
    await aClass(season.id, 3, { coach_id: coach.id });
    await aClass(season.id, 5);
    await aClass(season.id, 4, { active: false });
    const elsewhere = await shop.makeSession(db, { date: '2027-01-06' });
    await db.sql`update public.sessions set coach_id = ${coach.id}, session_time = '07:30' where id = ${elsewhere}`;
    const before = await countRows(db, 'sessions');
    const seen = await preview(season.id);
    // There are 13 Wednesdays without Hari Raya Puasa, and 12 Fridays without Good Friday.
    expect(seen).toMatchObject({ classes: 2, no_coach: 1, sessions: 23 });
    expect(seen.days.filter(({ classes }) => classes > 0).map(({ day }) => day)).toEqual([
      '2027-03-10',
      '2027-03-26',
    ]);
    expect(seen.clashes).toMatchObject([{ name: 'Copy Coach', starts_at: '2027-01-05T23:30:00.000Z' }]);
    expect(await countRows(db, 'sessions')).toBe(before);
    expect(await countRows(db, 'seasons')).toBe(1);

    const { made, season: copied } = await copy(season.id);
    expect(copied.sessions).toBe(seen.sessions);
    // Two sessions are made by the last of the eight planned weekends, which is that of 10 January.
    expect(made).toBe(2);
    expect(copied.templates.map(({ fields }) => [fields.weekday, fields.coach_id])).toEqual([
      [3, coach.id],
      [5, null],
    ]);
    expect(await refusal(copy(season.id))).toMatchObject({ code: 'season_exists' });
    expect(await refusal(copy(none, { ...next, name: 'Other' }))).toMatchObject({
      code: 'season_not_found',
    });
  });

  test('the copy leaves out classes at a location that is no longer in use, and the preview says how many', async () => {
    const { season } = await save(term);
    await aClass(season.id, 3);
    const setOffered = (is_offered: boolean) => db.sql`
      update public.locations set is_offered = ${is_offered}
      where id in (select location_id from public.session_templates where season_id = ${season.id})`;
    await setOffered(false);
    await aClass(season.id, 5, {
      location_id: (
        await db.sql<[{ id: string }]>`select id from public.locations where is_offered limit 1`
      )[0].id,
    });
    expect(await preview(season.id)).toMatchObject({ classes: 1, not_offered: 1 });
    const { season: copied } = await copy(season.id);
    expect(copied.templates.map(({ fields }) => fields.weekday)).toEqual([5]);
    await setOffered(true);
  });

  test('staff can undo the copy within an hour, if nobody has booked', async () => {
    const { season } = await save(term);
    await aClass(season.id, 5);
    const { season: copied } = await copy(season.id);
    const withdraw = () => call<{ deleted: number }>('withdraw_season', { p_season_id: copied.id });
    expect(copied.can_withdraw).toBe(true);
    await book('2027-01-08');
    expect((await read(copied.id)).can_withdraw).toBe(false);
    expect(await refusal(withdraw())).toMatchObject({ code: 'session_in_use' });
    await db.sql`delete from public.bookings where session_id = ${await sessionOn('2027-01-08')}`;
    await db.sql`update public.sessions set created_at = created_at - interval '61 minutes' where season_id = ${copied.id}`;
    expect(await refusal(withdraw())).toMatchObject({ code: 'too_late' });
    await db.sql`update public.sessions set created_at = clock_timestamp() where season_id = ${copied.id}`;
    expect(await withdraw()).toEqual({ deleted: 1 });
    expect(await withdraw()).toEqual({ deleted: 0 });
    expect(await days()).not.toContain('2027-01-08');
    // The season that was copied keeps its sessions.
    expect(await days()).toContain('2026-12-04');
  });
});
