/**
 * Tests that bases published in Sanity Studio become locations, which are matched by their slug (docs/decisions
 * "Bases").
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { WeekPlan } from '#contract/management-schedule.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

/** Each publication is later than those of the offers and than the one before it. */
let clock = Date.parse('2090-01-01T00:00:00Z');
const nextMinute = () => new Date((clock += 60_000)).toISOString();
const base = (slug: string, more: object = {}) => ({
  slug,
  name: 'West Coast Park',
  address: 'West Coast Park, West Coast Highway, Singapore',
  map_url: 'https://maps.example/west',
  for_camps: true,
  updated_at: nextMinute(),
  ...more,
});
const publish = (bases: object[], at = nextMinute(), who: keyof People['callers'] = 'service') =>
  rpc<{ changed: number; skipped: string[] }>(db, people.callers[who], 'publish_bases', {
    p_bases: bases,
    p_snapshot_at: at,
  });
const readLocation = async (slug: string) => {
  const [row] = await db.sql<
    { id: string; name: string; address: string; base: string | null; is_offered: boolean }[]
  >`select id, name, address, base, is_offered from public.locations where slug = ${slug}`;
  return row;
};
const listOffered = async () =>
  v
    .parse(WeekPlan, await rpc(db, people.callers.admin, 'get_week_plan', {}))
    .locations.filter(({ is_offered }) => is_offered)
    .map(({ name }) => name);

test('staff can plan at a published location, and a camp sold there keeps it when it is renamed', async () => {
  const west = base('west-coast');
  expect(await publish([west])).toEqual({ changed: 1, skipped: [] });
  expect(await publish([west])).toEqual({ changed: 0, skipped: [] });
  const made = await readLocation('west-coast');
  expect(made).toMatchObject({ name: 'West Coast Park', base: 'west-coast', is_offered: true });
  expect(await listOffered()).toContain('West Coast Park');
  const camp = await camps.makeCamp(db, { base: 'west-coast' });

  const renamed = { ...west, name: 'West Coast', address: 'Car park 3', updated_at: nextMinute() };
  await publish([renamed]);
  expect(await readLocation('west-coast')).toMatchObject({
    id: made?.id,
    name: 'West Coast',
    address: 'Car park 3',
  });
  // An older revision arrives late with a later snapshot, and is ignored.
  await publish([west]);
  expect((await readLocation('west-coast'))?.name).toBe('West Coast');
  const [row] = await db.sql<{ location_id: string }[]>`
    select location_id from public.camp_weeks where id = ${camp}`;
  expect(row?.location_id).toBe(made?.id);
});

test('an unpublished location keeps its camps, cannot be planned at, and comes back when it is published again', async () => {
  const [west, other] = [base('west-2', { name: 'West Two' }), base('other', { name: 'Other Park' })];
  await publish([west, other]);
  const camp = await camps.makeCamp(db, { base: 'west-2' });
  await publish([other]);
  expect(await readLocation('west-2')).toMatchObject({ name: 'West Two', is_offered: false });
  expect(await listOffered()).not.toContain('West Two');
  expect((await db.sql`select from public.camps where id = ${camp}`).count).toBe(1);
  // An empty list withdraws no location, because the read may have failed.
  await publish([]);
  expect((await readLocation('other'))?.is_offered).toBe(true);
  await publish([west, other]);
  expect((await readLocation('west-2'))?.is_offered).toBe(true);
});

test('an existing location is matched by its system name, and keeps its texts until the next edit', async () => {
  await db.sql`update public.locations set slug = null where base = 'bishan'`;
  const bishan = base('bishan', { name: 'Bishan Park', address: 'Avenue 1' });
  await publish([bishan]);
  expect(await readLocation('bishan')).toMatchObject({ name: 'Bishan', base: 'bishan' });
  await publish([{ ...bishan, updated_at: nextMinute() }]);
  expect(await readLocation('bishan')).toMatchObject({ name: 'Bishan Park', address: 'Avenue 1' });
});

test('a matching name alone is not enough, so another location with that name is left as it is', async () => {
  const before = await db.sql`select * from public.locations where name = 'Somerset'`;
  expect(await publish([base('somerset-two', { name: 'Somerset' })])).toEqual({
    changed: expect.any(Number) as number,
    skipped: ['somerset-two'],
  });
  expect(await readLocation('somerset-two')).toBeUndefined();
  expect([...(await db.sql`select * from public.locations where name = 'Somerset'`)]).toEqual([...before]);
});

test.each([
  [{ slug: 'West Coast' }, 'p_bases[0].slug'],
  [{ name: '' }, 'p_bases[0].name'],
  [{ address: null }, 'p_bases[0].address'],
  [{ map_url: 'javascript:alert(1)' }, 'p_bases[0].map_url'],
  [{ updated_at: 'soon' }, 'p_bases[0].updated_at'],
])('%o is refused', async (wrong, field) =>
  expect(await refusal(publish([base('wrong', wrong)]))).toMatchObject({ code: 'invalid_input', field }),
);

test.each(['visitor', 'parent', 'coach', 'admin'] as const)('%s may not publish', async (who) =>
  expect(await sqlState(publish([base('mine')], nextMinute(), who))).toBe('42501'),
);
