/**
 * Tests that nothing new is planned at a location that was withdrawn, and that a copied week leaves out closed days.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SavedScheduleItem, SavedTemplate } from '#contract/management-schedule.ts';
import { CopiedWeek, WeekCopy } from '#contract/week-copies.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { countRows, refusal, rpc, service, visitor } from '#support/sql.ts';

const red = '30000000-0000-4000-8000-000000000003';
const offered = '10000000-0000-4000-8000-000000000001';
const otherBase = '10000000-0000-4000-8000-000000000002';
/** This location was withdrawn in Sanity Studio. */
const withdrawn = '10000000-0000-4000-8000-000000000003';
const refused = { code: 'location_not_offered', status: 409, field: 'location_id' };

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'), camps.tierOffer('ignite'));
  // Only the templates that this file makes are part of the weekly pattern.
  await db.sql`update public.session_templates set active = false`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`update public.locations set is_offered = id <> ${withdrawn}`;
});
const offerAgain = () => db.sql`update public.locations set is_offered = true`;

const call = <T>(name: string, args: object, who: keyof People['callers'] = 'admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const day = async (ahead: number, weekday: number) => {
  const [row] = await db.sql<[{ day: string }]>`
    select (d - extract(isodow from d)::int + ${weekday}::int)::text as day
    from (select private.calendar_today() + ${7 * ahead}::int as d) t`;
  return row.day;
};
const sessionFields = async (location_id: string, more: object = {}) => ({
  class_type_id: red,
  location_id,
  session_date: await day(3, 6),
  session_time: '06:35',
  max_capacity: 4,
  ...more,
});
const saveSession = async (id: string | null, p_session: object, p_expected: object | null = null) =>
  v.parse(SavedScheduleItem, await call('save_session', { p_session_id: id, p_session, p_expected }));
const saveCamp = async (id: string | null, p_camp: object, p_expected: object | null = null) =>
  v.parse(SavedScheduleItem, await call('save_camp', { p_camp_id: id, p_camp, p_expected }));
const saveTemplate = async (id: string | null, p_template: object, p_expected: object | null = null) =>
  v.parse(SavedTemplate, await call('save_template', { p_template_id: id, p_template, p_expected }));

describe('a location that the content no longer has', () => {
  test('no session can be created at or moved to it, but existing ones can be changed', async () => {
    expect(await refusal(saveSession(null, await sessionFields(withdrawn)))).toMatchObject(refused);
    const { place: elsewhere } = await saveSession(null, await sessionFields(offered));
    expect(
      await refusal(saveSession(elsewhere.id, { location_id: withdrawn }, elsewhere.session)),
    ).toMatchObject(refused);
    await offerAgain();
    const { place } = await saveSession(null, await sessionFields(withdrawn));
    await db.sql`update public.locations set is_offered = false where id = ${withdrawn}`;
    const changed = await saveSession(place.id, { max_capacity: 5 }, place.session);
    expect(changed.place).toMatchObject({ capacity: 5, location_id: withdrawn });
    await saveSession(place.id, { location_id: otherBase }, changed.place.session);
  });

  test('no camp can be created at or moved to it, but existing ones can be changed', async () => {
    const camp = async (location_id: string) => ({
      name: 'Spark',
      tier: 'spark',
      team_types: ['red'],
      location_id,
      start_date: await day(4, 1),
      end_date: await day(4, 3),
    });
    expect(await refusal(saveCamp(null, await camp(withdrawn)))).toMatchObject(refused);
    const { place: elsewhere } = await saveCamp(null, await camp(otherBase));
    expect(await refusal(saveCamp(elsewhere.id, { location_id: withdrawn }, elsewhere.camp))).toMatchObject(
      refused,
    );
    await offerAgain();
    const { place } = await saveCamp(null, await camp(withdrawn));
    await db.sql`update public.locations set is_offered = false where id = ${withdrawn}`;
    expect((await saveCamp(place.id, { capacity: 9 }, place.camp)).place.capacity).toBe(9);
  });

  test('no weekly class can be created there, and an existing one plans nothing and cannot be activated again', async () => {
    const template = {
      class_type_id: red,
      location_id: withdrawn,
      weekday: 7,
      session_time: '06:05',
      max_capacity: 4,
    };
    expect(await refusal(saveTemplate(null, template))).toMatchObject(refused);
    await offerAgain();
    const { template: saved, made } = await saveTemplate(null, template);
    expect(made).toBeGreaterThan(0);
    await db.sql`delete from public.sessions where session_time = '06:05'`;
    await db.sql`update public.locations set is_offered = false where id = ${withdrawn}`;
    expect(await rpc(db, service, 'plan_weekends')).toEqual({ made: 0 });
    expect(await rpc(db, visitor, 'ensure_next_weekend_funstart_sessions')).toBe(0);
    const paused = await saveTemplate(saved.id, { active: false }, saved.fields);
    expect(await refusal(saveTemplate(saved.id, { active: true }, paused.template.fields))).toMatchObject(
      refused,
    );
    await offerAgain();
    // This is the control case. The same template plans again once the location is offered again.
    expect((await saveTemplate(saved.id, { active: true }, paused.template.fields)).made).toBe(made);
  });
});

