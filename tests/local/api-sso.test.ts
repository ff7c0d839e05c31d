import { decode } from 'hono/jwt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locationOf, pkce } from './api-fixtures/providers.ts';
import { createApi, password, siteUrl, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createApi({ confirmEmail: true, ssoDomains: ['school.test', 'club.test'] });
});
afterAll(() => api.stop());

const post = (path: string, body: unknown, at = api) =>
  fetch(`${at.url}/auth/v1${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { apikey: at.keys.anon, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const ask = async (body: Record<string, unknown>, at = api) => {
  const answer = await post(
    '/sso',
    { redirect_to: `${siteUrl}/auth`, skip_http_redirect: true, ...body },
    at,
  );
  return { status: answer.status, ...((await answer.json()) as { url?: string; error_code?: string }) };
};
const challenge = (code_challenge: string) => ({ code_challenge, code_challenge_method: 's256' });

/** Answers for the identity provider. Returns the address to which the visitor returns. */
async function answer(page: string, email: string): Promise<URL> {
  const body = new FormData();
  body.set('state', new URL(page).searchParams.get('state') ?? '');
  body.set('email', email);
  body.set('answer', 'continue');
  const chosen = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  expect(chosen.status).toBe(307);
  const acs = new URL(chosen.headers.get('location') ?? '', api.url);
  return locationOf(await fetch(acs, { method: 'POST', body, redirect: 'manual' }));
}
const exchange = async (auth_code: string, code_verifier: string) =>
  (await (await post('/token?grant_type=pkce', { auth_code, code_verifier })).json()) as {
    access_token: string;
    error_code?: string;
    user: { id: string };
  };
async function enter(domain: string, email: string) {
  const { verifier, challenge: hash } = pkce();
  const { url = '' } = await ask({ domain, ...challenge(hash) });
  const returnUrl = await answer(url, email);
  const code = returnUrl.searchParams.get('code');
  return { back: returnUrl, session: code === null ? null : await exchange(code, verifier) };
}

it('a member of an organisation signs in by its domain, to the same account each time', async () => {
  const { back, session } = await enter('school.test', 'Teacher@school.test');
  expect(`${back.origin}${back.pathname}${back.hash}`).toBe(`${siteUrl}/auth`);
  expect(decode(session?.access_token ?? '').payload).toMatchObject({
    email: 'teacher@school.test',
    aal: 'aal1',
    amr: [{ method: 'sso/saml' }],
  });
  const secondEntry = await enter('school.test', 'teacher@school.test');
  expect(secondEntry.session?.user.id).toBe(session?.user.id);
  const [user] = await api.database
    .sql`select is_sso_user, email_confirmed_at from auth.users where id = ${session?.user.id ?? ''}`;
  expect(user).toMatchObject({ is_sso_user: true });
  expect(user?.['email_confirmed_at']).not.toBeNull();
});

it('a code is useless without its verifier, and an answer of the provider a second time', async () => {
  const { url = '' } = await ask({ domain: 'school.test', ...challenge(pkce().challenge) });
  const returnUrl = await answer(url, 'second@school.test');
  expect((await exchange(returnUrl.searchParams.get('code') ?? '', pkce().verifier)).error_code).toBe(
    'bad_code_verifier',
  );
  const secondReturn = await answer(url, 'second@school.test');
  // As on the hosted service, a refusal redirects to the site's home page.
  expect(`${secondReturn.origin}${secondReturn.pathname}`).toBe(`${siteUrl}/`);
  expect(secondReturn.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
});

it('the sign-in refuses an unknown domain, two names, no name, and a flow without PKCE', async () => {
  const pair = challenge(pkce().challenge);
  expect(await ask({ domain: 'other.test', ...pair })).toMatchObject({
    status: 404,
    error_code: 'sso_provider_not_found',
  });
  expect(await ask({ domain: 'school.test', provider_id: crypto.randomUUID(), ...pair })).toMatchObject({
    error_code: 'validation_failed',
  });
  expect((await ask(pair)).error_code).toBe('validation_failed');
  expect((await ask({ domain: 'school.test' })).error_code).toBe('validation_failed');
});

it('the provider of one organisation cannot answer for another', async () => {
  const { url = '' } = await ask({ domain: 'school.test', ...challenge(pkce().challenge) });
  const returnUrl = await answer(url.replace('/school.test', '/club.test'), 'x@club.test');
  expect(returnUrl.searchParams.get('error_code')).toBe('validation_failed');
});

it('an address of another domain, or one that has an account, creates no account', async () => {
  const stranger = await enter('school.test', 'parent@gmail.test');
  expect([stranger.session, stranger.back.searchParams.get('error')]).toEqual([null, 'server_error']);
  await api.client().auth.signUp({ email: 'known@school.test', password });
  expect((await enter('school.test', 'known@school.test')).session).toBeNull();
  const rows = await api.database
    .sql`select is_sso_user from auth.users where email in ('parent@gmail.test', 'known@school.test')`;
  expect(rows).toMatchObject([{ is_sso_user: false }]);
});

it('the settings say whether the sign-in is on, and it is refused if it is off', async () => {
  const read = async (at: TestApi): Promise<unknown> =>
    (await fetch(`${at.url}/auth/v1/settings`, { headers: { apikey: at.keys.anon } })).json();
  expect(await read(api)).toMatchObject({ saml_enabled: true });
  const apiWithoutSso = await createApi();
  expect(await read(apiWithoutSso)).toMatchObject({ saml_enabled: false });
  const off = await ask({ domain: 'school.test', ...challenge(pkce().challenge) }, apiWithoutSso);
  expect(off).toMatchObject({ status: 404, error_code: 'saml_provider_disabled' });
  await apiWithoutSso.stop();
});
