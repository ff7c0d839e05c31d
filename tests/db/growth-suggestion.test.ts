/** Tests which class or camp a growth report suggests (docs/decisions "Growth reports"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NextSession } from '#contract/growth-reports.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent } from '#support/sql-details.ts';
import * as growth from '#support/sql-growth.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let parent: Caller;
let other: Caller;
let familyId: string;
let child: string;

beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  parent = await makeParent(db, 'parent@example.test');
  other = await makeParent(db, 'other@example.test');
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.families (primary_parent_id, contact_name, contact_email)
    values (${parent.sub ?? ''}, 'Mei', 'parent@example.test') returning id`;
  familyId = row.id;
});
afterAll(() => db.drop());
beforeEach(async () => {
  for (const table of [
    'waitlist_entries',
    'bookings',
    'camp_enrollments',
    'sessions',
    'camp_coaches',
    'camp_weeks',
  ])
    await db.sql.unsafe(`delete from public.${table}`);
  child = await growth.makeCamper(db, familyId, 'Kai Tan');
});

/** The child is eight years old and a beginner, so it belongs to the red team. */
const suggest = async (who = parent) =>
  v.parse(NextSession, await rpc(db, who, 'suggest_next_session', { p_child_id: child })).suggestion;
const fillSession = (session: string) =>
  db.sql`update public.sessions set max_capacity = 1 where id = ${session}`;
const book = (session: string, childId: string) => db.sql`
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
  select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session}`;
const givePass = (until: string | null = null) =>
  passes.makePass(db, { familyId, childId: child }, { until });
async function wait(
  { session = null, camp = null }: { session?: string | null; camp?: string | null },
  childId = child,
  status = 'waiting',
): Promise<void> {
  await db.sql`
    with entry as (
      insert into public.waitlist_entries (session_id, camp_id, places, status, family_id)
      values (${session}, ${camp}, 1, ${status}, ${familyId}) returning id)
    insert into public.waitlist_children (entry_id, position, child_id) select id, 0, ${childId} from entry`;
}
async function makeFullClass(inDays: number): Promise<string> {
  const session = await shop.makeSession(db, { inDays });
  await fillSession(session);
  await book(session, await growth.makeCamper(db, familyId, 'Somebody Else'));
  return session;
}

test('nothing, if nothing is planned', async () => {
  expect(await suggest()).toBeNull();
});

test('a class of the child’s own team that a pass pays for before a camp, the nearest day first', async () => {
  await givePass();
  await camps.makeCamp(db, { start: '2026-11-23' });
  await shop.makeSession(db, { inDays: 1, team: 'black' });
  await shop.makeSession(db, { inDays: 9 });
  const session = await shop.makeSession(db, { inDays: 5 });
  expect(await suggest()).toMatchObject({
    kind: 'session',
    id: session,
    first_day: '2026-11-23',
    places: 1,
    has_credit: true,
  });
});

test('a camp before a class that needs a pass, and that class if there is no camp', async () => {
  const session = await shop.makeSession(db, { inDays: 5 });
  expect(await suggest()).toMatchObject({ kind: 'session', id: session, has_credit: false });
  const camp = await camps.makeCamp(db, { start: '2026-12-07' });
  expect(await suggest()).toMatchObject({ kind: 'camp', id: camp });
  await givePass('2026-11-19');
  expect(await suggest()).toMatchObject({ kind: 'camp', id: camp });
});

test('nothing on whose waitlist the child is already, and what another child waits for', async () => {
  const session = await makeFullClass(2);
  const camp = await camps.makeCamp(db, { start: '2026-12-07' });
  await wait({ camp });
  expect(await suggest()).toMatchObject({ kind: 'session', id: session, places: 0 });
  const sibling = await growth.makeCamper(db, familyId, 'Sister Tan');
  await wait({ session }, sibling);
  expect(await suggest()).toMatchObject({ kind: 'session', id: session, places: 0 });
  await wait({ session }, child, 'left');
  expect(await suggest()).toMatchObject({ kind: 'session', id: session, places: 0 });
  await wait({ session }, child, 'offered');
  expect(await suggest()).toBeNull();
});

test('a camp with a place before a class that is full', async () => {
  await givePass();
  await makeFullClass(2);
  const camp = await camps.makeCamp(db, { start: '2026-12-07' });
  expect(await suggest()).toMatchObject({ kind: 'camp', id: camp, starts: null });
});

test('the waitlist of what fits, if all of it is full', async () => {
  const session = await makeFullClass(2);
  expect(await suggest()).toMatchObject({ kind: 'session', id: session, places: 0 });
});

test('a camp, if the child has a class ahead, and nothing if it has both', async () => {
  const booked = await shop.makeSession(db, { inDays: 3, capacity: 5 });
  await book(booked, child);
  const camp = await camps.makeCamp(db, { start: '2026-12-07' });
  expect(await suggest()).toMatchObject({ kind: 'camp', id: camp });
  await growth.enrol(db, camp, child, []);
  await camps.makeCamp(db, { start: '2026-12-14' });
  expect(await suggest()).toBeNull();
});

test.each<[string, () => Promise<unknown>]>([
  ['a class that has begun', () => shop.makeSession(db, { date: '2026-11-18' })],
  ['a class in more than four weeks', () => shop.makeSession(db, { inDays: 29 })],
  ['a class of a team for older or better children', () => shop.makeSession(db, { inDays: 2, team: 'x' })],
  [
    'a cancelled class',
    async () => {
      const session = await shop.makeSession(db, { inDays: 2 });
      await db.sql`update public.sessions set status = 'cancelled', cancelled_by_us_at = now() where id = ${session}`;
    },
  ],
  ['a camp without a coach', () => camps.makeCamp(db, { start: '2026-12-07', coach: false })],
  ['a hidden camp', () => camps.makeCamp(db, { start: '2026-12-07', active: false })],
  ['a camp of another team', () => camps.makeCamp(db, { tier: 'epic', start: '2026-12-07' })],
  [
    'a camp for which it is too young',
    async () => {
      await camps.makeCamp(db, { start: '2026-12-07' });
      await db.sql`update public.children set dob = '2021-01-01' where id = ${child}`;
    },
  ],
])('never %s', async (_, make) => {
  await make();
  expect(await suggest()).toBeNull();
});

test('only for the own child', async () => {
  await shop.makeSession(db, { inDays: 5 });
  expect((await refusal(suggest(other))).code).toBe('child_not_found');
});
