import { randomUUID } from 'node:crypto';
import { decode } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  address,
  authorize,
  choose,
  createProviderApi,
  enter,
  errorOf,
  exchange,
  get,
  join,
  locationOf,
  pkce,
} from './api-fixtures/providers.ts';
import { createApi, password, siteUrl, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createProviderApi();
});
afterAll(() => api.stop());

describe('sign-in by another provider', () => {
  it('says which providers are on', async () => {
    const read = async (url: string): Promise<unknown> =>
      (await fetch(`${url}/auth/v1/settings`, { headers: { apikey: api.keys.anon } })).json();
    expect(await read(api.url)).toMatchObject({ external: { google: true, apple: true, github: false } });
    const apiWithoutProviders = await createApi();
    expect(await read(apiWithoutProviders.url)).toMatchObject({
      external: { google: false, apple: false, email: true },
    });
    await apiWithoutProviders.stop();
  });

  it('creates an account, comes back to the site, and opens a session for the code', async () => {
    const email = address();
    const { url, session } = await enter({ email });
    expect(`${url.origin}${url.pathname}`).toBe(`${siteUrl}/auth`);
    expect(url.searchParams.get('from')).toBe('/family-base');
    // The address contains only the code.
    expect(url.hash).toBe('');
    expect(session?.user.email).toBe(email);
    expect(decode(session?.access_token ?? '').payload).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
      app_metadata: { provider: 'google', providers: ['google'] },
    });
  });

  it('accepts a code once, and only with the verifier of the browser that began', async () => {
    const { verifier, challenge } = pkce();
    const url = await choose(locationOf(await authorize(challenge)), { email: address() });
    const code = url.searchParams.get('code') ?? '';
    expect((await exchange(code, '')).error_code).toBe('validation_failed');
    expect((await exchange(code, pkce().verifier)).error_code).toBe('bad_code_verifier');
    expect((await exchange(code, verifier)).access_token).toBeTruthy();
    expect((await exchange(code, verifier)).error_code).toBe('flow_state_not_found');
  });

  it('refuses a cancelled sign-in and an invented answer of the provider', async () => {
    const cancelled = await enter({ email: address(), answer: 'cancel' });
    expect(errorOf(cancelled.url)).toBe('access_denied');
    const page = locationOf(await authorize(pkce().challenge));
    const state = page.searchParams.get('state') ?? '';
    const invented = await get(`${api.url}/auth/v1/callback?state=${state}&code=${randomUUID()}`);
    expect(errorOf(locationOf(invented))).toBe('unexpected_failure');
    const stranger = await get(`${api.url}/auth/v1/callback?state=${randomUUID()}&code=1`);
    expect(errorOf(locationOf(stranger))).toBe('bad_oauth_state');
    const url = await choose(page, { email: address() });
    expect(url.searchParams.get('code')).toBeTruthy();
    expect(errorOf(await choose(page, { email: address() }))).toBe('flow_state_already_used');
  });

  it.each([
    ['a provider that is off', { provider: 'github' }, 'provider is not enabled'],
    ['an unknown provider', { provider: 'nobody' }, 'could not be found'],
    ['no challenge', { code_challenge: '' }, 'PKCE flow requires'],
    ['a short challenge', { code_challenge: 'short' }, 'between 43 and 128'],
    ['another method', { code_challenge_method: 's512' }, 'Invalid code_challenge_method'],
  ])('refuses %s', async (_, more, expected) => {
    const answer = await authorize(pkce().challenge, more);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { msg: string }).msg).toContain(expected);
  });

  it('never returns to another site', async () => {
    const { url } = await enter({ email: address() }, { redirect_to: 'https://evil.example/auth' });
    expect(url.origin).toBe(siteUrl);
  });
});

describe('the account of a sign-in by another provider', () => {
  it('is the one that has the address, if the provider has verified it', async () => {
    const email = address();
    const id = await join(email, true);
    const { session } = await enter({ email });
    expect(session?.user.id).toBe(id);
    expect(session?.user.identities.map(({ provider }) => provider).toSorted()).toEqual(['email', 'google']);
  });

  it('is never joined, opened or blocked by an address that the provider has not verified', async () => {
    const email = address();
    const id = await join(email, true);
    const attack = await enter({ email, verified: false, sub: 'attacker' });
    expect(attack.session).toBeNull();
    expect(errorOf(attack.url)).toBe('provider_email_needs_verification');
    expect(errorOf((await enter({ email, verified: false, sub: 'attacker' })).url)).toBe(
      'provider_email_needs_verification',
    );
    const rows = await api.database.sql`select user_id from auth.identities where provider_id = 'attacker'`;
    expect(rows.map(({ user_id: user }) => user as string)).not.toContain(id);
    // The owner can still sign in with an account at the provider that has this address.
    expect((await enter({ email })).session?.user.id).toBe(id);
    await enter({ email, verified: false, sub: 'attacker' });
    expect((await enter({ email })).session?.user.id).toBe(id);
  });

  it('has no sign-in method any more of somebody who typed the address before its owner came', async () => {
    const email = address();
    await join(email, false);
    const owner = await enter({ email });
    expect(owner.session?.user.email).toBe(email);
    const { error } = await api.client().auth.signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
    expect(owner.session?.user.identities.map(({ provider }) => provider)).toEqual(['google']);
  });

  it('belongs to the owner, and an unverified account of a provider that came first loses its identity', async () => {
    const email = address();
    const attack = await enter({ email, verified: false, sub: 'first' });
    expect(attack.session).toBeNull();
    expect((await enter({ email, sub: 'owner' })).session?.user.email).toBe(email);
    const secondEntry = await enter({ email: address(), verified: false, sub: 'first' });
    expect(secondEntry.session).toBeNull();
  });

  it('counts as a new account, as a sign-up does', async () => {
    await api.database.sql`update public.rate_rules set most = 1 where endpoint = 'new_account_mailbox'`;
    const [name] = address().split('@');
    expect((await enter({ email: `${name}+1@example.test` })).session).not.toBeNull();
    const { url } = await enter({ email: `${name}+2@example.test` });
    await api.database.sql`update public.rate_rules set most = 100000 where endpoint = 'new_account_mailbox'`;
    expect(url.searchParams.get('error_description')).toBe('mailbox_limited');
  });
});
