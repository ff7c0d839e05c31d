/** The webhook of publishing copies Studio's bases to the database (decisions "Bases"). */
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';

let world: World;
let published: unknown[] = [];
beforeAll(async () => {
  world = await createWorld();
  world.deps.lake = {
    sellable: () => Promise.resolve([]),
    teams: () => Promise.resolve([]),
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve(published),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
  };
});
afterAll(() => world.stop());

const document = (more: object = {}) => ({
  _id: 'base-west-coast',
  _rev: 'r1',
  _updatedAt: '2026-11-21T02:00:00Z',
  name: 'West Coast Park',
  address: 'West Coast Highway, Singapore',
  mapUrl: 'https://maps.example/west',
  use: 'camps',
  slug: 'west-coast',
  ...more,
});
async function publish(...documents: object[]) {
  published = documents;
  const body = JSON.stringify({ _id: 'base-west-coast', _type: 'base' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}
const status = (p_document_id: string, p_revision: string) =>
  world.deps.db.rpc('get_publication_status', { p_document_id, p_revision });
const west = async () => {
  const [row] = await world.database.sql<{ name: string; base: string | null; map_url: string }[]>`
    select name, base, map_url from public.locations where slug = 'west-coast'`;
  return row;
};

test('a published base becomes a location, and an incomplete one is refused with its problem and withdraws no other', async () => {
  expect(await publish(document())).toMatchObject({ status: 200 });
  const expected = { name: 'West Coast Park', base: 'west-coast', map_url: 'https://maps.example/west' };
  expect(await west()).toEqual(expected);
  const later = { _updatedAt: '2026-11-22T02:00:00Z', _rev: 'r2', name: 'West Coast' };
  const incomplete = {
    _id: 'base-new',
    _rev: 'n1',
    _updatedAt: later._updatedAt,
    name: 'New',
    address: null,
    slug: null,
  };
  expect(await publish(document(later), incomplete)).toMatchObject({ status: 200 });
  expect(await west()).toMatchObject({ name: 'West Coast' });
  expect(await status('base-west-coast', 'r2')).toMatchObject({ checkout: 'known', on_sale: false });
  expect(await status('base-new', 'n1')).toMatchObject({
    checkout: 'refused',
    problem: expect.stringContaining('Its address is missing.') as string,
  });
  await publish(incomplete);
  const [{ offered } = {}] = await world.database.sql`
    select is_offered as offered from public.locations where slug = 'west-coast'`;
  expect(offered).toBe(true);
});

test('two bases with one system name, or with the name of another location, are refused with the reason', async () => {
  const twin = document({ _id: 'base-twin', _rev: 't1', name: 'Twin' });
  const namesake = document({ _id: 'base-namesake', _rev: 's1', name: 'Held', slug: 'held' });
  await world.database.sql`insert into public.locations (name) values ('Held')`;
  const third = document({ _rev: 'r3', _updatedAt: '2026-11-23T02:00:00Z' });
  expect(await publish(third, twin, namesake)).toMatchObject({ status: 200 });
  for (const [id, revision] of [
    ['base-twin', 't1'],
    ['base-namesake', 's1'],
  ] as const)
    expect(await status(id, revision)).toMatchObject({ checkout: 'refused' });
  expect(await status('base-west-coast', 'r3')).toMatchObject({ checkout: 'known' });
});

test('the camps and sessions to come at a base can be counted before it is removed', async () => {
  await publish(document());
  const use = () => world.deps.db.rpc('get_base_use', { p_slug: 'west-coast' });
  expect(await use()).toEqual({ is_known: true, camps: 0, sessions: 0 });
  await world.database.sql`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, session_time_start, session_time_end, capacity, is_active)
    select 'West', 'spark', '{white}', id, private.calendar_today() + 30, private.calendar_today() + 32, '09:00', '15:00', 10, true
    from public.locations where slug = 'west-coast'`;
  expect(await use()).toMatchObject({ camps: 1 });
  // A location without a system name, which a clash of names can cause, is found by its base.
  await world.database.sql`update public.locations set slug = null where slug = 'west-coast'`;
  expect(await use()).toMatchObject({ is_known: true, camps: 1 });
  expect(await world.deps.db.rpc('get_base_use', { p_slug: 'nowhere' })).toMatchObject({ is_known: false });
});
