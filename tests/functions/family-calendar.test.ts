import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/family-calendar/handler.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { directDb } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import * as camps from '#support/sql-camps.ts';
import { saveChild } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, rpc, stopCalendar } from '#support/sql.ts';

const env = testEnv();
const address = `${env.SUPABASE_URL}/functions/v1/family-calendar`;
let database: TestDatabase;
let camp: string;
beforeAll(async () => {
  database = await createDatabase();
  await camps.publish(database, camps.tierOffer('spark'));
  await stopCalendar(database, '2030-01-10T12:00:00+08:00');
  camp = await camps.makeCamp(database, { start: '2030-01-14' });
});
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

const ask = (path: string, init: RequestInit = {}, db = directDb(database)) =>
  handler(new Request(address + path, init), { db, env });

/** Returns a family with a future class and camp, and the address of its calendar. */
async function makeFamily() {
  const home = await passes.makeHome(database, '2022-05-01');
  await saveChild(database, home.who, {
    id: home.childId,
    name: 'Kai; Tan',
    health: { allergies: 'Bees' },
  });
  await passes.makePass(database, home, { credits: 9 });
  const session = await shop.makeSession(database, { date: '2030-01-12', capacity: 4 });
  await passes.bookSession(database, home, session);
  await database.sql`insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (${camp}, ${home.childId}, ${home.familyId}, 'listed')`;
  const { token } = await rpc<{ token: string }>(database, home.who, 'renew_calendar_link');
  return { home, session, token };
}
/** Returns the calendar's text with its folded lines joined. */
const readUnfolded = async (response: Response) => (await response.text()).replaceAll('\r\n ', '');

test('the calendar says when and where, by first name, in UTC, and nothing about health', async () => {
  const { session, token, home } = await makeFamily();
  const response = await ask(`/${token}.ics`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=900',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const feed = await readUnfolded(response);
  const [row] = await database.sql<[{ starts: string }]>`
    select to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as starts from public.sessions where id = ${session}`;
  for (const line of [
    'BEGIN:VCALENDAR',
    `UID:${session}-${home.childId}@`,
    `DTSTART:${row.starts}`,
    'SUMMARY:Kai\\;: Red Otter A',
    'LOCATION:Somerset',
    `UID:${camp}-${home.childId}@`,
    'RRULE:FREQ=DAILY;COUNT=3',
    'STATUS:CONFIRMED',
  ])
    expect.soft(feed).toContain(line);
  expect(feed).not.toMatch(/Bees|Tan|STATUS:CANCELLED/);
  expect(await (await ask(`?token=${token}`)).text()).toContain('BEGIN:VEVENT');
  const head = await ask(`/${token}.ics`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a cancelled day of a camp is not in the calendar, and the other days stay', async () => {
  const { token } = await makeFamily();
  const [camps] = await database.sql<[{ first: string; second: string }]>`
    insert into public.cancelled_camp_days (camp_id, day, reason, money)
    select id, start_date + 1, 'Haze', 'refund' from public.camp_weeks where id = ${camp}
    returning to_char(day - 1, 'YYYYMMDD') as first, to_char(day, 'YYYYMMDD') as second`;
  const feed = await readUnfolded(await ask(`/${token}.ics`));
  await database.sql`delete from public.cancelled_camp_days where camp_id = ${camp}`;
  const start = new RegExp(`DTSTART:${camps.first}T(\\d{6}Z)`).exec(feed)?.[1];
  expect(start).toBeDefined();
  expect(feed).toContain(`RRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:${camps.second}T${start}`);
  expect(await readUnfolded(await ask(`/${token}.ics`))).not.toContain('EXDATE');
});

test.each(['נועם', '🦦'.repeat(40), 'نورة'])(
  'the name %s is complete, in lines of the length that calendars allow',
  async (name) => {
    const { home, token } = await makeFamily();
    await saveChild(database, home.who, { id: home.childId, name: `${name} Tan` });
    const feed = await (await ask(`/${token}.ics`)).text();
    for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(feed.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}: Red Otter A`);
    expect(feed).not.toContain('\ufffd');
  },
);

test('a cancelled session stays in the calendar as cancelled', async () => {
  const { session, token } = await makeFamily();
  await cancelSessions(database, session);
  const events = (await readUnfolded(await ask(`/${token}.ics`))).split('BEGIN:VEVENT').slice(1);
  expect(events.map((event) => [event.includes(session), event.includes('STATUS:CANCELLED')])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('a day that we cancelled and a day that the child misses are not in the calendar', async () => {
  const { home, token } = await makeFamily();
  await database.sql`insert into public.cancelled_camp_days (camp_id, day, reason, money)
    values (${camp}, '2030-01-15', 'Haze', 'refund')`;
  const [enrollment] = await database.sql<[{ id: string }]>`
    select id from public.camp_enrollments where camp_id = ${camp} and family_id = ${home.familyId}`;
  const tellAbsence = (day: string, isAbsent: boolean) =>
    rpc(database, home.who, 'tell_absence', {
      p_enrollment_id: enrollment.id,
      p_day: day,
      p_absent: isAbsent,
    });
  const readCamp = async () =>
    (await readUnfolded(await ask(`/${token}.ics`)))
      .split('BEGIN:VEVENT')
      .find((part) => part.includes(camp));
  // Days that were told before the dates of a camp changed do not count.
  await database.sql`insert into public.camp_absences (enrollment_id, day)
    select ${enrollment.id}, '2030-01-10'::date + n from generate_series(0, 3) n`;
  await tellAbsence('2030-01-14', true);
  const missing = await readCamp();
  const [, hour = ''] = /DTSTART:\d{8}(T\d{6}Z)/.exec(missing ?? '') ?? [];
  expect(missing).toContain(`\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE:20300114${hour},20300115${hour}\r\n`);
  expect(missing).toContain('STATUS:CONFIRMED');
  expect(missing).not.toContain('Haze');
  await tellAbsence('2030-01-16', true);
  expect(await readCamp()).toContain('STATUS:CANCELLED');
  await tellAbsence('2030-01-14', false);
  await tellAbsence('2030-01-16', false);
  expect(await readCamp()).toContain(`\r\nEXDATE:20300115${hour}\r\n`);
  await database.sql`delete from public.cancelled_camp_days`;
  expect(await readCamp()).not.toContain('EXDATE');
});

test('unknown, malformed and revoked addresses get the same answer', async () => {
  const { home, token } = await makeFamily();
  await rpc(database, home.who, 'revoke_calendar_link');
  const answers = [];
  for (const path of [
    `/${token}.ics`,
    `/${'0'.repeat(32)}.ics`,
    '/x.ics',
    '',
    `?token=${'1'.repeat(32)}`,
    `/${token}`,
  ]) {
    const response = await ask(path);
    answers.push([response.status, await response.text(), response.headers.get('cache-control')]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.[0]).toBe(404);
});

test('the address allows only reading', async () => {
  const { token } = await makeFamily();
  const response = await ask(`/${token}.ics`, { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('too many requests are refused for a while', async () => {
  const { token } = await makeFamily();
  const statuses = [];
  for (let n = 0; n < 62; n++) statuses.push((await ask(`/${token}.ics`, { method: 'HEAD' })).status);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 429]);
});

test('calendar apps keep their entries while the database is down, and no log has the address', async () => {
  const { token } = await makeFamily();
  const away = { rpc: () => Promise.reject(new Error('connection refused')) };
  const response = await ask(`/${token}.ics`, {}, away);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '600']);
  const logged = JSON.stringify(vi.mocked(console.error).mock.calls);
  expect(logged).toContain('family-calendar');
  expect(logged).not.toContain(token);
});
