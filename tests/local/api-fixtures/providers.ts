import { createHash, randomBytes } from 'node:crypto';
import type { ApiOptions } from '#local/api/options.ts';
import { createApi, password, siteUrl, type TestApi } from './start.ts';

let api: TestApi;

/** Starts an API that simulates Google and Apple. Each file of tests has one. */
export async function createProviderApi(options: Partial<ApiOptions> = {}): Promise<TestApi> {
  api = await createApi({
    confirmEmail: true,
    providers: ['google', 'apple'],
    limits: { mailEverySeconds: 0, mails: { attempts: 1000, windowSeconds: 3600 } },
    ...options,
  });
  return api;
}

let count = 0;
export const address = () => `person${++count}@example.test`;
export const back = `${siteUrl}/auth?from=/family-base`;
/** Returns a verifier, and the challenge that is sent first. */
export const pkce = () => {
  const verifier = randomBytes(32).toString('hex');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};
export const get = (url: string, token?: string) =>
  fetch(url, {
    redirect: 'manual',
    headers: token ? { apikey: api.keys.anon, authorization: `Bearer ${token}` } : {},
  });
export const authorize = (challenge: string, more: Record<string, string> = {}) =>
  get(
    `${api.url}/auth/v1/authorize?${new URLSearchParams({
      provider: 'google',
      redirect_to: back,
      code_challenge: challenge,
      code_challenge_method: 's256',
      ...more,
    }).toString()}`,
  );
export const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? 'none:');

export interface Account {
  email: string;
  sub?: string;
  verified?: boolean;
  answer?: string;
}
/** Chooses an account at the simulated provider. Returns the address on our site to which the visitor returns. */
export async function choose(
  page: URL,
  { email, sub, verified = true, answer = 'continue' }: Account,
): Promise<URL> {
  const body = new FormData();
  const state = page.searchParams.get('state') ?? '';
  for (const [name, value] of Object.entries({ state, email, answer, ...(sub && { sub }) }))
    body.set(name, value);
  if (verified) body.set('verified', 'on');
  const chosen = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  const callback = new URL(chosen.headers.get('location') ?? '', api.url);
  return locationOf(await get(callback.href));
}
export const exchange = async (code: string, verifier: string) => {
  const answer = await fetch(`${api.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  return (await answer.json()) as {
    access_token: string;
    error_code?: string;
    user: { id: string; email: string; identities: { identity_id: string; provider: string }[] };
  };
};
export async function enter(account: Account, more: Record<string, string> = {}) {
  const { verifier, challenge } = pkce();
  const url = await choose(locationOf(await authorize(challenge, more)), account);
  const code = url.searchParams.get('code');
  return { url, verifier, session: code === null ? null : await exchange(code, verifier) };
}
export const errorOf = ({ searchParams }: URL) => searchParams.get('error_code') ?? searchParams.get('error');

/** Makes an account by e-mail with a password. `confirmed` acts as if its link had been used. */
export async function join(email: string, confirmed: boolean) {
  await api.client().auth.signUp({ email, password });
  if (confirmed)
    await api.database.sql`update auth.users
      set email_confirmed_at = now(), encrypted_password = (select encrypted_password from auth.users where email = ${email})
      where email = ${email}`;
  const [row] = await api.database.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  return row?.id ?? '';
}
