/**
 * Tests the attendance of a class by week and by child, and who may read it (docs/decisions "Attendance over time").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClassAttendance } from '#contract/attendance.ts';
import { PrivacyReceipt } from '#contract/family-privacy.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
/** These are the ids of this week's session and of the sessions one, two and three weeks ago. */
let weeks: string[];
let kai: string;
let mia: string;
const dayBefore = (days: number) => {
  const date = new Date(`${people.today}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
};
async function child(name: string, familyId = people.familyId): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${familyId}, ${name}, '2018-01-01') returning id`;
  return row.id;
}
const book = (session: string, childId: string, attended: boolean | null) => db.sql`
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id, attended)
  select s.id, s.session_date, s.session_time, c.id, c.family_id, ${attended} from public.sessions s, public.children c
  where s.id = ${session} and c.id = ${childId}`;
const adminId = () => people.callers.admin.sub ?? '';
const ids = { own: '', other: '' };

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
  const [own] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id) values ('Ana', ${people.coachId})
    on conflict (user_id) do update set name = excluded.name returning id`;
  const [other] = await db.sql<
    [{ id: string }]
  >`insert into public.coaches (name) values ('Ben') returning id`;
  Object.assign(ids, { own: own.id, other: other.id });
  weeks = [];
  for (const days of [0, 7, 14, 21])
    weeks.push(await shop.makeSession(db, { date: dayBefore(days), capacity: 8 }));
  // All four sessions get the same hour, class and location.
  await db.sql`
    update public.sessions set session_time = '06:40', coach_id = ${ids.own},
      class_type_id = (select class_type_id from public.sessions where id = ${weeks[0] ?? ''}),
      location_id = (select location_id from public.sessions where id = ${weeks[0] ?? ''})
    where id = any (${weeks})`;
  await db.sql`update public.sessions set coach_id = ${ids.other} where id = ${weeks[2] ?? ''}`;
  [kai, mia] = [await child('Kai Tan'), await child('Mia Lim', people.otherFamilyId)];
  await book(weeks[0] ?? '', kai, null);
  await book(weeks[1] ?? '', kai, true);
  await book(weeks[1] ?? '', mia, false);
  await book(weeks[2] ?? '', mia, true);
  await book(weeks[3] ?? '', kai, true);
  await db.sql`update public.sessions set status = 'cancelled', cancelled_by_us_at = now() where id = ${weeks[3] ?? ''}`;
});
afterAll(() => db.drop());

const ask = (who: keyof People['callers'], session = weeks[0], p_weeks = 12) =>
  rpc(db, people.callers[who], 'get_class_attendance', { p_session_id: session, p_weeks });
const read = async (who: keyof People['callers'], session = weeks[0], p_weeks = 12) =>
  v.parse(ClassAttendance, await ask(who, session, p_weeks));

test('the report counts each week and lists each child', async () => {
  const { weeks: shown, children } = await read('admin');
  expect(shown.map(({ session_id }) => session_id)).toEqual(weeks.toReversed());
  expect(
    shown.map(({ is_cancelled, booked, came, missed, open }) => [is_cancelled, booked, came, missed, open]),
  ).toEqual([
    [true, 0, 0, 0, 0],
    [false, 1, 1, 0, 0],
    [false, 2, 1, 1, 0],
    [false, 1, 0, 0, 1],
  ]);
  expect(children.map(({ name, family_id, sessions }) => [name, family_id, sessions.length])).toEqual([
    ['Kai Tan', people.familyId, 2],
    ['Mia Lim', people.otherFamilyId, 2],
  ]);
  expect((await read('admin', weeks[0], 1)).weeks).toHaveLength(1);
});

describe('who may read the attendance of a class', () => {
  test('a coach sees only the weeks that they held, and no family', async () => {
    const { weeks: shown, children } = await read('coach');
    expect(shown.map(({ session_id }) => session_id)).toEqual([weeks[3], weeks[1], weeks[0]]);
    expect(children.map(({ name, family_id }) => [name, family_id])).toEqual([
      ['Kai Tan', null],
      ['Mia Lim', null],
    ]);
    expect(children[1]?.sessions).toEqual([{ session_id: weeks[1], state: 'missed' }]);
    // A coach gets the same error for a colleague's session as for one that does not exist.
    expect(await refusal(ask('coach', weeks[2]))).toMatchObject({ code: 'session_not_found' });
  });

  test('no other user may read it', async () => {
    for (const role of ['visitor', 'service'] as const) expect(await sqlState(ask(role))).toBe('42501');
    for (const role of ['parent', 'second parent', 'other parent'] as const)
      expect(await refusal(ask(role))).toMatchObject({ code: 'not_allowed' });
    for (const p_weeks of [0, 53])
      expect(await refusal(ask('admin', weeks[0], p_weeks))).toMatchObject({ code: 'invalid_input' });
  });
});

test('each family can see who read it, once per day and person', async () => {
  await db.sql`delete from public.rate_limits`;
  await read('admin');
  await read('admin');
  const entries = await db.sql`
    select user_id from public.access_log where access_type = 'attendance' and child_id = ${kai} and user_id = ${adminId()}`;
  expect(entries).toHaveLength(1);
  const receipt = v.parse(PrivacyReceipt, await rpc(db, people.callers.parent, 'get_privacy_receipt'));
  expect(receipt.reads.some(({ child_name, how }) => child_name === 'Kai Tan' && how === 'attendance')).toBe(
    true,
  );
});
