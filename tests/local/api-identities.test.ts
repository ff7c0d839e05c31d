import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Account,
  address,
  back,
  choose,
  createProviderApi,
  enter,
  errorOf,
  exchange,
  get,
  pkce,
} from './api-fixtures/providers.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createProviderApi();
});
afterAll(() => api.stop());

async function beginLink(token: string, challenge: string) {
  const query = new URLSearchParams({
    provider: 'apple',
    redirect_to: back,
    code_challenge: challenge,
    code_challenge_method: 's256',
    skip_http_redirect: 'true',
  }).toString();
  const answer = await get(`${api.url}/auth/v1/user/identities/authorize?${query}`, token);
  return (await answer.json()) as { url: string; error_code?: string };
}
async function linkApple(token: string, account: Account) {
  const { verifier, challenge } = pkce();
  const { url } = await beginLink(token, challenge);
  const end = await choose(new URL(url), account);
  const code = end.searchParams.get('code');
  return { url: end, session: code === null ? null : await exchange(code, verifier) };
}
const unlink = async (token: string, id: string) => {
  const answer = await fetch(`${api.url}/auth/v1/user/identities/${id}`, {
    method: 'DELETE',
    headers: { apikey: api.keys.anon, authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { error_code?: string; code?: string }).error_code ?? answer.status;
};
const signIn = async () => {
  const { session } = await enter({ email: address() });
  if (!session) throw new Error('not signed in');
  return session;
};

it('a member links an identity, signs in by it, and can unlink all but the last', async () => {
  const { access_token: token, user } = await signIn();
  const apple = { email: address() };
  const { session } = await linkApple(token, apple);
  expect(session?.user.id).toBe(user.id);
  expect((await enter(apple, { provider: 'apple' })).session?.user.id).toBe(user.id);
  const ids = session?.user.identities ?? [];
  const [google] = ids.filter(({ provider }) => provider === 'google');
  expect(await unlink(token, google?.identity_id ?? '')).toBe(200);
  const [last] = ids.filter(({ provider }) => provider === 'apple');
  expect(await unlink(token, last?.identity_id ?? '')).toBe('single_identity_not_deletable');
});

it('a member can neither link an identity of another account nor unlink one', async () => {
  const [mine, theirs] = [await signIn(), await signIn()];
  const apple = { email: address() };
  await linkApple(theirs.access_token, apple);
  expect(errorOf((await linkApple(mine.access_token, apple)).url)).toBe('identity_already_exists');
  expect(errorOf((await linkApple(theirs.access_token, apple)).url)).toBe('identity_already_exists');
  await linkApple(mine.access_token, { email: address() });
  const stranger = theirs.user.identities[0]?.identity_id ?? '';
  expect(await unlink(mine.access_token, stranger)).toBe('identity_not_found');
});

it('linking needs a session, and a setting that allows it', async () => {
  expect((await beginLink('', pkce().challenge)).error_code).toBe('no_authorization');
  const closed = await createApi({ providers: ['apple'], manualLinking: false });
  const { data } = await closed.client().auth.signUp({ email: address(), password });
  const answer = await fetch(`${closed.url}/auth/v1/user/identities/authorize?provider=apple`, {
    headers: { apikey: closed.keys.anon, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  expect(((await answer.json()) as { error_code: string }).error_code).toBe('manual_linking_disabled');
  await closed.stop();
});

it('linking refuses an unverified address, which would become the account’s once the first identity is removed', async () => {
  const { access_token: token } = await signIn();
  const { session } = await linkApple(token, { email: address(), verified: false });
  expect(session).toBeNull();
});

it('an account keeps its address when an identity later claims an unverified one and the other is removed', async () => {
  const { access_token: token, user } = await signIn();
  const victim = address();
  await linkApple(token, { email: address(), sub: 'turns' });
  await enter({ email: victim, sub: 'turns', verified: false }, { provider: 'apple' });
  expect(await unlink(token, user.identities[0]?.identity_id ?? '')).not.toBe(200);
  const [row] = await api.database.sql`select email from auth.users where id = ${user.id}`;
  expect(row?.['email']).toBe(user.email);
});

it('linking an identity with another address needs a fresh sign-in, and one with the account’s address joins it at any time', async () => {
  const { access_token: token, user } = await signIn();
  await api.database
    .sql`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${user.id}`;
  await api.database.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 day'
    where session_id in (select id from auth.sessions where user_id = ${user.id})`;
  expect((await linkApple(token, { email: address() })).session).toBeNull();
  const appleEntry = await enter({ email: user.email }, { provider: 'apple' });
  expect(appleEntry.session?.user.id).toBe(user.id);
});
