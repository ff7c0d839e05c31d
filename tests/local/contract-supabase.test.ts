/**
 * Tests what the shop expects of Supabase, always with our simulation, and with a hosted project if there are keys
 * (`CONTRACT_SUPABASE_URL=… npx vitest run --project local contract-supabase`).
 */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewayDouble, realSupabase, type SupabaseTarget } from '#support/service-targets.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
const targets: { name: string; get: () => SupabaseTarget }[] = [
  {
    name: 'the double',
    get: () => ({
      name: 'the double',
      url: api.url,
      publishableKey: api.keys.anon,
      secretKey: api.keys.service,
      functions: gatewayDouble(api.database),
    }),
  },
];
const real = realSupabase();
if (real) targets.push({ name: real.name, get: () => real });

beforeAll(async () => {
  api = await createApi({ confirmEmail: true });
});
afterAll(() => api.stop());

const browser = { 'user-agent': 'Mozilla/5.0 (a browser)' };
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });
const notOurs = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA';

/** Each call has the key of a visitor, unless another key is named, and the answer of the service. */
const calls: [
  what: string,
  to: string,
  init: Omit<RequestInit, 'headers'> & {
    headers?: Record<string, string>;
    key?: 'none' | 'unknown' | 'secret';
  },
  status: number,
  code?: string,
][] = [
  ['data without a key', 'rest/v1/settings', { key: 'none' }, 401],
  ['data with an unknown key', 'rest/v1/settings', { key: 'unknown' }, 401],
  ['the secret key in a browser', 'rest/v1/settings', { key: 'secret', headers: browser }, 401],
  ['a table that is not granted', 'rest/v1/settings?select=staff_email', {}, 401, '42501'],
  ['a table that does not exist', 'rest/v1/no_such_table', {}, 404, 'PGRST205'],
  ['a function that does not exist', 'rest/v1/rpc/no_such_function', json({}), 404, 'PGRST202'],
  ['a function of the server', 'rest/v1/rpc/claim_refunds', json({ p_limit: 1 }), 401, '42501'],
  [
    'a token of nobody',
    'rest/v1/rpc/get_balance',
    { ...json({}), headers: { authorization: `Bearer ${notOurs}` } },
    401,
    'PGRST301',
  ],
  [
    'a plan of a query',
    'rest/v1/offers?select=id',
    { headers: { accept: 'application/vnd.pgrst.plan+json' } },
    406,
  ],
  [
    'the planner’s count',
    'rest/v1/offers?select=id',
    { headers: { prefer: 'count=planned' } },
    400,
    'invalid_input',
  ],
  ['who is signed in, without a token', 'auth/v1/user', {}, 401, 'no_authorization'],
  [
    'who is signed in, with a token of nobody',
    'auth/v1/user',
    { headers: { authorization: `Bearer ${notOurs}` } },
    403,
    'bad_jwt',
  ],
  [
    'a wrong password',
    'auth/v1/token?grant_type=password',
    json({ email: 'nobody@example.com', password }),
    400,
    'invalid_credentials',
  ],
  [
    'a short password',
    'auth/v1/signup',
    json({ email: 'nobody@example.com', password: 'short' }),
    422,
    'weak_password',
  ],
  [
    'an invented refresh token',
    'auth/v1/token?grant_type=refresh_token',
    json({ refresh_token: 'abcdefghijkl' }),
    400,
  ],
  ['an admin’s call with the key of visitors', 'auth/v1/admin/users', {}, 401],
  ['a file that is not there', 'storage/v1/object/public/child-photos/none.jpg', {}, 400],
];

describe.each(targets)('$name', ({ get }) => {
  test.each(calls)('%s is answered as documented', async (_, to, { key, headers, ...init }, status, code) => {
    const { url, publishableKey, secretKey } = get();
    const keys = { none: '', unknown: 'sb_publishable_unknown', secret: secretKey, visitor: publishableKey };
    const apikey = keys[key ?? 'visitor'];
    const answer = await fetch(`${url}/${to}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers, ...(apikey && { apikey }) },
    });
    const body = (await answer.json()) as { code?: string; error_code?: string; message?: string };
    expect({ status: answer.status, said: body }).toMatchObject({ status });
    if (code) expect([body.code, body.error_code, body.message]).toContain(code);
  });

  test('a token is signed asymmetrically, checked by the key set, renewed, and ended', async () => {
    const { url, publishableKey, secretKey } = get();
    const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
    const server = createClient(url, secretKey, { auth });
    const client = createClient(url, publishableKey, { auth });
    const email = `contract-${crypto.randomUUID()}@example.com`;
    const { data: made, error } = await server.auth.admin.createUser({
      email,
      password,
      email_confirm: true,
    });
    expect(error).toBeNull();
    const id = made.user?.id ?? '';
    try {
      const { data } = await client.auth.signInWithPassword({ email, password });
      const checked = await client.auth.getClaims(data.session?.access_token);
      expect(checked.data?.header.alg).toMatch(/^(ES256|RS256|EdDSA)$/);
      expect(checked.data?.claims).toMatchObject({
        sub: id,
        role: 'authenticated',
        aal: 'aal1',
        is_anonymous: false,
      });
      const renewed = await client.auth.refreshSession();
      expect(renewed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
      expect((await client.rpc('get_balance')).error).toBeNull();
      await client.auth.signOut();
      const again = await client.auth.refreshSession({
        refresh_token: renewed.data.session?.refresh_token ?? '',
      });
      expect(again.error?.status).toBe(400);
    } finally {
      expect((await server.auth.admin.deleteUser(id)).error).toBeNull();
    }
  });

  test('a private bucket takes what it allows, and shows it by a signed address alone', async () => {
    const { url, publishableKey, secretKey } = get();
    const server = createClient(url, secretKey).storage.from('child-photos');
    const name = `contract/${crypto.randomUUID()}.jpg`;
    const jpeg = new Blob([new Uint8Array([255, 216, 255, 217])], { type: 'image/jpeg' });
    try {
      expect((await server.upload(name, jpeg, { contentType: 'image/jpeg' })).error).toBeNull();
      expect((await server.upload(name, jpeg, { contentType: 'image/jpeg' })).error).toMatchObject({
        statusCode: '409',
      });
      const text = await server.upload(`${name}.txt`, new Blob(['a']), { contentType: 'text/plain' });
      expect(text.error).toMatchObject({ statusCode: '415' });
      const large = new Blob([new Uint8Array(1_048_577)], { type: 'image/jpeg' });
      expect((await server.upload(`${name}.2`, large, { contentType: 'image/jpeg' })).error).toMatchObject({
        statusCode: '413',
      });
      const visitor = createClient(url, publishableKey).storage.from('child-photos');
      expect((await visitor.download(name)).error).not.toBeNull();
      const signed = await server.createSignedUrl(name, 60);
      const answer = await fetch(signed.data?.signedUrl ?? '');
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 4]);
    } finally {
      await server.remove([name]);
    }
  });

  test('the gateway of the functions knows what is deployed, and lets browsers ask', async () => {
    const { functions } = get();
    const unknown = await functions('no-such-function', { method: 'POST' });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ]);
    // Without verify_jwt, a call without a token reaches the function. If the function does not start, the call gets
    // the reason.
    const open = await functions('create-checkout', { method: 'POST' });
    expect(open.status).not.toBe(401);
  });
});
