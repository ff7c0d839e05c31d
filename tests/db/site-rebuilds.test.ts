/** A build of the site is requested once: when camps have changed and nobody changes more, and when a day begins. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeCamp, takePlace } from '#support/sql-camps.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  // These tests have their own calendar, which must not depend on the day of the run.
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
  ['called off', (id) => x.cancelSessions(db, id)],
])('a camp that is %s requests one build', async (_, change) => {
  const id = await makeCamp(db);
  await claim();
  await change(id);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('a sale requests none, because places and prices are read in the browser', async () => {
  const id = await makeCamp(db);
  await claim();
  await takePlace(db, id);
  await takePlace(db, id, { heldSeconds: 60 });
  expect(await claim()).toEqual({ reason: null });
});

test('several camps entered in a row are one build, but endless changes do not delay it for ever', async () => {
  await quiet(30);
  await makeCamp(db);
  await makeCamp(db);
  expect(await claim()).toEqual({ reason: null });
  await db.sql`update public.rebuild_requests set requested_at = clock_timestamp() - interval '31 seconds'`;
  expect(await claim()).toEqual({ reason: 'camps' });
  await makeCamp(db);
  await db.sql`update public.rebuild_requests set requested_at = clock_timestamp() - interval '301 seconds'`;
  await makeCamp(db);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('the site’s day begins at 00:05 in Singapore, once', async () => {
  await x.stopCalendar(db, '2026-11-24T00:04:59+08:00');
  expect(await claim()).toEqual({ reason: null });
  await x.stopCalendar(db, '2026-11-24T00:05:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
  expect(await claim()).toEqual({ reason: null });
  // A calendar that was set back builds nothing again.
  await x.stopCalendar(db, '2026-11-23T12:00:00+08:00');
  expect(await claim()).toEqual({ reason: null });
  await x.stopCalendar(db, '2026-11-25T09:00:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
});

test('a build that the host did not accept is requested again', async () => {
  await x.rpc(db, x.service, 'return_rebuild');
  expect(await claim()).toEqual({ reason: 'camps' });
});

test.each([
  ['a visitor', () => x.visitor],
  ['an admin', () => admin],
])('%s cannot claim a build', async (_, who) => {
  expect(await x.sqlState(claim(who()))).toBe('42501');
});
