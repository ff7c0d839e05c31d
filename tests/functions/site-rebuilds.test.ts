/** The maintenance requests a build from the site's host once for each change, and again until it is accepted. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeCamp } from '#support/sql-camps.ts';

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
});
afterAll(async () => {
  await world.stop();
  await new Promise((resolve) => host.close(resolve));
});
beforeEach(async () => {
  hostStatus = 200;
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
