import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb } from '#server/db.ts';
import { openSessionsOf } from '#server/check-payment.ts';
import { createPhotos } from '#server/photos.ts';
import { testEnv } from '#support/functions-env.ts';
import { getOrder } from '#server/orders.ts';

/** The request paths, which gateways and servers write into their logs. */
const addresses: string[] = [];
let receivedHeaders: IncomingHttpHeaders = {};
const server = createServer((request, response) => {
  receivedHeaders = request.headers;
  addresses.push(`${request.method} ${request.url}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('the secret of an order is in no request path', async () => {
  const { port } = server.address() as AddressInfo;
  const db = createDb({ SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_x' });
  const secret = 'b8f7a7e0-6f0e-4a63-9d0c-0d4a0f6b8a11';
  expect(await openSessionsOf(db, secret)).toEqual([]);
  await getOrder(db, secret).catch(() => undefined);
  expect(addresses).toEqual(['POST /rest/v1/rpc/list_open_sessions', 'POST /rest/v1/rpc/get_order']);
});

test.each([
  ['sb_secret_x', undefined],
  ['eyJ.legacy.key', 'Bearer eyJ.legacy.key'],
])('the key %s is sent as %s in the authorization header', async (key, bearer) => {
  const { port } = server.address() as AddressInfo;
  const env = testEnv({ SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_SERVICE_ROLE_KEY: key });
  const calls = [
    () => createDb(env).rpc('get_chores_status', {}),
    () => createPhotos(env, 'pictures').remove(['a.jpg']),
  ];
  for (const call of calls) {
    await call();
    expect(receivedHeaders['apikey']).toBe(key);
    expect(receivedHeaders['authorization']).toBe(bearer);
  }
});
