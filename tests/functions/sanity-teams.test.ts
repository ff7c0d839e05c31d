import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';

let world: World;
let teams: object[] = [];
beforeAll(async () => {
  world = await createWorld();
  world.deps.lake = {
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
    sellable: () => Promise.resolve([]),
    teams: () => Promise.resolve(teams),
  };
});
afterAll(() => world.stop());

async function hook() {
  const body = JSON.stringify({ _id: 'team-red', _type: 'team' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}

test('a team’s ages, levels and name are stored, and an invalid team stays as it was and is reported', async () => {
  const meta = { _rev: 'r1', _updatedAt: '2026-11-21T02:00:00Z' };
  teams = [
    {
      ...meta,
      _id: 'team-red',
      name: 'Red {product}',
      teamId: 'red',
      minAge: 7,
      maxAge: 11,
      minLevel: 1,
      maxLevel: 4,
    },
    {
      ...meta,
      _id: 'team-x',
      name: 'X-{product}',
      teamId: 'x',
      minAge: 12,
      maxAge: 7,
      minLevel: 7,
      maxLevel: 8,
    },
    {
      ...meta,
      _id: 'team-green',
      name: 'Green',
      teamId: 'green',
      minAge: 5,
      maxAge: 7,
      minLevel: 1,
      maxLevel: 2,
    },
  ];
  const { body } = await hook();
  expect((body as { refused: { id: string; problem: string }[] }).refused).toMatchObject([
    { id: 'team-x', problem: expect.stringContaining('oldest age below its youngest') as string },
    { id: 'team-green', problem: expect.stringContaining('is none of the four') as string },
  ]);
  const rows = await world.database.sql`
    select id, name, min_age, max_age, max_level from teams where id in ('red', 'x') order by id`;
  expect([...rows]).toEqual([
    { id: 'red', name: 'Red Otter', min_age: 7, max_age: 11, max_level: 4 },
    { id: 'x', name: 'X-Otter', min_age: 7, max_age: 12, max_level: 8 },
  ]);
  const [received] = await world.database
    .sql`select checkout, problem from publications where document_id = 'team-x'`;
  expect(received).toMatchObject({ checkout: 'refused' });
});
