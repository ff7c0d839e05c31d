import { createHmac } from 'node:crypto';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicKey } from '#local/api/signing-keys.ts';
import { createDbAs } from '#server/db.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

const ann = '6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f0001';
let api: TestApi;
beforeAll(async () => {
  api = await createApi();
  await api.database.sql`insert into auth.users (id, email) values (${ann}, 'ann@example.test')`;
});
afterAll(() => api.stop());

const refusal = async (token: string) => {
  const { status, error } = await api.client({ token }).rpc('whoami');
  return [status, error?.code];
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sub: ann, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 };
const readKeys = async () =>
  (await (await fetch(`${api.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: PublicKey[] };

/** Tokens that somebody could make who knows everything that is published, and even the secret of this process. */
const forgeries: [what: string, make: () => Promise<string> | string][] = [
  ['signed by a key that is not ours', () => api.token(claims, 'a secret that somebody else thought of')],
  [
    'signed by a key that is not published any more',
    async () => {
      const [own] = (await readKeys()).keys;
      const [, payload, signature] = (await api.token(claims)).split('.');
      return `${part({ alg: 'ES256', typ: 'JWT', kid: own?.kid.replace(/^./, 'x') })}.${payload}.${signature}`;
    },
  ],
  [
    'signed by a foreign key that names ours',
    async () => {
      const [own] = (await readKeys()).keys;
      const [, payload, signature] = (await api.token(claims, 'another')).split('.');
      return `${part({ alg: 'ES256', typ: 'JWT', kid: own?.kid })}.${payload}.${signature}`;
    },
  ],
  ['signed by HS256 with a secret', () => sign(claims, 'a secret that somebody else thought of', 'HS256')],
  ['signed by HS256 with the secret of this process', () => sign(claims, api.keys.jwtSecret, 'HS256')],
  [
    'signed by HS256 with the public key as the secret',
    async () => {
      const [own] = (await readKeys()).keys;
      const head = `${part({ alg: 'HS256', typ: 'JWT', kid: own?.kid })}.${part(claims)}`;
      return `${head}.${createHmac('sha256', JSON.stringify(own)).update(head).digest('base64url')}`;
    },
  ],
  ['without a signature', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`],
  [
    'with the signature of another token',
    async () => {
      const [head, , signature] = (await api.token(claims)).split('.');
      return `${head}.${part({ ...claims, role: 'service_role' })}.${signature}`;
    },
  ],
  ['without a payload', async () => `${(await api.token(claims)).split('.')[0]}..AAAA`],
];

describe.each(forgeries)('a token %s', (_, make) => {
  it('is refused by the data, the sign-in, the files and the functions', async () => {
    const token = await make();
    const headers = { apikey: api.keys.anon, authorization: `Bearer ${token}` };
    expect(await refusal(token)).toEqual([401, 'PGRST301']);
    expect((await fetch(`${api.url}/auth/v1/user`, { headers })).status).toBe(403);
    const files = await fetch(`${api.url}/storage/v1/bucket`, { headers });
    expect(await files.json()).toMatchObject({ statusCode: '403' });
    // Functions let the database verify the token.
    const env = { SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: api.keys.service };
    await expect(createDbAs(env, token).rpc('get_balance', {})).rejects.toMatchObject({
      refusal: { code: 'unauthorized' },
    });
  });
});

describe('a token', () => {
  it('is refused when it has expired', async () => {
    const exp = Math.floor(Date.now() / 1000) - 60;
    expect(await refusal(await api.token({ sub: ann, exp }))).toEqual([401, 'PGRST303']);
  });

  it('is signed by ES256 with the published key, of which nothing secret is published', async () => {
    const { data } = await api.client().auth.signUp({ email: 'ben@example.test', password });
    const token = data.session?.access_token ?? '';
    const { keys } = await readKeys();
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
    // The client reads the key set and checks the signature itself.
    const checked = await api.client().auth.getClaims(token);
    expect(checked.data?.header).toMatchObject({ alg: 'ES256', kid: keys[0]?.kid });
    expect(checked.data?.claims.sub).toBe(data.user?.id);
    expect(await refusal(token)).toEqual([200, undefined]);
  });

  it('cannot have a role that the API does not issue', async () => {
    expect(await refusal(await api.token({ sub: ann, role: 'postgres' }))).toEqual([403, '42501']);
    expect(await refusal(await api.token({ sub: ann, role: 'supabase_auth_admin' }))).toEqual([403, '42501']);
  });

  it('gives all its claims to SQL', async () => {
    const claims = { sub: ann, email: 'ann@example.test', aal: 'aal2', app_metadata: { team: 'heron' } };
    const data = (await api.client({ token: await api.token(claims) }).rpc('whoami')).data as unknown;
    expect(data).toMatchObject({ user: 'authenticated', email: 'ann@example.test', claims });
  });
});

describe('an API key', () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${api.url}/rest/v1/crews?select=name`, { headers }).then((answer) => answer.status);

  it('is required and must be known, and a secret one must not come from a browser', async () => {
    expect(await call({})).toBe(401);
    expect(await call({ apikey: 'sb_publishable_unknown' })).toBe(401);
    expect(await call({ apikey: api.keys.anon })).toBe(200);
    expect(await call({ apikey: api.keys.service })).toBe(200);
    expect(await call({ apikey: api.keys.service, 'user-agent': 'Mozilla/5.0 (a browser)' })).toBe(401);
  });
});
