/** Tests who may read the roster of another day than today (docs/decisions "The roster"). */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RosterEntry, RosterState } from '#contract/roster.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const dayAt = (days: number): string => {
  const day = new Date(`${people.today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};
const readRoster = async (role: Role, p_date: string) =>
  v.parse(v.array(RosterEntry), await rpc(db, people.callers[role], 'get_roster', { p_date }));
const readState = async (role: Role, p_date: string) =>
  v.parse(RosterState, await rpc(db, people.callers[role], 'get_roster_state', { p_date }));

/** Makes a class this many days from now, with a booked child. */
async function makeBookedClass(days: number, childId = people.childId, familyId = people.familyId) {
  const session = await shop.makeSession(db, { date: dayAt(days), capacity: 9 });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session} returning id`;
  return { session, booking: row.id };
}

test.each([-7, -1, 1, 7])('a coach sees their own classes %i days away, and no others', async (days) => {
  const [own, others] = [
    await makeBookedClass(days),
    await makeBookedClass(days, people.otherChildId, people.otherFamilyId),
  ];
  await assignAsCoach(db, people.coachId, own.session);
  const places = await readRoster('coach', dayAt(days));
  expect(places.map(({ session_id }) => session_id)).toContain(own.session);
  expect(JSON.stringify(places)).not.toContain(others.session);
  expect(JSON.stringify(places)).not.toContain(people.otherChildId);
  const { day, entries } = await readState('coach', dayAt(days));
  expect(day).toBe(dayAt(days));
  expect(entries.map(({ entry_id }) => entry_id)).toContain(own.booking);
  expect(entries.map(({ entry_id }) => entry_id)).not.toContain(others.booking);
  const admins = await readRoster('admin', dayAt(days));
  expect(admins.map(({ session_id }) => session_id)).toEqual(
    expect.arrayContaining([own.session, others.session]),
  );
  // Only admins may open the family's page.
  const familiesIn = (roster: typeof places) =>
    roster
      .filter(({ session_id }) => session_id === own.session)
      .flatMap(({ children }) => children.map(({ family_id }) => family_id));
  expect([familiesIn(admins), familiesIn(places)]).toEqual([[people.familyId], [null]]);
});

test.each([-8, 8, 400])('a coach cannot read a day %i days away, but an admin can', async (days) => {
  const { session } = await makeBookedClass(days);
  await assignAsCoach(db, people.coachId, session);
  for (const name of ['get_roster', 'get_roster_state'])
    expect(await refusal(rpc(db, people.callers.coach, name, { p_date: dayAt(days) }))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
  expect((await readRoster('admin', dayAt(days))).map(({ session_id }) => session_id)).toContain(session);
});

test.each(['parent', 'second parent', 'other parent'] as const)('%s cannot read any day', async (role) => {
  for (const name of ['get_roster', 'get_roster_state'])
    for (const days of [-1, 0, 1])
      expect(await refusal(rpc(db, people.callers[role], name, { p_date: dayAt(days) }))).toMatchObject({
        code: 'not_allowed',
        status: 403,
      });
});

test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
  for (const name of ['get_roster', 'get_roster_state'])
    expect(await sqlState(rpc(db, people.callers[role], name, { p_date: people.today }))).toBe('42501');
});

test('a coach who no longer coaches a class cannot read it any more', async () => {
  const { session } = await makeBookedClass(3);
  await assignAsCoach(db, people.coachId, session);
  const ids = async () => (await readRoster('coach', dayAt(3))).map(({ session_id }) => session_id);
  expect(await ids()).toContain(session);
  await db.sql`update public.sessions set coach_id = null where id = ${session}`;
  expect(await ids()).not.toContain(session);
});

test('the roster of another day and each opened child are logged once, with the time they were viewed', async () => {
  const { session } = await makeBookedClass(2);
  await assignAsCoach(db, people.coachId, session);
  for (let n = 0; n < 2; n++) await readRoster('coach', dayAt(2));
  const views = [{ child_id: people.childId, viewed_at: `${people.today}T12:00:00+08:00` }];
  for (let n = 0; n < 2; n++)
    await rpc(db, people.callers.coach, 'log_health_views', {
      p_place_id: session,
      p_day: dayAt(2),
      p_views: views,
    });
  const log = await db.sql<{ access_type: string; child_id: string; day: string; opened_on: string }[]>`
    select access_type, child_id, user_context ->> 'day' as day,
      ((user_context ->> 'viewed_at')::timestamptz at time zone 'Asia/Singapore')::date::text as opened_on
    from public.access_log where user_context ->> 'place_id' = ${session} order by access_type`;
  const entry = { child_id: people.childId, day: dayAt(2) };
  expect(log.map(({ access_type, child_id, day }) => ({ access_type, child_id, day }))).toEqual([
    { ...entry, access_type: 'opened' },
    { ...entry, access_type: 'roster' },
  ]);
  expect(log[0]).toMatchObject({ opened_on: people.today });
});