describe('a copied week', () => {
  /**
   * Makes four classes: two on the Saturday that is closed in the other week, one at the withdrawn location, and one to
   * copy.
   */
  const makeWeek = async (from: number, to: number) => {
    await offerAgain();
    const [saturday, sunday] = [await day(from, 6), await day(from, 7)];
    for (const [session_date, session_time, location_id] of [
      [saturday, '06:15', offered],
      [saturday, '07:15', withdrawn],
      [sunday, '06:15', withdrawn],
      [sunday, '06:15', offered],
    ] as const)
      await saveSession(null, await sessionFields(location_id, { session_date, session_time }));
    await db.sql`update public.locations set is_offered = false where id = ${withdrawn}`;
    const closed = await day(to, 6);
    await call('set_closed_day', { p_day: closed, p_is_closed: true, p_reason: 'Staff trip' });
    return { p_from: await day(from, 1), p_to: await day(to, 1), closed };
  };
  const others = async (p_from: string) => {
    const [row] = await db.sql<[{ n: number }]>`
      select count(*)::int as n from public.sessions
      where session_date between ${p_from}::date and ${p_from}::date + 6 and status = 'scheduled'
        and to_char(session_time, 'MI') <> '15'`;
    return row.n;
  };

  test('the copy leaves out closed days and withdrawn locations, and the preview says so and changes nothing', async () => {
    const { p_from, p_to, closed } = await makeWeek(30, 31);
    expect(await others(p_from)).toBe(0);
    const before = await countRows(db, 'sessions');
    const seen = v.parse(WeekCopy, await call('preview_week_copy', { p_from, p_to }));
    expect(await countRows(db, 'sessions')).toBe(before);
    const leftOut = {
      left_out: 3,
      not_offered: 1,
      not_copied: 0,
      closed: [{ day: closed, name: 'Staff trip', sessions: 2 }],
    };
    expect(seen).toEqual({ ...leftOut, sessions: 1, camps: [], clashes: [] });
    const { made, ...rest } = v.parse(CopiedWeek, await call('copy_week', { p_from, p_to }));
    expect(rest).toEqual({ ...leftOut, camps: [], clashes: [] });
    const copied = await db.sql<{ day: string; place: string }[]>`
      select session_date::text as day, location_id as place from public.sessions where id = any (${made})`;
    expect([...copied]).toEqual([{ day: await day(31, 7), place: offered }]);
    expect(v.parse(WeekCopy, await call('preview_week_copy', { p_from, p_to }))).toMatchObject({
      sessions: 0,
      left_out: 4,
    });
  });

  test('the copy has the classes of a day that is open again, and of a location that is back', async () => {
    const { p_from, p_to, closed } = await makeWeek(33, 34);
    await call('set_closed_day', { p_day: closed, p_is_closed: false, p_reason: null });
    await offerAgain();
    expect(v.parse(CopiedWeek, await call('copy_week', { p_from, p_to }))).toMatchObject({
      left_out: 0,
      not_offered: 0,
      closed: [],
      made: { length: 4 },
    });
  });

  const camp = async (ahead: number, more: object = {}) => ({
    name: 'Spark',
    tier: 'spark',
    team_types: ['red'],
    location_id: otherBase,
    start_date: await day(ahead, 1),
    end_date: await day(ahead, 3),
    session_time_start: '09:30',
    capacity: 13,
    ...more,
  });
  const readCamps = async (monday: string) => [
    ...(await db.sql`
      select start_date::text as start, end_date::text as end, capacity, tier, is_active,
        session_time_start::text as from, array(select coach_id from public.camp_coaches where camp_id = w.id) as coaches
      from public.camp_weeks w where start_date between ${monday}::date and ${monday}::date + 6 order by tier desc`),
  ];

  test('camps come along with coach, hours, capacity and tier; one without a coach is not on sale, and all can be undone', async () => {
    await offerAgain();
    const [first, second] = [
      await saveCamp(null, await camp(37)),
      await saveCamp(null, await camp(37, { tier: 'ignite' })),
    ];
    const [coach, gone] = await db.sql<{ id: string }[]>`
      insert into public.coaches (name, active) values ('Stays', true), ('Gone', false) returning id`;
    if (!coach || !gone) throw new Error('no coaches');
    await db.sql`insert into public.camp_coaches values (${first.place.id}, ${coach.id}), (${second.place.id}, ${gone.id})`;
    const [p_from, p_to] = [await day(37, 1), await day(38, 1)];
    await db.sql`delete from public.closed_days`;
    const camps = [
      { first_day: p_to, left_out: null, closed: null, is_on_sale: true },
      { first_day: p_to, last_day: await day(38, 3), left_out: null, coaches: [], is_on_sale: false },
    ];
    const seen = v.parse(WeekCopy, await call('preview_week_copy', { p_from, p_to }));
    expect(seen.camps.toSorted((a, b) => Number(b.is_on_sale) - Number(a.is_on_sale))).toMatchObject(camps);
    expect(await readCamps(p_to)).toEqual([]);
    const copied = v.parse(CopiedWeek, await call('copy_week', { p_from, p_to }));
    const copy = { start: p_to, end: await day(38, 3), capacity: 13, is_active: true, from: '09:30:00' };
    expect(await readCamps(p_to)).toEqual([
      { ...copy, tier: 'spark', coaches: [coach.id] },
      { ...copy, tier: 'ignite', coaches: [] },
    ]);
    // A second copy makes nothing twice.
    const again = v.parse(CopiedWeek, await call('copy_week', { p_from, p_to }));
    expect(again.camps.map(({ left_out }) => left_out)).toEqual(['exists', 'exists']);
    const p_camp_ids = copied.camps.map(({ id }) => id);
    const withdraw = (who: keyof People['callers'] = 'admin') =>
      call('withdraw_sessions', { p_session_ids: [], p_camp_ids }, who);
    expect(await refusal(withdraw('coach'))).toMatchObject({ code: 'not_allowed' });
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      values (${p_camp_ids[0] ?? ''}, ${people.otherChildId}, ${people.otherFamilyId})`;
    expect(await refusal(withdraw())).toMatchObject({ code: 'camp_in_use' });
    await db.sql`delete from public.camp_enrollments where camp_id = ${p_camp_ids[0] ?? ''}`;
    await db.sql`update public.camp_weeks set created_at = now() - interval '2 hours' where id = ${p_camp_ids[0] ?? ''}`;
    expect(await refusal(withdraw())).toMatchObject({ code: 'too_late' });
    await db.sql`update public.camp_weeks set created_at = now() where id = ${p_camp_ids[0] ?? ''}`;
    expect(await withdraw()).toEqual({ deleted: 2 });
    expect(await readCamps(p_to)).toEqual([]);
  });

  test('a camp over a closed day, at a withdrawn location or cancelled is left out, and the day is named', async () => {
    await offerAgain();
    await saveCamp(null, await camp(40));
    await saveCamp(null, await camp(40, { location_id: withdrawn }));
    const off = await saveCamp(null, await camp(40, { tier: 'ignite' }));
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${off.place.id}`;
    await db.sql`update public.locations set is_offered = false where id = ${withdrawn}`;
    const [p_from, p_to, closed] = [await day(40, 1), await day(41, 1), await day(41, 2)];
    await db.sql`delete from public.closed_days`;
    await call('set_closed_day', { p_day: closed, p_is_closed: true, p_reason: 'Staff trip' });
    const leftOut = async () =>
      v
        .parse(WeekCopy, await call('preview_week_copy', { p_from, p_to }))
        .camps.map(({ left_out, closed }) => [left_out, closed?.replace(/ \(.*/, '') ?? null])
        .toSorted();
    expect(await leftOut()).toEqual([
      ['closed', 'Staff trip'],
      ['closed', 'Staff trip'],
    ]);
    await call('set_closed_day', { p_day: closed, p_is_closed: false, p_reason: null });
    expect(await leftOut()).toEqual([
      [null, null],
      ['not_offered', null],
    ]);
  });

  test.each(['copy_week', 'preview_week_copy'])('%s refuses an invalid week', async (name) => {
    const [p_from, p_to] = [await day(30, 1), await day(31, 1)];
    for (const [args, field] of [
      [{ p_from: await day(30, 2), p_to }, 'p_from'],
      [{ p_from: null, p_to }, 'p_from'],
      [{ p_from: 'infinity', p_to }, 'p_from'],
      [{ p_from, p_to: await day(31, 2) }, 'p_to'],
      [{ p_from, p_to: p_from }, 'p_to'],
      [{ p_from, p_to: await day(-2, 1) }, 'p_to'],
      [{ p_from, p_to: await day(70, 1) }, 'p_to'],
      [{ p_from, p_to: null }, 'p_to'],
    ] as const)
      expect(await refusal(call(name, args))).toMatchObject({ code: 'invalid_input', field });
  });
});
