import { decode } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWithin } from '#local/api/auth/limits/window.ts';
import { createApi, password, type TestApi, whoami } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({
    limits: { signIns: { attempts: 5, windowSeconds: 300 } },
    trustedHeader: 'x-visitor',
  });
});
afterAll(() => api.stop());

/** Makes a new account and signs in. */
async function join(email: string, data: object = {}) {
  const client = api.client();
  const { data: joined, error } = await client.auth.signUp({ email, password, options: { data } });
  if (error || !joined.session) throw error ?? new Error('no session');
  return { client, session: joined.session, claims: decode(joined.session.access_token).payload };
}

describe('signing up', () => {
  it('gives the name to a trigger of the migrations', async () => {
    const { session } = await join('name@example.test', { name: 'Ann Tan' });
    const members = await api.database.sql`select name, provider from members where id = ${session.user.id}`;
    expect([...members]).toEqual([{ name: 'Ann Tan', provider: 'email' }]);
    const [kinds] = await api.database.sql`select jsonb_typeof(raw_user_meta_data) as meta,
      (select jsonb_typeof(identity_data) from auth.identities where user_id = u.id) as identity,
      (select email from auth.identities where user_id = u.id) as email
      from auth.users u where id = ${session.user.id}`;
    expect(kinds).toEqual({ meta: 'object', identity: 'object', email: 'name@example.test' });
  });

  it('lists what is wrong with a weak password', async () => {
    const { error } = await api.client().auth.signUp({ email: 'weak@example.test', password: 'short' });
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
  });
});

describe('a session’s token', () => {
  it('has the claims of a hosted one', async () => {
    const { session, claims } = await join('claims@example.test', { name: 'Bo' });
    expect(claims).toMatchObject({
      iss: `${api.url}/auth/v1`,
      sub: session.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'claims@example.test',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Bo' },
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    const [{ timestamp }] = claims['amr'] as [{ timestamp: number }];
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
    expect(claims['exp']).toBe((claims['iat'] ?? 0) + 3600);
  });

  it('is refreshed at the same level, with roles that were given since', async () => {
    const { client, claims, session } = await join('refresh@example.test');
    await api.database.sql`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"team":"heron"}'
      where id = ${session.user.id}`;
    const { data } = await client.auth.refreshSession();
    const secondClaims = decode(data.session?.access_token ?? '').payload;
    expect(secondClaims).toMatchObject({ amr: claims['amr'], aal: 'aal1', session_id: claims['session_id'] });
    expect(secondClaims['app_metadata']).toMatchObject({ team: 'heron' });
    expect((await whoami(client)).claims.app_metadata?.team).toBe('heron');
  });

  it('tells a client its level of assurance', async () => {
    const { client } = await join('aal@example.test');
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data?.currentLevel).toBe('aal1');
  });
});

describe('a banned user', () => {
  it('cannot sign in, refresh or read the account, until the ban is over', async () => {
    const email = 'banned@example.test';
    const { client, session } = await join(email);
    const ban = (until: string) =>
      api.database.sql`update auth.users set banned_until = ${until} where id = ${session.user.id}`;
    await ban('2999-01-01T00:00:00Z');

    const signIn = await api.client().auth.signInWithPassword({ email, password });
    expect(signIn.error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
    expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' });

    await ban('2020-01-01T00:00:00Z');
    expect((await api.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });
});

describe('too many sign-ins', () => {
  const attempt = (email: string, address: string) =>
    api
      .client({ headers: { 'x-visitor': address } })
      .auth.signInWithPassword({ email, password: 'a guess of somebody' })
      .then(({ error }) => error?.code);

  it('block that address for that account only, even with the right password', async () => {
    const email = 'guessed@example.test';
    await join(email);
    const guesses = [];
    for (let i = 0; i < 6; i++)
      guesses.push(await attempt(i % 2 ? email : ` ${email.toUpperCase()}`, '203.0.113.9'));
    expect(guesses).toEqual([...Array<string>(5).fill('invalid_credentials'), 'over_request_rate_limit']);
    const right = await api
      .client({ headers: { 'x-visitor': '203.0.113.9' } })
      .auth.signInWithPassword({ email, password });
    expect(right.error?.status).toBe(429);
    expect(await attempt('another@example.test', '203.0.113.9')).toBe('invalid_credentials');
    expect(await attempt(email, '203.0.113.10')).toBe('invalid_credentials');
  });

  it('are possible again when the window is over', () => {
    let now = 0;
    const note = countWithin({ attempts: 2, windowSeconds: 10 }, () => now);
    expect([note('a'), note('a')]).toEqual([0, 0]);
    now = 4_000;
    expect([note('a'), note('b')]).toEqual([6, 0]);
    now = 10_001;
    expect(note('a')).toBe(0);
  });
});

it('a member who signs out everywhere ends all sessions', async () => {
  const { client, session } = await join('out@example.test');
  expect((await client.auth.signOut()).error).toBeNull();
  const secondRefresh = await api.client().auth.refreshSession({ refresh_token: session.refresh_token });
  expect(secondRefresh.error?.code).toBe('refresh_token_not_found');
});
