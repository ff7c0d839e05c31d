/** The webhook of publishing takes over the places of Studio (decisions "Bases"). */
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
    packing: () => Promise.resolve([]),
    bases: () => Promise.resolve(published),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
  };
});
afterAll(() => world.stop());

const document = (more: object = {}) => ({
  _id: 'base-west-coast',
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
const west = async () => {
  const [row] = await world.database.sql<{ name: string; base: string | null; map_url: string }[]>`
    select name, base, map_url from public.locations where slug = 'west-coast'`;
  return row;
};

test('a place becomes a location, and an incomplete one changes nothing while the publishing continues', async () => {
  expect(await publish(document())).toMatchObject({ status: 200 });
  const made = { name: 'West Coast Park', base: 'west-coast', map_url: 'https://maps.example/west' };
  expect(await west()).toEqual(made);
  const later = { _updatedAt: '2026-11-22T02:00:00Z', name: 'West Coast' };
  expect(await publish(document(later), { _id: 'base-new', name: 'New' })).toMatchObject({ status: 200 });
  expect(await west()).toEqual(made);
  await publish(document(later));
  expect(await west()).toMatchObject({ name: 'West Coast' });
});
