/** Tests who marks children on the roster, including two devices at once (docs/decisions "The roster"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MarkedRoster, RosterState } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { purge } from '#support/sql-privacy.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let stranger: Caller;
let place: string;
let booking: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  stranger = { role: 'authenticated', sub: await makeUser(db, 'stranger@example.test', ['coach']) };
});
beforeEach(async () => {
  await setTime('12:00');
  [place, booking] = await bookClass();
  await assignAsCoach(db, people.coachId, place);
});
afterAll(() => db.drop());

const setTime = (time: string, day = people.today) => stopCalendar(db, `${day}T${time}:00+08:00`);
const moment = (time: string) => new Date(`${people.today}T${time}:00+08:00`).toISOString();

async function bookClass(childId = people.childId, familyId = people.familyId): Promise<[string, string]> {
  const session = await shop.makeSession(db, { date: people.today, capacity: 9 });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session} returning id`;
  return [session, row.id];
}
const mark = (kind: string, time: string, more: object = {}) => ({
  id: randomUUID(),
  entry_id: booking,
  kind,
  made_at: moment(time),
  ...more,
});
const send = (who: Caller, marks: unknown, placeId = place, day = people.today) =>
  db
    .as(who, async (sql) => {
      await sql`select set_config('request.path', '/rpc/mark_roster', true), set_config('response.status', '', true)`;
      const [row] = await sql`
        select public.mark_roster(${placeId}, ${day}, ${JSON.stringify(marks)}::text::jsonb) as answer,
          current_setting('response.status') as status`;
      return row as { answer: unknown; status: string };
    })
    .then(({ answer }) => {
      const code = (answer as { message?: string }).message;
      if (code !== undefined) throw Object.assign(new Error(code), answer);
      return v.parse(MarkedRoster, answer);
    });
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'let through',
    (error: unknown) => (error as Error).message,
  );
const state = async (who: Caller = people.callers.admin) =>
  v
    .parse(RosterState, await rpc(db, who, 'get_roster_state'))
    .entries.find(({ entry_id }) => entry_id === booking);

describe('who may use the roster', () => {
  const calls = {
    mark_roster: () => ({ p_place_id: place, p_day: people.today, p_marks: null }),
    get_roster_state: () => ({}),
    share_roster: () => ({ p_place_id: place, p_minutes: 60 }),
    assign_coach: () => ({ p_place_id: place, p_coach_id: randomUUID(), p_leads: true }),
  };
  test.each(Object.entries(calls))('%s: visitors and the service may not call it', async (name, args) => {
    for (const part of ['visitor', 'service'] as const)
      expect(await sqlState(rpc(db, people.callers[part], name, args()))).toBe('42501');
  });
  test.each(Object.entries(calls))('%s: families are refused', async (name, args) => {
    for (const part of ['parent', 'second parent', 'other parent'] as const)
      expect(await refusal(rpc(db, people.callers[part], name, args()))).toMatchObject({
        code: 'not_allowed',
      });
  });

  test('a coach marks, reads and shares only their own classes and camps, and an admin can do so for all', async () => {
    expect(await send(people.callers.coach, [mark('in', '09:00')])).toEqual({ refused: [] });
    expect(await state(people.callers.coach)).toMatchObject({ state: 'in' });
    expect(await code(send(stranger, [mark('absent', '11:00')]))).toBe('not_allowed');
    expect(await state(stranger)).toBeUndefined();
    expect(await rpc(db, stranger, 'get_todays_roster')).toEqual([]);
    expect(
      await refusal(rpc(db, stranger, 'share_roster', { p_place_id: place, p_minutes: 60 })),
    ).toMatchObject({ code: 'not_allowed' });
    for (const [name, args] of [
      ['set_child_level', { p_child_id: people.childId, p_level: 2 }],
      ['agree_team', { p_child_id: people.childId, p_team: 'red' }],
    ] as const)
      expect(await refusal(rpc(db, stranger, name, args))).toMatchObject({ code: 'child_not_found' });
    const seen = await db.as(
      stranger,
      (sql) => sql`select 1 from public.bookings union all select 1 from public.children`,
    );
    expect(seen).toHaveLength(0);
    expect(await send(people.callers.admin, [mark('absent', '11:00')])).toEqual({ refused: [] });
    expect(await state()).toMatchObject({ state: 'absent', checked_in_at: null });
  });

  test('an admin assigns a substitute, who sees the roster from then on, and that is logged', async () => {
    const [substitute] = await db.sql<[{ id: string }]>`
      insert into public.coaches (name, user_id) values ('Stand-in', ${stranger.sub ?? ''}) returning id`;
    const assign = (who: Caller, p_leads: boolean, p_place_id = place, p_reason: string | null = null) =>
      rpc(db, who, 'assign_coach', { p_place_id, p_coach_id: substitute.id, p_leads, p_reason });
    const { coach, admin } = people.callers;
    expect(await refusal(assign(coach, true))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(assign(admin, true, randomUUID()))).toMatchObject({ code: 'place_not_found' });
    const listed = { id: substitute.id, name: 'Stand-in' };
    expect(await assign(admin, true)).toMatchObject({ coaches: [listed], impact: { mails: 0 } });
    expect(await state(stranger)).toMatchObject({ state: 'expected' });
    expect(await code(send(coach, [mark('in', '09:00')]))).toBe('not_allowed');
    const [camp] = await db.sql<[{ id: string }]>`
      select id from public.camp_weeks where is_active order by id limit 1`;
    await assign(admin, true, camp.id, 'Both groups are at one base');
    const without = { coaches: expect.not.arrayContaining([listed]) as unknown };
    expect(await assign(admin, false, camp.id)).toMatchObject(without);
    expect(await assign(admin, false)).toMatchObject({ coaches: [] });
    const log = await db.sql`
      select table_name, action from public.audit_log
      where user_id = ${people.callers.admin.sub ?? ''} and (row_key = ${place} or table_name = 'camp_coaches') order by id`;
    expect(log.map(({ table_name, action }) => `${table_name as string} ${action as string}`)).toEqual([
      ...['sessions update', 'camp_coaches insert', 'camp_coaches delete', 'sessions update'],
    ]);
    await db.sql`delete from public.coaches where id = ${substitute.id}`;
  });
});

describe('attendance marks', () => {
  test('marks record arrival, pick-up and by whom, lateness, absence, and a note, and the attendance follows', async () => {
    const readAttended = async () =>
      (await db.sql`select attended from public.bookings where id = ${booking}`)[0]?.['attended'] as unknown;
    const { coach } = people.callers;
    expect(await state()).toMatchObject({ state: 'expected', last_mark: null });
    await send(coach, [mark('late', '09:20'), mark('note', '09:21', { note: 'No helmet' })]);
    expect(await state()).toMatchObject({
      state: 'in',
      is_late: true,
      checked_in_at: moment('09:20'),
      note: 'No helmet',
      marked_by: expect.any(String) as string,
    });
    expect(await readAttended()).toBe(true);
    await send(coach, [
      mark('out', '11:00', { collected_by: 'listed_person', handed_to: 'Granny  Tan' }),
      mark('note', '11:01'),
    ]);
    expect(await state()).toMatchObject({
      state: 'out',
      is_late: true,
      checked_in_at: moment('09:20'),
      checked_out_at: moment('11:00'),
      handed_to: 'Granny Tan',
      by_code: false,
      note: null,
    });
    await send(coach, [mark('absent', '11:30')]);
    expect(await readAttended()).toBe(false);
  });

  test('the database decides whether a pickup code was right, not the browser', async () => {
    const { coach, parent } = people.callers;
    const markOut = (time: string, handed_to: string | undefined) =>
      mark('out', time, { collected_by: 'listed_person', handed_to, by_code: true });
    await send(coach, [markOut('11:00', 'Somebody')]);
    expect(await state()).toMatchObject({ by_code: false });
    const [known] = await rpc<{ code: string; name: string }[]>(db, parent, 'get_pickup_codes');
    await rpc(db, coach, 'check_pickup_code', { p_child_id: people.childId, p_code: known?.code });
    await send(coach, [markOut('11:10', 'Somebody else')]);
    expect(await state()).toMatchObject({ by_code: false, handed_to: 'Somebody else' });
    await send(coach, [markOut('11:20', known?.name)]);
    expect(await state()).toMatchObject({ by_code: true, handed_to: known?.name });
  });

  test('marks of two devices count once each, and the latest one made applies, whatever the order of arrival', async () => {
    const { coach, admin } = people.callers;
    const first = mark('in', '09:00');
    const marks = [first, mark('absent', '08:50'), mark('out', '11:00', { collected_by: 'alone' }), first];
    const seen = [];
    for (const order of [
      [0, 1, 2, 3],
      [2, 1, 0, 3],
      [1, 3, 2, 0],
    ]) {
      [place, booking] = await bookClass();
      await assignAsCoach(db, people.coachId, place);
      const ids = new Map(marks.map((one) => [one, randomUUID()]));
      for (const at of order) {
        const one = marks[at];
        if (one) await send(at % 2 ? coach : admin, [{ ...one, entry_id: booking, id: ids.get(one) }]);
      }
      expect((await db.sql`select 1 from public.attendance_marks where booking_id = ${booking}`).length).toBe(
        3,
      );
      const now = await state();
      seen.push([now?.state, now?.checked_in_at, now?.checked_out_at]);
    }
    expect(seen).toEqual(Array(3).fill(['out', moment('09:00'), moment('11:00')]));
  });

  test('undoing a mark restores the earlier state, and undoing another child’s mark changes nothing', async () => {
    const { coach } = people.callers;
    const [came, left] = [mark('in', '09:00'), mark('out', '11:00', { collected_by: 'alone' })];
    await send(coach, [came, left, mark('undo', '11:01', { undoes: left.id })]);
    expect(await state()).toMatchObject({ state: 'in', checked_in_at: moment('09:00'), last_mark: came.id });
    const [, other] = await bookClass(people.otherChildId, people.otherFamilyId);
    await db.sql`
      insert into public.attendance_marks (id, booking_id, day, kind, made_at, undoes)
      values (gen_random_uuid(), ${other}, ${people.today}, 'undo', now(), ${came.id})`;
    expect(await state()).toMatchObject({ state: 'in' });
    await send(coach, [mark('undo', '11:02', { undoes: came.id })]);
    expect(await state()).toMatchObject({ state: 'expected' });
    expect((await db.sql`select attended from public.bookings where id = ${booking}`)[0]?.['attended']).toBe(
      null,
    );
  });

  test('marks have the device’s time, if it is within the day and not in the future', async () => {
    await send(people.callers.coach, [mark('in', '23:00')]);
    expect(await state()).toMatchObject({ checked_in_at: moment('12:00') });
    await send(people.callers.coach, [{ ...mark('absent', '08:00'), made_at: '2020-01-01T00:00:00.000Z' }]);
    expect(await state()).toMatchObject({ state: 'in' });
  });

  test('marks of an offline device are accepted overnight, for coaches until noon, and never for other days', async () => {
    const { coach, admin } = people.callers;
    await setTime('11:59', '2026-11-19');
    expect(await send(coach, [mark('in', '09:00')])).toEqual({ refused: [] });
    expect(await rpc(db, coach, 'get_todays_roster')).toEqual([]);
    await setTime('12:00', '2026-11-19');
    expect(await code(send(coach, [mark('absent', '10:00')]))).toBe('not_allowed');
    expect(await send(admin, [mark('out', '10:00', { collected_by: 'alone' })])).toEqual({ refused: [] });
    await setTime('12:00');
    expect(await state()).toMatchObject({ state: 'out', checked_out_at: moment('10:00') });
    expect(await code(send(coach, [mark('in', '09:00')], place, '2026-11-19'))).toBe('place_not_found');
  });

  test('marks that cannot be stored are named, and do not stop the others', async () => {
    const { coach } = people.callers;
    const bad = [
      ['booking_not_found', mark('in', '09:00', { entry_id: randomUUID() })],
      ['booking_not_found', mark('in', '09:00', { entry_id: 'x' })],
      ['invalid_input', mark('cleared', '09:00')],
      ['invalid_input', mark('in', '09:00', { made_at: 'today' })],
      ['invalid_input', mark('undo', '09:00')],
      ['invalid_input', mark('note', '09:00', { note: 'x'.repeat(501) })],
      ['invalid_input', mark('out', '09:00', { collected_by: 'other_person', handed_to: '\u202e' })],
      ['invalid_input', mark('out', '09:00', { collected_by: 'friend', handed_to: 'Ann' })],
      ['invalid_input', mark('out', '09:00', { collected_by: 'alone', handed_to: 'Ann' })],
      ['invalid_input', mark('out', '09:00', { collected_by: 'alone', confirmed: 'yes' })],
      ['invalid_input', mark('not_handed_over', '09:00', { handed_to: 'Ann' })],
      ['invalid_input', mark('decision', '09:00', { chooses: randomUUID() })],
      ['invalid_input', mark('in', '09:00', { follows: ['x'] })],
      ['first_aid_not_found', mark('parent_informed', '09:00', { first_aid_id: randomUUID() })],
      ['invalid_input', mark('first_aid', '09:00', { injury: 'Knee', treatment: 'Ice' })],
    ] as const;
    const { refused } = await send(coach, [...bad.map(([, one]) => one), mark('in', '09:00')]);
    expect(refused).toEqual(bad.map(([reason, { id }]) => ({ id, code: reason })));
    expect(await state()).toMatchObject({ state: 'in' });
    for (const marks of [null, [], {}, [1], Array(201).fill(mark('in', '09:00'))])
      expect(await code(send(coach, marks))).toBe('invalid_input');
    await db.sql`delete from public.attendance_marks where booking_id = ${booking}`;
    await db.sql`update public.bookings set attended = null where id = ${booking}`;
    await db.sql`update public.bookings set status = 'cancelled' where id = ${booking}`;
    expect((await send(coach, [mark('in', '09:30')])).refused).toMatchObject([{ code: 'booking_not_found' }]);
  });
});

test('notes and names of collectors are deleted after 90 days, first aid after three years', async () => {
  await send(people.callers.coach, [
    mark('out', '11:00', { collected_by: 'listed_person', handed_to: 'Granny' }),
    mark('note', '11:00', { note: 'Tired' }),
    mark('first_aid', '11:00', { injury: 'Knee', treatment: 'Ice', parent_informed: true }),
  ]);
  const countNotes = async () => {
    await purge(db);
    const [row] = await db.sql`
      select (select count(*) from public.attendance_marks where note is not null or handed_to is not null)::integer as words,
        (select count(*) from public.first_aid_log)::integer as aid`;
    return row as unknown as { words: number; aid: number };
  };
  const before = await countNotes();
  expect(before.words).toBeGreaterThanOrEqual(2);
  await db.sql`update public.attendance_marks set received_at = now() - interval '91 days'`;
  await db.sql`update public.first_aid_log set created_at = now() - interval '2 years'`;
  expect(await countNotes()).toEqual({ words: 0, aid: before.aid });
  await db.sql`update public.first_aid_log set created_at = now() - interval '3 years 1 day'`;
  expect(await countNotes()).toEqual({ words: 0, aid: 0 });
});
