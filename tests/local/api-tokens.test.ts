import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type TestApi } from './api-fixtures/start.ts';

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
const unsigned = (claims: object) =>
  [{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

describe('a token', () => {
  it('is refused when it has expired', async () => {
    const exp = Math.floor(Date.now() / 1000) - 60;
    expect(await refusal(await api.token({ sub: ann, exp }))).toEqual([401, 'PGRST303']);
  });

  it('is refused when it has another signature', async () => {
    const forged = await api.token(
      { sub: ann, role: 'service_role' },
      'a secret that somebody else thought of',
    );
    expect(await refusal(forged)).toEqual([401, 'PGRST301']);
  });

  it.each(['.', '.AAAA'])('is refused when it claims to need no signature (ending %j)', async (end) => {
    expect(await refusal(unsigned({ sub: ann, role: 'service_role' }) + end)).toEqual([401, 'PGRST301']);
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
