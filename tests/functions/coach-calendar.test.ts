/**
 * A coach's calendar shows the coach's own plan and no child to everybody who has its address,
 * until the address or the role ends.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler } from '#functions/coach-calendar/handler.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { directDb } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

const env = testEnv();
const address = `${env.SUPABASE_URL}/functions/v1/coach-calendar`;
let db: TestDatabase;
let people: People;
let coach: Caller;
let other: Caller;
let session: string;
let camp: string;

const ask = (path: string, init: RequestInit = {}) =>
  handler(new Request(address + path, init), { db: directDb(db), env });
const readFeed = async (token: string) => (await (await ask(`/${token}.ics`)).text()).replaceAll('\r\n ', '');
const renew = async (who: Caller) => {
  await db.sql`delete from public.rate_limits`;
  return (await rpc<{ token: string }>(db, who, 'renew_coach_calendar_link')).token;
};
const eventsIn = (feed: string) => feed.split('BEGIN:VEVENT').slice(1);

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  ({ coach } = people.callers);
  await camps.publish(db, camps.tierOffer('spark'));
  await db.sql`delete from public.camp_coaches`;
  await db.sql`update public.sessions set coach_id = null`;
  const otherId = await makeUser(db, 'other-coach@example.test', ['coach']);
  other = { role: 'authenticated', sub: otherId };
  await db.sql`insert into public.coaches (name, user_id) values ('Other', ${otherId})`;
  session = await shop.makeSession(db, { date: '2026-11-21' });
  const otherSession = await shop.makeSession(db, { date: '2026-11-22' });
  camp = await camps.makeCamp(db, { start: '2026-12-07', days: 3 });
  await db.sql`
    update public.sessions s set coach_id = k.id from public.coaches k
    where s.id = ${session} and k.user_id = ${people.coachId} or s.id = ${otherSession} and k.user_id = ${otherId}`;
  await db.sql`
    insert into public.camp_coaches (camp_id, coach_id) select ${camp}, id from public.coaches where user_id = ${people.coachId}`;
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id) values (${camp}, ${people.childId}, ${people.familyId})`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select s.id, s.session_date, s.session_time, ${people.childId}, ${people.familyId} from public.sessions s where s.id = ${session}`;
});
afterAll(() => db.drop());

test('the calendar has the coach’s own sessions and camp days with base and hours, and names no child', async () => {
  const token = await renew(coach);
  const feed = await readFeed(token);
  expect(eventsIn(feed)).toHaveLength(4);
  const [row] = await db.sql<[{ starts: string }]>`
    select to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as starts from public.sessions where id = ${session}`;
  for (const line of [
    `UID:coach-${session}@`,
    `DTSTART:${row.starts}`,
    'SUMMARY:Red Otter A',
    'LOCATION:Somerset',
    `UID:coach-${camp}-2026-12-07@`,
    // These are the roster's hours with the extended day, from 8.30 am to 5 pm.
    'DTSTART:20261209T003000Z',
    'DTEND:20261209T090000Z',
    'LOCATION:Orchard Central',
  ])
    expect.soft(feed).toContain(line);
  const names = await db.sql<{ name: string }[]>`select name from public.children where name <> ''`;
  expect(names.length).toBeGreaterThan(0);
  for (const { name } of names) expect(feed).not.toContain(name);
  expect(eventsIn(await readFeed(await renew(other)))).toHaveLength(1);
});

test('the calendar shows a cancelled session as cancelled', async () => {
  const token = await renew(coach);
  await cancelSessions(db, session);
  const events = eventsIn(await readFeed(token));
  expect(events.map((event) => event.includes('STATUS:CANCELLED'))).toEqual([true, false, false, false]);
});

test('a new address ends the old one, and only hashes are stored', async () => {
  const old = await renew(coach);
  const token = await renew(coach);
  expect((await ask(`/${old}.ics`)).status).toBe(404);
  expect((await ask(`/${token}.ics`)).status).toBe(200);
  const rows = await db.sql`select * from public.coach_calendars`;
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await rpc(db, coach, 'get_coach_calendar_link')).toMatchObject({
    link: { made_at: expect.any(String) as string, last_read_at: expect.any(String) as string },
  });
  expect(await rpc(db, coach, 'revoke_coach_calendar_link')).toEqual({ revoked: true });
  for (const path of [`/${token}.ics`, `/${'0'.repeat(32)}.ics`, '/x.ics', '', `/${token}`])
    expect((await ask(path)).status, path).toBe(404);
  expect(await rpc(db, coach, 'get_coach_calendar_link')).toEqual({ link: null });
  expect((await ask(`/${token}.ics`, { method: 'POST' })).status).toBe(405);
});

test('the calendar ends with the role of a coach, and does not come back with it', async () => {
  const token = await renew(other);
  expect((await ask(`/${token}.ics`)).status).toBe(200);
  await db.sql`delete from public.user_roles where user_id = ${other.sub ?? ''} and role = 'coach'`;
  expect((await ask(`/${token}.ics`)).status).toBe(404);
  await db.sql`insert into public.user_roles (user_id, role) values (${other.sub ?? ''}, 'coach')`;
  expect((await ask(`/${token}.ics`)).status).toBe(404);
});

describe('attacks on the calendar of a coach', () => {
  const calls = ['get_coach_calendar_link', 'renew_coach_calendar_link', 'revoke_coach_calendar_link'];
  test.each(['parent', 'second parent', 'other parent', 'admin', 'business admin'] as const)(
    '%s is refused, and reads no address',
    async (part) => {
      const token = await renew(coach);
      for (const call of calls)
        expect(await refusal(rpc(db, people.callers[part], call)), call).toMatchObject({
          code: 'not_allowed',
        });
      for (const statement of [
        'select 1 from public.coach_calendars',
        `select public.read_coach_calendar('${token}')`,
      ])
        expect(await sqlState(db.as(people.callers[part], (sql) => sql.unsafe(statement)))).toBe('42501');
      expect((await ask(`/${token}.ics`)).status).toBe(200);
    },
  );
  test.each(['visitor', 'service'] as const)('%s may not call its functions', async (part) => {
    for (const call of calls) expect(await sqlState(rpc(db, people.callers[part], call)), call).toBe('42501');
  });
  test('another coach can neither end nor read it, because no call takes an id', async () => {
    const token = await renew(coach);
    expect(await rpc(db, other, 'revoke_coach_calendar_link')).toEqual({ revoked: false });
    await renew(other);
    expect((await ask(`/${token}.ics`)).status).toBe(200);
    for (const call of calls)
      await expect(rpc(db, other, call, { p_user_id: people.coachId })).rejects.toThrow(/does not exist/);
    expect(await sqlState(db.as(other, (sql) => sql`select 1 from public.coach_calendars`))).toBe('42501');
  });
  test('a sign-in of long ago creates no address', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    const signedInEarlier = { ...coach, claims: { amr: [{ method: 'otp', timestamp }] } };
    expect(await refusal(rpc(db, signedInEarlier, 'renew_coach_calendar_link'))).toMatchObject({
      code: 'sign_in_again',
    });
  });
});
