/** A build of the site is asked for once: when camps have changed and nobody changes more, and when a day begins. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeCamp, takePlace } from '#support/sql-camps.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  // Not the day on which the database happens to be made: these tests have a calendar of their own.
  await db.sql`update public.rebuild_days set day = '2026-11-23'`;
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());

const claim = (who: Caller = x.service) => x.rpc<{ reason: string | null }>(db, who, 'claim_rebuild');
const quiet = (seconds: number) => db.sql`update public.settings set rebuild_quiet_seconds = ${seconds}`;

beforeEach(async () => {
  await quiet(0);
  await x.stopCalendar(db, '2026-11-23T12:00:00+08:00');
  await claim();
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['created', () => makeCamp(db)],
  [
    'edited',
    (id) => db.as(admin, (sql) => sql`select public.update_camp(${id}, '{"name": "Spark by the sea"}')`),
  ],
  [
    'given more places',
    (id) => db.as(admin, (sql) => sql`select public.update_camp(${id}, '{"capacity": 30}')`),
  ],
  ['called off', (id) => x.callOff(db, id)],
])('a camp that is %s asks for one build', async (_, change) => {
  const id = await makeCamp(db);
  await claim();
  await change(id);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('a sale asks for none: places and prices are read in the browser', async () => {
  const id = await makeCamp(db);
  await claim();
  await takePlace(db, id);
  await takePlace(db, id, { heldSeconds: 60 });
  expect(await claim()).toEqual({ reason: null });
});

test('a list of camps typed in one go is one build; who never stops typing is not waited for', async () => {
  await quiet(30);
  await makeCamp(db);
  await makeCamp(db);
  expect(await claim()).toEqual({ reason: null });
  await db.sql`update public.rebuild_requests set asked_at = clock_timestamp() - interval '31 seconds'`;
  expect(await claim()).toEqual({ reason: 'camps' });
  await makeCamp(db);
  await db.sql`update public.rebuild_requests set asked_at = clock_timestamp() - interval '301 seconds'`;
  await makeCamp(db);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('a day begins for the site at 00:05 in Singapore, once', async () => {
  await x.stopCalendar(db, '2026-11-24T00:04:59+08:00');
  expect(await claim()).toEqual({ reason: null });
  await x.stopCalendar(db, '2026-11-24T00:05:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
  expect(await claim()).toEqual({ reason: null });
  // A calendar that was put back builds nothing again.
  await x.stopCalendar(db, '2026-11-23T12:00:00+08:00');
  expect(await claim()).toEqual({ reason: null });
  await x.stopCalendar(db, '2026-11-25T09:00:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
});

test('what the host did not take is asked for again', async () => {
  await x.rpc(db, x.service, 'return_rebuild');
  expect(await claim()).toEqual({ reason: 'camps' });
});

test.each([
  ['a visitor', () => x.visitor],
  ['an admin', () => admin],
])('%s claims nothing', async (_, who) => {
  expect(await x.sqlState(claim(who()))).toBe('42501');
});
