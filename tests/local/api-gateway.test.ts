import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '#local/api/start.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let api: TestApi;
let functions: Server;
let received: ReceivedRequest[] = [];

beforeAll(async () => {
  functions = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks) });
      response.writeHead(418, {
        'x-from': 'function',
        'access-control-allow-origin': 'https://only.example',
      });
      response.end('short and stout');
    });
  });
  await new Promise<void>((resolve) => functions.listen(0, '127.0.0.1', resolve));
  const { port } = functions.address() as AddressInfo;
  api = await createApi({ functionsUrl: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await api.stop();
  functions.close();
});

describe('an edge function', () => {
  it('gets the request byte for byte, and its response is returned unchanged', async () => {
    received = [];
    // A signature is computed over all bytes, so order, blanks and invalid text must stay.
    const body = Buffer.from([0x7b, 0x20, 0x22, 0xff, 0x00, 0x0a, 0x7d]);
    const answer = await fetch(`${api.url}/functions/v1/stripe-webhook/deep?x=1&x=2`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=abc', 'content-type': 'application/json' },
      body,
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/functions/v1/stripe-webhook/deep?x=1&x=2',
      headers: { 'stripe-signature': 't=1,v1=abc', 'x-forwarded-for': '127.0.0.1' },
    });
    expect(received[0]?.body).toEqual(body);
    expect([answer.status, await answer.text()]).toEqual([418, 'short and stout']);
    expect(answer.headers.get('x-from')).toBe('function');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://only.example');
  });

  it('is not called for a preflight request', async () => {
    received = [];
    const answer = await fetch(`${api.url}/functions/v1/create-checkout`, { method: 'OPTIONS' });
    expect([answer.status, received[0]?.method]).toEqual([418, 'OPTIONS']);
  });

  it('can be called by supabase-js', async () => {
    received = [];
    await api.client().functions.invoke('create-checkout', { body: { secret: 'x' } });
    expect(received[0]?.url).toBe('/functions/v1/create-checkout');
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({ secret: 'x' });
    expect(received[0]?.headers['apikey']).toBe(api.keys.anon);
  });
});

it('says that the functions are down, in a response that a browser may read', async () => {
  const down = await createApi();
  const answer = await fetch(`${down.url}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: { origin: 'https://site.example' },
    body: '{}',
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'BOOT_ERROR' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  await down.stop();
});

describe('a browser of another origin', () => {
  it.each(['/rest/v1/rpc/hold_order', '/auth/v1/token?grant_type=password'])('may call %s', async (path) => {
    const answer = await fetch(api.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://site.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-type,x-something-new',
      },
    });
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-something-new');
  });

  it('may read responses and errors alike', async () => {
    const headers = { origin: 'https://site.example' };
    for (const [key, status] of [
      [api.keys.anon, 200],
      ['', 401],
    ] as const) {
      const answer = await fetch(`${api.url}/rest/v1/crews`, { headers: { ...headers, apikey: key } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('Content-Range');
    }
  });
});

it.each([
  '/',
  '/_system/config',
  '/_system/introspect',
  '/_system/info',
  '/static/main.js',
  '/storage/v1/upload/resumable',
])('the gateway does not serve %s', async (path) => {
  const answer = await fetch(api.url + path, { headers: { apikey: api.keys.service } });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('jwt');
});

it('the gateway names the variable to change when its port is taken', async () => {
  const port = Number(new URL(api.url).port);
  const second = startApi({
    port,
    databaseUrl: api.database.url,
    jwtSecret: api.keys.jwtSecret,
    anonKey: api.keys.anon,
    serviceRoleKey: api.keys.service,
    siteUrl: 'http://127.0.0.1:4999',
    functionsUrl: 'http://127.0.0.1:9',
    mail: { send: () => Promise.resolve() },
    mailFrom: 'a@example.test',
  });
  await expect(second).rejects.toThrow(new RegExp(`${port}.*API_PORT`));
});
