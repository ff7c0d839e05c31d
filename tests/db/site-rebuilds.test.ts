/**
 * Tests that a build of the site is requested once, some time after the last change of camps, and when a day begins.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WithoutPricesError } from '#content/problem.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeCamp, takeSpot } from '#support/sql-camps.ts';
import { cancelSessions, makeUser, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  // These tests have their own calendar, which must not depend on the day of the run.
  await db.sql`update public.rebuild_days set day = '2026-11-23'`;
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());

interface Claim {
  reason: string | null;
  claim: number | null;
}
const take = (who: Caller = service) => rpc<Claim>(db, who, 'claim_rebuild');
const end = (p_claim: number | null, p_is_accepted: boolean) =>
  rpc(db, service, 'end_rebuild_claim', { p_claim, p_is_accepted });
/** Claims a build that the host accepts. */
const claim = async (who?: Caller) => {
  const taken = await take(who);
  if (taken.claim !== null) await end(taken.claim, true);
  return { reason: taken.reason };
};
const setQuietSeconds = (seconds: number) =>
  db.sql`update public.settings set rebuild_quiet_seconds = ${seconds}`;

beforeEach(async () => {
  await setQuietSeconds(0);
  await stopCalendar(db, '2026-11-23T12:00:00+08:00');
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
  ['called off', (id) => cancelSessions(db, id)],
])('a camp that is %s requests one build', async (_, change) => {
  const id = await makeCamp(db);
  await claim();
  await change(id);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('a sale requests no build, because spots and prices are read in the browser', async () => {
  const id = await makeCamp(db);
  await claim();
  await takeSpot(db, id);
  await takeSpot(db, id, { heldSeconds: 60 });
  expect(await claim()).toEqual({ reason: null });
});

test('several camps entered in a row request one build, but endless changes do not delay it for ever', async () => {
  await setQuietSeconds(30);
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

test('publications ask the host themselves if the scheduled jobs stand still', async () => {
  const claimPublication = () => rpc<number | null>(db, service, 'claim_publication_build', {});
  await db.sql`delete from public.rebuild_requests`;
  await db.sql`insert into public.rebuild_requests (reason) values ('publication')`;
  expect(await claimPublication()).toBeNull();
  await db.sql`update public.rebuild_requests set requested_at = clock_timestamp() - interval '11 minutes'`;
  expect(await claimPublication()).not.toBeNull();
  await db.sql`delete from public.rebuild_requests`;
});

test('at 00:05 in Singapore the site gets one build for the new day', async () => {
  await stopCalendar(db, '2026-11-24T00:04:59+08:00');
  expect(await claim()).toEqual({ reason: null });
  await stopCalendar(db, '2026-11-24T00:05:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
  expect(await claim()).toEqual({ reason: null });
  // A calendar that was set back starts no build.
  await stopCalendar(db, '2026-11-23T12:00:00+08:00');
  expect(await claim()).toEqual({ reason: null });
  await stopCalendar(db, '2026-11-25T09:00:00+08:00');
  expect(await claim()).toEqual({ reason: 'new_day' });
});

test('a build that the host did not accept is requested again', async () => {
  await makeCamp(db);
  await end((await take()).claim, false);
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test('a planned build is not lost when the job dies before it asked the host', async () => {
  await db.sql`insert into public.planned_moments (at) values (clock_timestamp())`;
  expect(await take()).toMatchObject({ reason: 'planned' });
  // The first build may still be running, so the same build is not requested again. Other builds are.
  expect(await take()).toEqual({ reason: null, claim: null });
  await makeCamp(db);
  expect(await claim()).toEqual({ reason: 'camps' });
  await db.sql`
    update public.rebuild_requests set requested_at = clock_timestamp() - interval '5 minutes 1 second'
    where reason = 'claimed'`;
  expect(await claim()).toEqual({ reason: 'camps' });
  expect(await claim()).toEqual({ reason: null });
});

test.each([
  ['a visitor', () => visitor],
  ['an admin', () => admin],
])('%s cannot claim a build', async (_, who) => {
  expect(await sqlState(take(who()))).toBe('42501');
});

test('a build that could not read the prices is requested again, and one that failed for its content is not', async () => {
  const fail = (p_build: string, p_reason: string) =>
    rpc(db, service, 'report_build', { p_build, p_state: 'failed', p_reason });
  const requests = () => db.sql`select reason from public.rebuild_requests`.then((rows) => [...rows]);
  await fail('1', 'campTier “Spark” (tier-spark) has an invalid price.');
  expect(await requests()).toEqual([]);
  await fail('2', new WithoutPricesError('unexpected').message);
  expect(await requests()).toEqual([{ reason: 'hook_failed' }]);
});
