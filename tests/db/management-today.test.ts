/**
 * Tests the first page of the management, which only admins read, and the log of whose health was viewed (spec 1 §2 and
 * §6).
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManagementToday, TodaysHealth } from '#contract/management.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const ask = async (role: Role) =>
  v.parse(ManagementToday, await rpc(db, people.callers[role], 'get_management_today'));
const readHealth = async (role: Role) =>
  v.parse(TodaysHealth, await rpc(db, people.callers[role], 'read_todays_health'));

describe.each(['get_management_today', 'read_todays_health'])('%s', (name) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(rpc(db, people.callers[role], name))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(rpc(db, people.callers[role], name))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    }),
  );
});

test.each(['admin', 'business admin'] as const)('%s sees the day, and nobody’s health', async (role) => {
  const today = await ask(role);
  expect(today.day).toBe(people.today);
  expect(today.places.map(({ kind, capacity, children }) => [kind, capacity, children.length])).toEqual(
    expect.arrayContaining([['session', 4, 1]]),
  );
  const session = today.places.find(({ kind, capacity }) => kind === 'session' && capacity === 4);
  expect(session).toMatchObject({
    taken: 1,
    is_cancelled_by_us: false,
    children: [
      { child_id: people.childId, name: 'kept child', age: 8, level: 1, mark: { state: 'expected' } },
    ],
  });
  // The same child is on the roster of a class and of a camp.
  expect(today.places.flatMap(({ children }) => children).length).toBe(2);
  expect(today.health_notes).toBe(1);
  expect(JSON.stringify(today)).not.toContain('allergies');
});

test('waiting tasks are counted, and listed with the families to call', async () => {
  const { decisions, offers, leads } = await ask('admin');
  expect(decisions.count).toBe(decisions.first.length);
  expect(decisions.first.map(({ kind }) => kind)).toContain('mismatch');
  const mismatch = decisions.first.find(({ kind }) => kind === 'mismatch');
  expect(mismatch?.order_number).toMatch(/^OT-/);
  expect(offers.first.every(({ expires_at }) => Date.parse(expires_at) > Date.now())).toBe(true);
  expect(offers.count).toBeGreaterThan(0);
  expect(leads.count).toBe(leads.first.length);
  expect(leads.count).toBeGreaterThan(0);
});

test('money that staff must pay back by hand is a decision until it is paid', async () => {
  const readCount = async () => (await ask('admin')).decisions.count;
  const before = await readCount();
  const [refund] = await db.sql<[{ id: string }]>`
    update public.refunds set status = 'failed', settled_at = now()
    where id = (select id from public.refunds where amount_cents = 100 order by id limit 1) returning id`;
  expect(await readCount()).toBe(before + 1);
  await db.sql`update public.refunds set status = 'succeeded' where id = ${refund.id}`;
  expect(await readCount()).toBe(before);
});

test('a cancelled session is still listed, a camp day has its extended hours, and tomorrow is not listed', async () => {
  await camps.publish(db, camps.tierOffer('spark'));
  const off = await shop.makeSession(db, { date: people.today });
  await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
  await shop.makeSession(db, { date: '2026-11-19' });
  const { places } = await ask('admin');
  expect(places.find(({ id }) => id === off)).toMatchObject({ is_cancelled_by_us: true, children: [] });
  expect(
    places.filter(({ kind }) => kind === 'camp').map(({ starts_at, ends_at }) => [starts_at, ends_at]),
  ).toEqual([[expect.stringMatching(/^2026-11-18T00:30/), expect.stringMatching(/^2026-11-18T09:00/)]]);
  expect(places.every(({ starts_at }) => /^2026-11-1[78]/.test(starts_at))).toBe(true);
  const starts = places.map(({ starts_at }) => Date.parse(starts_at));
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
});

test('safety information for coaches is returned once per child, and each view is logged', async () => {
  const [last] = await db.sql<[{ id: number }]>`select coalesce(max(id), 0) as id from public.access_log`;
  const health = await readHealth('business admin');
  expect(health).toMatchObject([
    {
      child_id: people.childId,
      health: {
        state: 'reported',
        allergies: ['kept child allergies'],
        medicines: ['kept child medications'],
        conditions: ['kept child medical_conditions'],
        help: ['kept child physical_limitations'],
        unconfirmed: [],
      },
    },
  ]);
  const entries = await db.sql`
    select user_id, accessed_table, access_type, child_id, family_id from public.access_log where id > ${last.id}`;
  expect([...entries]).toEqual([
    {
      user_id: people.callers['business admin'].sub,
      accessed_table: 'child_health',
      access_type: 'today',
      child_id: people.childId,
      family_id: people.familyId,
    },
  ]);
});

test('an allergy that only a guest reported is shown and marked as such', async () => {
  await db.sql`
    insert into public.family_proposals (family_id, child_id, kind, field, value)
    values (${people.familyId}, ${people.childId}, 'health', 'allergies', '"Bees"')`;
  const [child] = await readHealth('admin');
  expect(child?.health.unconfirmed).toEqual([{ field: 'allergies', text: 'Bees' }]);
});

test('Today lists the problems of the system', async () => {
  const { health } = await ask('admin');
  expect(health.books).toBeNull();
  await rpc(db, people.callers.admin, 'reconcile_hourly');
  const [odd] = await db.sql<
    { rule: string }[]
  >`select distinct rule from private.discrepancies() order by 1 limit 1`;
  const { books } = (await ask('admin')).health;
  if (odd) expect(books?.rules[odd.rule]).toBeGreaterThan(0);
  else expect(books?.discrepancies).toBe(0);
});
