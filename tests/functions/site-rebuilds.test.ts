/** The maintenance requests a build from the site's host once for each change, and again until it is accepted. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeCamp } from '#support/sql-camps.ts';
import { forgetPublications } from '#support/sanity-passes.ts';

let world: World;
let host: Server;
let receivedCalls: string[];
let hostStatus: number;
beforeAll(async () => {
  host = createServer((request, response) => {
    receivedCalls.push(`${request.method} ${request.url}`);
    response.writeHead(hostStatus).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  world = await createWorld({ DEPLOY_HOOK_URL: `http://127.0.0.1:${port}/deploy` });
  await world.database.sql`update settings set rebuild_quiet_seconds = 0`;
  world.deps.lake = {
    wording: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    moments: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    revisions: () => Promise.resolve([]),
    usesOf: () => Promise.resolve([]),
    sellable: () => Promise.resolve([]),
    teams: () => Promise.resolve([]),
  };
  // The list of this dataset is empty, so nothing may be on sale.
  await world.database.sql`update offers set active = false`;
});
afterAll(async () => {
  await world.stop();
  await new Promise((resolve) => host.close(resolve));
});
beforeEach(async () => {
  hostStatus = 200;
  await forgetPublications(world.database);
  receivedCalls = [];
  // The new day and the seed have each requested a build. These runs complete both.
  await runChore();
  await runChore();
  receivedCalls = [];
});

async function runChore(): Promise<unknown> {
  const { body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  return (body['chores'] as { site: { result: unknown } }).site.result;
}

test('a new camp calls the deploy hook once', async () => {
  await makeCamp(world.database);
  expect(await runChore()).toEqual({ reason: 'camps', requested: true });
  expect(await runChore()).toEqual({ reason: null });
  expect(receivedCalls).toEqual(['POST /deploy']);
});

test('a build that the host refused is requested again by the next chores', async () => {
  hostStatus = 503;
  await makeCamp(world.database);
  expect(await runChore()).toEqual({ reason: 'camps', requested: false });
  hostStatus = 200;
  expect(await runChore()).toEqual({ reason: 'camps', requested: true });
  expect(await runChore()).toEqual({ reason: null });
  expect(receivedCalls).toEqual(['POST /deploy', 'POST /deploy']);
});

describe('an import of many documents', () => {
  const publishMany = (times: number) =>
    Promise.all(
      Array.from({ length: times }, async (_, n) => {
        const body = JSON.stringify({ _id: `faq-${n}`, _type: 'faq' });
        const signature = await encodeSignatureHeader(body, Date.now(), 'sanity-webhook-secret');
        return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
      }),
    );

  test('asks for a few builds at once, and then for one that has all of it', async () => {
    const answers = await publishMany(60);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(receivedCalls).toHaveLength(5);
    expect(await runChore()).toEqual({ reason: 'publication', requested: true });
    expect(receivedCalls).toHaveLength(6);
    expect(await runChore()).toEqual({ reason: null });
  });

  test('loses no build if the host refuses the one at its end', async () => {
    await publishMany(7);
    hostStatus = 503;
    expect(await runChore()).toEqual({ reason: 'publication', requested: false });
    hostStatus = 200;
    expect(await runChore()).toEqual({ reason: 'camps', requested: true });
    expect(receivedCalls).toHaveLength(7);
  });

  test('waits for the quiet time after the last document, but not for ever', async () => {
    await publishMany(6);
    await world.database.sql`update settings set rebuild_quiet_seconds = 600`;
    expect(await runChore()).toEqual({ reason: null });
    await world.database
      .sql`update rebuild_requests set requested_at = requested_at - interval '101 minutes'`;
    await publishMany(1);
    expect(await runChore()).toEqual({ reason: 'publication', requested: true });
    await world.database.sql`update settings set rebuild_quiet_seconds = 0`;
  });
});
