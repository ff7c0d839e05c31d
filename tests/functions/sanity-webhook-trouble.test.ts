import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { forgetPublications, withConfirmedPrices, makePassDocument } from '#support/sanity-passes.ts';

const body = JSON.stringify({ _id: 'pass-term', _type: 'pass' });

let world: World;
let documents: object[];
let host: Server;
let builds: number;
let hostStatus: number;
beforeAll(async () => {
  host = createServer((_request, response) => {
    builds += 1;
    response.writeHead(hostStatus).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  world = await createWorld({ DEPLOY_HOOK_URL: `http://127.0.0.1:${port}/deploy` });
  world.deps.lake = {
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
    sellable: () => Promise.resolve(documents),
    teams: () => Promise.resolve([]),
  };
});
beforeEach(async () => {
  // Each test starts with nothing on sale, because a list that lacks offers on sale is tested separately.
  await world.database.sql`update offers set active = false`;
  documents = [];
  builds = 0;
  await forgetPublications(world.database);
  hostStatus = 200;
});
afterAll(async () => {
  await world.stop();
  await new Promise((resolve) => host.close(resolve));
});

async function hook(
  { secret = 'sanity-webhook-secret', age = 0, signedBody = body } = {},
  headers?: Record<string, string>,
) {
  const signature = await encodeSignatureHeader(signedBody, Date.now() - age, secret);
  return world.call('sanity-webhook', body, headers ?? { 'sanity-webhook-signature': signature });
}

const offer = async (id: string) => (await world.database.sql`select * from offers where id = ${id}`)[0];

test('a build that the host refuses is reported and requested again, and the prices are right all the same', async () => {
  hostStatus = 500;
  documents = [makePassDocument('pass-nobuild')];
  expect(await hook()).toMatchObject({ status: 200, body: { rebuilding: false } });
  expect(await offer('pass-nobuild')).toMatchObject({ active: true });
  expect([...(await world.database.sql`select reason from rebuild_requests`)]).toEqual([
    { reason: 'hook_failed' },
  ]);
  await world.database.sql`delete from rebuild_requests`;
});

test('while the content lake does not answer, nothing changes and the webhook asks to be repeated', async () => {
  const { lake } = world.deps;
  world.deps.lake = { ...lake, sellable: () => Promise.reject(new Error('503')) };
  expect(await hook()).toEqual({ status: 500, body: { code: 'unexpected' } });
  expect(builds).toBe(0);
  world.deps.lake = lake;
});

test('an invalid moment in any document does not stop the others', async () => {
  const { lake } = world.deps;
  const pages = [{ showing: { from: '2026-02-30T00:00:00Z', until: '2089-01-01 00:00:00Z' } }];
  world.deps.lake = { ...lake, moments: () => Promise.resolve([...pages, { from: '2089-03-01T00:00:00Z' }]) };
  documents = [
    makePassDocument('pass-good'),
    { ...makePassDocument('pass-bad'), saleTime: { from: '2026-02-30T00:00:00Z' } },
  ];
  expect(await hook()).toMatchObject({ status: 200, body: { refused: [{ id: 'pass-bad' }] } });
  expect(await offer('pass-good')).toMatchObject({ active: true });
  expect(await world.database.sql`select at from public.planned_moments`).toEqual([
    { at: '2089-03-01T00:00:00+00:00' },
  ]);
  world.deps.lake = lake;
});

test('SQL refuses two documents with one id, and this is reported', async () => {
  documents = [makePassDocument('pass-twice'), makePassDocument('pass-twice')];
  expect((await hook()).status).toBe(500);
  expect(builds).toBe(0);
});

test('prices that the database refuses are not built into pages', async () => {
  const { db } = world.deps;
  world.deps.db = { ...db, rpc: () => Promise.reject(new Error('down')) };
  expect((await hook()).status).toBe(500);
  expect(builds).toBe(0);
  world.deps.db = db;
});

test('content without the offers on sale changes nothing, is requested again, and is reported', async () => {
  const { sql } = world.database;
  await sql`update settings set staff_email = 'team@otter.test'`;
  documents = [makePassDocument('pass-a'), makePassDocument('pass-b')];
  await hook();
  builds = 0;
  // A private dataset answers a stranger like this.
  documents = [];
  const document = {
    _id: 'pass-a',
    _type: 'pass',
    _rev: 'told',
    _updatedAt: '2027-01-01T00:00:00Z',
    name: 'Term',
  };
  const signed = JSON.stringify(document);
  const signature = await encodeSignatureHeader(signed, Date.now(), 'sanity-webhook-secret');
  for (let repeat = 0; repeat < 2; repeat++)
    expect(await world.call('sanity-webhook', signed, { 'sanity-webhook-signature': signature })).toEqual({
      status: 500,
      body: { code: 'unexpected' },
    });
  expect([await offer('pass-a'), await offer('pass-b')]).toEqual([
    expect.objectContaining({ active: true }),
    expect.objectContaining({ active: true }),
  ]);
  expect(builds).toBe(0);
  // Studio shows the refusal beside the document, and staff get it by e-mail.
  const status = await world.deps.db.rpc('get_publication_status', {
    p_document_id: 'pass-a',
    p_revision: 'told',
  });
  expect(status).toMatchObject({
    checkout: 'earlier_version',
    problem: expect.stringContaining('SANITY_READ_TOKEN') as string,
  });
  expect(await sql`select payload ->> 'what' as what from outbox where template = 'offers_notice'`).toEqual([
    { what: 'missing' },
  ]);
});

test('a large change of a price waits for a confirmation: the old price stays, nothing is built, and the Studio gives the reason', async () => {
  documents = [makePassDocument('pass-slip', { price: 697 })];
  await hook();
  builds = 0;
  const slipped = makePassDocument('pass-slip', { price: 69.7 }) as { _rev: string };
  documents = [slipped];
  const publish = async (document: object) => {
    const signed = JSON.stringify(document);
    const signature = await encodeSignatureHeader(signed, Date.now(), 'sanity-webhook-secret');
    return world.call('sanity-webhook', signed, { 'sanity-webhook-signature': signature });
  };
  expect(await publish(slipped)).toMatchObject({
    body: { changed: 0, price_jumps: ['pass-slip'], rebuilding: false },
  });
  expect(await offer('pass-slip')).toMatchObject({ price_cents: 69_700, active: true });
  expect(builds).toBe(0);
  // Another price that is taken over in the same call is on the pages at once.
  documents = [slipped, makePassDocument('pass-approved', { price: 697 })];
  expect(await publish(slipped)).toMatchObject({ body: { changed: 1, rebuilding: true } });
  builds = 0;
  const status = await world.deps.db.rpc('get_publication_status', {
    p_document_id: 'pass-slip',
    p_revision: slipped._rev,
  });
  expect(status).toMatchObject({
    checkout: 'earlier_version',
    on_sale: true,
    problem: expect.stringContaining('S$69.70') as string,
  });

  // Confirming another price does not confirm this price.
  documents = [{ ...makePassDocument('pass-slip', { price: 69.7 }), pricesConfirmed: 'listed 697' }];
  expect(await hook()).toMatchObject({ body: { price_jumps: ['pass-slip'] } });
  documents = [withConfirmedPrices(makePassDocument('pass-slip', { price: 600 }))];
  expect(await hook()).toMatchObject({ body: { changed: 1, price_jumps: [], rebuilding: true } });
  expect(await offer('pass-slip')).toMatchObject({ price_cents: 60_000 });

  // Below the floor a confirmation is not enough, whoever wrote it into the document.
  const low = withConfirmedPrices(makePassDocument('pass-slip', { price: 69.7 })) as object as {
    _rev: string;
  };
  documents = [low];
  expect(await hook()).toMatchObject({ body: { changed: 0, price_jumps: ['pass-slip'] } });
  expect(await offer('pass-slip')).toMatchObject({ price_cents: 60_000 });
  const waiting = { p_document_id: 'pass-slip', p_revision: low._rev };
  expect(await world.deps.db.rpc('get_publication_status', waiting)).toMatchObject({
    checkout: 'earlier_version',
    problem: expect.stringContaining('two admins') as string,
  });
});
