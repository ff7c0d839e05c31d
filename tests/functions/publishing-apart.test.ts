/** One bad text or failed step of publishing stops neither the others nor the build, and is reported. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepContent } from '#functions/error-monitor/sweep-content.ts';
import { createWorld, type World } from '#support/functions.ts';
import { forgetPublications } from '#support/sanity-passes.ts';

let world: World;
let host: Server;
let builds = 0;
let content: Partial<Record<'teams' | 'packing' | 'bases' | 'wording' | 'moments' | 'revisions', unknown[]>>;
beforeAll(async () => {
  host = createServer((_request, response) => {
    builds += 1;
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  world = await createWorld({ DEPLOY_HOOK_URL: `http://127.0.0.1:${port}/deploy` });
  const read = (kind: keyof typeof content) => () => Promise.resolve(content[kind] ?? []);
  world.deps.lake = {
    sellable: () => Promise.resolve([]),
    teams: read('teams'),
    packing: read('packing'),
    bases: read('bases'),
    wording: read('wording'),
    moments: read('moments'),
    revisions: read('revisions'),
    isMember: () => Promise.resolve(false),
    usesOf: () => Promise.resolve([]),
  };
});
afterAll(async () => {
  await world.stop();
  await new Promise((resolve) => host.close(resolve));
});
beforeEach(async () => {
  builds = 0;
  await forgetPublications(world.database);
  await world.database.sql`update offers set active = false`;
});

const _updatedAt = '2026-11-21T02:00:00Z';
const base = (_id: string, slug: string, name: string) => ({
  ...{ _id, _rev: 'r1', _updatedAt, name, slug, address: 'East Coast, Singapore' },
});
const was = 'Here is your booking.';
const makeWording = (text: string) => ({
  ...{ _id: 'wording-mails-booking', _rev: 'w1', _updatedAt, changes: [{ was, text }] },
});
const makePacking = (...classes: string[]) => ({
  ...{ _id: 'successPage', _rev: 'p1', _updatedAt, classes, camps: [] },
});

async function publish(documents: typeof content) {
  content = documents;
  const body = JSON.stringify({ _id: 'faq-one', _rev: 'f1', _type: 'faq', _updatedAt });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}
const status = (p_document_id: string, p_revision: string) =>
  world.deps.db.rpc('get_publication_status', { p_document_id, p_revision });
const readPacking = async () =>
  (await world.database.sql`select things from packing_lists where kind = 'classes'`)[0]?.[
    'things'
  ] as unknown;

test('invisible characters in a copied text are left out', async () => {
  const published = await publish({
    bases: [base('base-east', 'east', '\u200eFar East\ufeff')],
    packing: [makePacking('\u200eSunscreen', 'A\u00adcap')],
  });
  expect(published).toMatchObject({ status: 200, body: { rebuilding: true, refused: [] } });
  expect(await readPacking()).toEqual(['Sunscreen', 'Acap']);
  expect(await world.database.sql`select name from locations where slug = 'east'`).toEqual([
    { name: 'Far East' },
  ]);
});

test('a text that stays unreadable is refused with its document, and everything else is published', async () => {
  const team = { teamId: 'red', minAge: 4, maxAge: 5, minLevel: 1, maxLevel: 1 };
  const published = await publish({
    teams: [{ ...team, _id: 'team-red', _rev: 't1', _updatedAt, name: 'Red\u202etter' }],
    bases: [base('base-bad', 'bad', 'Bad\u0092'), base('base-good', 'good', 'Good')],
    packing: [{ ...makePacking('Shoes\u202e'), _updatedAt: '2026-11-22T02:00:00Z' }],
    wording: [makeWording('Your\u0092 booking.')],
  });
  expect(published).toMatchObject({ status: 200, body: { rebuilding: true } });
  expect(builds).toBe(1);
  for (const [id, revision, problem] of [
    ['team-red', 't1', 'can’t be read'],
    ['base-bad', 'r1', 'can’t be read'],
    ['successPage', 'p1', 'can’t be read'],
    ['wording-mails-booking', 'w1', was],
  ] as const)
    expect(await status(id, revision)).toMatchObject({
      checkout: 'refused',
      problem: expect.stringContaining(problem) as string,
    });
  expect(await status('base-good', 'r1')).toMatchObject({ checkout: 'known' });
});

test.each([
  'publish_teams',
  'publish_packing_lists',
  'publish_mail_wording',
  'publish_bases',
  'publish_moments',
])('a failure of %s stops neither the others nor the build, and Sanity is told', async (broken) => {
  const { db } = world.deps;
  const called: string[] = [];
  world.deps.db = {
    ...db,
    rpc: (name, args) => {
      called.push(name);
      return name === broken ? Promise.reject(new Error('broken')) : db.rpc(name, args);
    },
  };
  const published = await publish({ packing: [makePacking('Shoes')], wording: [makeWording('Yours.')] });
  world.deps.db = db;
  expect(published.status).toBe(500);
  expect(called).toEqual(expect.arrayContaining(['publish_bases', 'publish_moments', 'record_publications']));
  expect(builds).toBe(1);
});

test('a step that fails takes nothing back: its documents stay published', async () => {
  const places = { bases: [base('base-kept', 'kept', 'Kept')] };
  expect(await publish(places)).toMatchObject({ status: 200 });
  const { db } = world.deps;
  world.deps.db = {
    ...db,
    rpc: (name, args) =>
      name === 'publish_bases' ? Promise.reject(new Error('broken')) : db.rpc(name, args),
  };
  expect(await publish(places)).toMatchObject({ status: 500 });
  world.deps.db = db;
  expect(await status('base-kept', 'r1')).toMatchObject({ checkout: 'known' });
  expect(
    await world.database.sql`select from deleted_documents where document_id = 'base-kept'`,
  ).toHaveLength(0);
  // A base that is really deleted is not kept.
  expect(await publish({ bases: [base('base-good', 'good', 'Good')] })).toMatchObject({ status: 200 });
  expect(
    await world.database.sql`select from deleted_documents where document_id = 'base-kept'`,
  ).toHaveLength(1);
});

test('the check of every minute records what it found, and leaves out what can’t be recorded', async () => {
  const makeFound = (id: string, title: unknown) => ({
    id,
    revision: 'r',
    updated_at: _updatedAt,
    type: 'faq',
    title,
  });
  content = { revisions: [makeFound('faq-old', 'Old')] };
  await sweepContent(world.deps);
  content = {
    revisions: [
      makeFound('faq-old', 'Old'),
      makeFound('faq-new', { en: 'New' }),
      makeFound('x'.repeat(120), 'Long'),
    ],
  };
  const { db } = world.deps;
  world.deps.db = {
    ...db,
    rpc: (name, args) =>
      name === 'publish_moments' ? Promise.reject(new Error('broken')) : db.rpc(name, args),
  };
  await expect(sweepContent(world.deps)).rejects.toThrow('planned moments: broken');
  world.deps.db = db;
  expect(builds).toBe(1);
  expect(await status('faq-new', 'r')).toMatchObject({ reported: true });
});
