/** Tests the staff's calendar, and how sessions and camps are made and changed (spec 1 §2). */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ScheduleItemDetails,
  SavedScheduleItem,
  SavedTemplate,
  Schedule,
  ScheduleItems,
  WeekPlan,
} from '#contract/management-schedule.ts';
import { CopiedWeek } from '#contract/week-copies.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, countRows, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const place = '10000000-0000-4000-8000-000000000001';
const base = '10000000-0000-4000-8000-000000000003';
const red = '30000000-0000-4000-8000-000000000003';
const white = '30000000-0000-4000-8000-000000000001';
const call = <T>(name: string, args: object, who: keyof People['callers'] = 'admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const readItem = async (id: string) =>
  v.parse(ScheduleItemDetails, await call('get_schedule_place', { p_place_id: id }));
const save = async (id: string | null, p_session: object, p_expected: object | null = null) =>
  v.parse(SavedScheduleItem, await call('save_session', { p_session_id: id, p_session, p_expected }));

const none = crypto.randomUUID();
const calls: [string, object][] = [
  ['get_schedule', { p_from: '2026-11-16', p_until: '2026-11-22' }],
  ['get_schedule_place', { p_place_id: none }],
  ['list_places', {}],
  ['get_week_plan', {}],
  ['preview_cancel_by_staff', { p_place_ids: [none] }],
  ['cancel_by_staff', { p_place_ids: [none], p_reason: 'Rain', p_refunds: false, p_expected: {} }],
  ['save_session', { p_session_id: null, p_session: {} }],
  ['save_camp', { p_camp_id: null, p_camp: {} }],
  ['save_template', { p_template_id: null, p_template: {} }],
  ['copy_week', { p_from: '2026-11-16', p_to: '2026-11-23' }],
  ['preview_week_copy', { p_from: '2026-11-16', p_to: '2026-11-23' }],
  ['withdraw_sessions', { p_session_ids: [none] }],
];
describe.each(calls)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call(name, args, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, args, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test.each(['admin', 'business admin'] as const)(
  '%s sees the week with its occupancy, and nobody’s health',
  async (role) => {
    const answer = await call('get_schedule', { p_from: '2026-11-16', p_until: '2026-11-22' }, role);
    const { places, today } = v.parse(Schedule, answer);
    expect(today).toBe(people.today);
    expect(places.find(({ kind, capacity }) => kind === 'session' && capacity === 4)).toMatchObject({
      taken: 1,
      booked: 1,
      is_cancelled_by_us: false,
      first_day: people.today,
    });
    expect(places.some(({ kind }) => kind === 'camp')).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/allerg|medic/);
  },
);

test.each([
  [{ p_from: '2026-11-16', p_until: '2026-11-15' }, 'p_until'],
  [{ p_from: '2026-11-16', p_until: '2027-11-15' }, 'p_until'],
  [{ p_from: 'infinity', p_until: '2026-11-15' }, 'p_from'],
])('%o is refused as a period', async (args, field) =>
  expect(await refusal(call('get_schedule', args))).toMatchObject({ code: 'invalid_input', field }),
);

describe('a session', () => {
  const sessionFields = (more: object = {}) => ({
    class_type_id: red,
    location_id: place,
    session_date: '2026-12-05',
    session_time: '07:15',
    max_capacity: 1,
    ...more,
  });

  test('a session is created once, can be changed only as it was seen, and the second of two changes is refused', async () => {
    const { place: made } = await save(null, sessionFields());
    expect(made).toMatchObject({ kind: 'session', capacity: 1, taken: 0, first_day: '2026-12-05' });
    expect(await refusal(save(null, sessionFields()))).toMatchObject({ code: 'session_exists' });
    const seen = made.session ?? {};
    const both = await Promise.allSettled([
      save(made.id, { max_capacity: 5 }, seen),
      save(made.id, { session_time: '08:15' }, seen),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { place: now, changes } = await readItem(made.id);
    // The log has one change and, before it, the creation with its author.
    expect(changes).toMatchObject([{ after: expect.anything() as object }, { after: null }]);
    expect(changes[0]?.by).not.toBeUndefined();
    expect(await refusal(save(made.id, { max_capacity: 6 }, seen))).toMatchObject({
      code: 'changed_meanwhile',
      field: now.capacity === 5 ? 'max_capacity' : 'session_time',
    });
    await save(made.id, { max_capacity: 6 }, now.session);
  });

  test('added spots go to the waitlist first; a booked session keeps its class and day, and other changes need a notice', async () => {
    const { session } = await waitlists.makeFullSession(db);
    await waitlists.joinWaitlist(db, { session_id: session });
    const { place: full } = await readItem(session);
    expect(full).toMatchObject({ taken: 1, waiting: 1 });
    const { offered, place: now } = await save(session, { max_capacity: 2 }, full.session);
    expect([offered, now.taken]).toEqual([1, 2]);
    for (const change of [{ session_date: '2026-12-19' }, { class_type_id: white }])
      expect(await refusal(save(session, change, now.session))).toMatchObject({
        code: 'session_in_use',
        field: Object.keys(change)[0],
      });
    // The notices are tested in place-changes.test.ts.
    for (const change of [{ session_time: '11:45' }, { location_id: base }, { duration_minutes: 90 }])
      expect(await refusal(save(session, change, now.session))).toMatchObject({ code: 'notice_needed' });
    expect(await refusal(save(session, { max_capacity: 1 }, now.session))).toMatchObject({
      code: 'session_in_use',
      field: 'max_capacity',
      detail: '2',
    });
  });

  test.each([
    [{ session_date: '2026-11-17' }, 'session_started', 'session_date'],
    [{ session_date: '2029-01-01' }, 'invalid_input', 'session_date'],
    [{ session_date: '2026-02-30' }, 'invalid_input', 'session_date'],
    [{ session_time: '25:00' }, 'invalid_input', 'session_time'],
    [{ class_type_id: none }, 'invalid_input', 'class_type_id'],
    [{ class_type_id: 'red' }, 'invalid_input', 'class_type_id'],
    [{ coach_id: none }, 'invalid_input', 'coach_id'],
    [{ max_capacity: 101 }, 'invalid_input', 'max_capacity'],
    [{ max_capacity: '5' }, 'invalid_input', 'max_capacity'],
    [{ price: 5 }, 'invalid_input', 'price'],
    [{ starts_at: 'now' }, 'invalid_input', 'starts_at'],
  ])('%o is refused', async (wrong, code, field) =>
    expect(await refusal(save(null, sessionFields(wrong)))).toMatchObject({ code, field }),
  );

  test('a cancelled session cannot be changed, because its families have their mail', async () => {
    const { place: made } = await save(null, sessionFields({ session_time: '06:15' }));
    await cancelSessions(db, made.id);
    expect(await refusal(save(made.id, { max_capacity: 2 }, made.session))).toMatchObject({
      code: 'session_not_found',
    });
  });

  test('a session can be withdrawn within an hour, if nobody has booked it', async () => {
    const { place: made } = await save(null, sessionFields({ session_time: '05:15' }));
    const withdraw = (...ids: string[]) => call('withdraw_sessions', { p_session_ids: ids });
    const { session } = await waitlists.makeFullSession(db);
    expect(await refusal(withdraw(made.id, session))).toMatchObject({ code: 'session_in_use' });
    expect(await withdraw(made.id)).toEqual({ deleted: 1 });
    expect(await withdraw(made.id)).toEqual({ deleted: 0 });
    const old = await shop.makeSession(db);
    await db.sql`update public.sessions set created_at = created_at - interval '2 hours' where id = ${old}`;
    expect(await refusal(withdraw(old))).toMatchObject({ code: 'too_late' });
  });
});

test('a camp is created at its tier’s price, can be changed only as it was seen, and the site is rebuilt', async () => {
  const p_camp = {
    name: 'Spark by the sea',
    tier: 'spark',
    team_types: ['red'],
    location_id: base,
    start_date: '2026-12-14',
    end_date: '2026-12-16',
  };
  const saveCamp = async (p_camp_id: string | null, changes: object, p_expected: object | null = null) =>
    v.parse(SavedScheduleItem, await call('save_camp', { p_camp_id, p_camp: changes, p_expected }));
  const wishes = () => countRows(db, 'rebuild_requests');
  const before = await wishes();
  const { place: made, sold_as, price_cents } = await saveCamp(null, p_camp);
  expect(await wishes()).toBe(before + 1);
  expect([sold_as?.price_cents, price_cents]).toEqual([59000, 49000]);
  expect(made.camp).toMatchObject({ session_time_start: '09:00', session_time_end: '15:00', capacity: 20 });
  expect(await refusal(saveCamp(null, p_camp))).toMatchObject({ code: 'camp_exists' });
  expect(await refusal(saveCamp(null, { ...p_camp, price: 1 }))).toMatchObject({ field: 'price' });
  await saveCamp(made.id, { capacity: 22 }, made.camp);
  expect(await refusal(saveCamp(made.id, { capacity: 24 }, made.camp))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'capacity',
  });
});

test('a week is copied once, with only the sessions that do not exist yet', async () => {
  const { place: made } = await save(null, {
    class_type_id: red,
    location_id: place,
    session_date: '2027-03-06',
    session_time: '12:00',
    max_capacity: 3,
  });
  const copy = async () =>
    v.parse(CopiedWeek, await call('copy_week', { p_from: '2027-03-01', p_to: '2027-03-08' }));
  const [one, two] = await Promise.all([copy(), copy()]);
  expect(one.made.length + two.made.length).toBe(1);
  expect((await copy()).left_out).toBe(1);
  const { place: copied } = await readItem([...one.made, ...two.made][0] ?? '');
  expect(copied).toMatchObject({ first_day: '2027-03-13', capacity: 3, booked: 0, title: made.title });
  for (const p_to of ['2027-03-01', '2027-03-09', '2020-01-06', 'infinity'])
    expect(await refusal(call('copy_week', { p_from: '2027-03-01', p_to }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_to',
    });
});

test('a weekly template creates the coming weekends at once, its time cannot change, and it can pause', async () => {
  const p_template = {
    class_type_id: red,
    location_id: place,
    weekday: 6,
    session_time: '19:00',
    max_capacity: 5,
  };
  const saveTemplate = async (id: string | null, changes: object, p_expected: object | null = null) =>
    v.parse(
      SavedTemplate,
      await call('save_template', { p_template_id: id, p_template: changes, p_expected }),
    );
  const { made, template } = await saveTemplate(null, p_template);
  expect(made).toBeGreaterThanOrEqual(template.planned);
  expect(template.planned).toBeGreaterThan(1);
  expect(await refusal(saveTemplate(null, p_template))).toMatchObject({ code: 'session_exists' });
  expect(await refusal(saveTemplate(template.id, { session_time: '20:00' }, template.fields))).toMatchObject({
    code: 'session_in_use',
    field: 'session_time',
  });
  const paused = await saveTemplate(template.id, { active: false }, template.fields);
  expect(paused).toMatchObject({ made: 0, template: { planned: template.planned } });
  expect(await refusal(saveTemplate(template.id, { max_capacity: 4 }, template.fields))).toMatchObject({
    code: 'changed_meanwhile',
  });
  const wrongs = [{ weekday: 8 }, { active: 'yes' }, { max_capacity: 0 }, { session_date: '2026-12-05' }];
  for (const wrong of wrongs)
    expect(
      await refusal(saveTemplate(null, { ...p_template, session_time: '21:00', ...wrong })),
    ).toMatchObject({ code: 'invalid_input', field: Object.keys(wrong)[0] });
  const plan = v.parse(WeekPlan, await call('get_week_plan', {}));
  expect(plan.templates.find(({ id }) => id === template.id)?.fields.active).toBe(false);
  expect(plan.tiers.find(({ tier }) => tier === 'spark')?.price_cents).toBe(59000);
});

describe('the list of sessions and camps', () => {
  const page = async (args: object) => v.parse(ScheduleItems, await call('list_places', args));
  test('the list returns each row once, in both directions', async () => {
    for (const p_sort of ['starts', '-starts']) {
      const all = (await page({ p_sort, p_limit: 1000 })).rows.map(({ id }) => id);
      const met: string[] = [];
      let p_after: string | null = null;
      do {
        const { rows, next } = await page({ p_sort, p_after, p_limit: 4 });
        met.push(...rows.map(({ id }) => id));
        p_after = next;
      } while (p_after !== null);
      expect(met).toEqual(all);
      expect(new Set(met).size).toBe(met.length);
    }
  });
  test('staff can filter the list', async () => {
    const titles = async (p_filter: object) => (await page({ p_filter })).rows;
    expect((await titles({ search: 'spark by' })).map(({ kind }) => kind)).toEqual(['camp']);
    expect((await titles({ kind: 'camp' })).every(({ kind }) => kind === 'camp')).toBe(true);
    expect((await titles({ state: 'off' })).every(({ is_cancelled_by_us }) => is_cancelled_by_us)).toBe(true);
    expect((await titles({ state: 'past' })).every(({ has_begun }) => has_begun)).toBe(true);
    expect(await titles({ search: '100%_' })).toEqual([]);
    expect((await titles({ from: '2027-03-06', until: '2027-03-06' })).length).toBe(1);
  });
  test.each([
    { p_filter: { search: '' } },
    { p_filter: { state: "off'; drop table sessions" } },
    { p_filter: { from: '2026-02-30' } },
    { p_filter: { other: 'x' } },
    { p_filter: { kind: ['camp'] } },
    { p_sort: 'name' },
    { p_limit: 0 },
    { p_limit: 100000 },
  ])('%o is refused', async (args) =>
    expect(await refusal(call('list_places', args))).toMatchObject({ code: 'invalid_input' }),
  );
});
