/** Packing lists have one source: the published page after the payment, whose lists the e-mails use. */
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let world: World;
let published: unknown[] = [];
beforeAll(async () => {
  world = await createWorld();
  world.deps.lake = {
    sellable: () => Promise.resolve([]),
    teams: () => Promise.resolve([]),
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve(published),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
  };
});
afterAll(() => world.stop());
beforeEach(() => world.database.sql`truncate packing_lists, outbox cascade`);

async function publish(page: object, _updatedAt = '2026-11-21T02:00:00Z') {
  published = [{ _updatedAt, ...page }];
  const body = JSON.stringify({ _id: 'successPage', _type: 'successPage' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}
const lists = async () => {
  const rows = await world.database.sql<
    { kind: string; things: string[] }[]
  >`select kind, things from packing_lists`;
  return Object.fromEntries(rows.map(({ kind, things }) => [kind, things]));
};
const queue = (template: string) => world.database.sql`
  insert into outbox (key, template, recipient, payload) values (${template}, ${template}, 'mei@example.test', '{"parent_name": "Mei"}')`;
const readSentLists = async () => {
  const rows = await world.database.sql<
    { bring: object | null }[]
  >`select payload -> 'bring' as bring from outbox`;
  return rows.map(({ bring }) => bring);
};

test('both lists are stored with the product’s name filled in, and an older document changes nothing', async () => {
  await publish({
    classes: ['Closed shoes'],
    camps: ['A cap', 'Your {product} shirt', 'All {years} years of us'],
  });
  expect(await lists()).toEqual({ classes: ['Closed shoes'], camps: ['A cap', 'Your Otter shirt'] });
  await publish({ classes: ['Sandals'], camps: [] }, '2026-11-20T02:00:00Z');
  expect(await lists()).toMatchObject({ classes: ['Closed shoes'] });
  await publish({ classes: null, camps: ['A cap'] }, '2026-11-22T02:00:00Z');
  expect(await lists()).toEqual({ classes: [], camps: ['A cap'] });
});

test.each<[what: string, page: object]>([
  ['a list that is a text', { classes: 'shoes', camps: [] }],
  ['a line that is not a text', { classes: [5], camps: [] }],
  ['a line of a page’s length', { classes: ['x'.repeat(201)], camps: [] }],
])('%s changes nothing, and the publishing continues', async (_, page) => {
  await publish({ classes: ['Closed shoes'], camps: [] });
  expect(await publish(page, '2026-11-23T02:00:00Z')).toMatchObject({ status: 200 });
  expect(await lists()).toMatchObject({ classes: ['Closed shoes'] });
});

test('a mail that is sent again has the packing list of the time when it was queued', async () => {
  await publish({ classes: ['Closed shoes'], camps: ['A cap'] });
  await queue('booking_confirmed');
  await publish({ classes: ['Sandals'], camps: [] }, '2026-11-22T02:00:00Z');
  expect(await readSentLists()).toEqual([{ classes: ['Closed shoes'], camps: ['A cap'] }]);
});

test('other mails have no packing list, and before the first publishing no mail has one', async () => {
  await queue('payment_problem');
  await queue('session_reminder');
  expect(await readSentLists()).toEqual([null, {}]);
});

test('only the functions can read and write the packing lists', async () => {
  const { database } = world;
  const sub = await makeUser(database, 'packer@example.test', ['admin']);
  const p_lists = { classes: [], camps: [], updated_at: '2026-11-21T02:00:00Z' };
  for (const who of [visitor, { role: 'authenticated', sub } as const]) {
    expect(await sqlState(rpc(database, who, 'publish_packing_lists', { p_lists }))).toBe('42501');
    expect(await sqlState(database.as(who, (sql) => sql`select * from public.packing_lists`))).toBe('42501');
  }
  for (const wrong of [{}, { ...p_lists, updated_at: 'now-ish' }, { ...p_lists, camps: ['two\nlines'] }])
    expect(await refusal(rpc(database, service, 'publish_packing_lists', { p_lists: wrong }))).toMatchObject({
      code: 'invalid_input',
    });
});
