/** The service verifies Google's ID tokens and decides whose account each belongs to (decisions "/auth"). */
import { createHash, createHmac, createPublicKey, randomBytes } from 'node:crypto';
import { decode } from 'hono/jwt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { address, createProviderApi, join, locationOf } from './api-fixtures/providers.ts';
import { password, siteUrl, type TestApi } from './api-fixtures/start.ts';

const clientId = 'our-client.apps.test';
let api: TestApi;
beforeAll(async () => {
  api = await createProviderApi({ googleClientId: clientId });
});
afterAll(() => api.stop());
afterEach(() => vi.useRealTimers());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const secret = () => randomBytes(32).toString('hex');

interface Chosen {
  email: string;
  verified?: boolean;
  sub?: string;
  answer?: string;
}
const pageOf = (nonce: string, more: Record<string, string> = {}) =>
  new URL(
    `${api.url}/auth/v1/played-provider/google/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${siteUrl}/auth`,
      response_type: 'id_token',
      scope: 'openid email profile',
      nonce: sha256(nonce),
      state: 'state-1',
      ...more,
    }).toString()}`,
  );

/** Chooses an account at Google. Returns the address to which the visitor returns. */
async function choose(page: URL, { email, verified = true, sub, answer = 'continue' }: Chosen): Promise<URL> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ email, answer, ...(sub && { sub }) })) body.set(name, value);
  if (verified) body.set('verified', 'on');
  return locationOf(await fetch(page, { method: 'POST', body, redirect: 'manual' }));
}
const answerIn = (url: URL) => new URLSearchParams(url.hash.slice(1));
const tokenFor = async (chosen: Chosen, nonce: string, more?: Record<string, string>) =>
  answerIn(await choose(pageOf(nonce, more), chosen)).get('id_token') ?? '';
const signIn = (token: string, nonce?: string) =>
  api.client().auth.signInWithIdToken({ provider: 'google', token, ...(nonce !== undefined && { nonce }) });
async function enter(chosen: Chosen) {
  const nonce = secret();
  return signIn(await tokenFor(chosen, nonce), nonce);
}
const refusal = async (token: string, nonce?: string) => {
  const { data, error } = await signIn(token, nonce);
  expect(data.session).toBeNull();
  return [error?.status, error?.message];
};

describe('a sign-in by an ID token', () => {
  it('returns the token in the fragment, and creates a session for the token and its nonce', async () => {
    const [email, nonce] = [address(), secret()];
    const returnUrl = await choose(pageOf(nonce), { email });
    expect(`${returnUrl.origin}${returnUrl.pathname}${returnUrl.search}`).toBe(`${siteUrl}/auth`);
    expect(answerIn(returnUrl).get('state')).toBe('state-1');
    const { data, error } = await signIn(answerIn(returnUrl).get('id_token') ?? '', nonce);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(decode(data.session?.access_token ?? '').payload).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
      app_metadata: { provider: 'google', providers: ['google'] },
    });
    expect((await enter({ email })).data.user?.id).toBe(data.user?.id);
  });

  it('that is cancelled comes back with its reason', async () => {
    const returnUrl = await choose(pageOf(secret()), { email: '', answer: 'cancel' });
    expect(Object.fromEntries(answerIn(returnUrl))).toEqual({ state: 'state-1', error: 'access_denied' });
  });

  it.each([
    ['another address than the registered one', { redirect_uri: 'https://evil.example/auth' }],
    ['an address with a query', { redirect_uri: `${siteUrl}/auth?from=/` }],
    ['no nonce', { nonce: '' }],
    ['no client', { client_id: '' }],
    ['a code instead', { response_type: 'code' }],
    ['another scope', { scope: 'email' }],
  ])('that requests %s is refused by Google’s page, which sends nobody there', async (_, more) => {
    const answer = await fetch(pageOf(secret(), more), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
});

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const parts = async (nonce: string) => {
    const [head = '', body = '', signature = ''] = (await tokenFor({ email: address() }, nonce)).split('.');
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    return { head, body, signature, header: read(head), claims: read(body) };
  };
  const badToken = [400, 'Bad ID token'];

  it('with changed claims no longer fits its signature', async () => {
    const nonce = secret();
    const { head, claims, signature } = await parts(nonce);
    const forged = `${head}.${encode({ ...claims, email: 'admin@otter.test' })}.${signature}`;
    expect(await refusal(forged, nonce)).toEqual(badToken);
  });

  it('without a signature, or signed with the public key as a password, is refused', async () => {
    const nonce = secret();
    const { header, body } = await parts(nonce);
    expect(await refusal(`${encode({ ...header, alg: 'none' })}.${body}.`, nonce)).toEqual(badToken);
    const certs = await fetch(`${api.url}/auth/v1/played-provider/google/certs`);
    const { keys } = (await certs.json()) as { keys: JsonWebKey[] };
    const pem = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const signed = `${encode({ ...header, alg: 'HS256' })}.${body}`;
    const mac = createHmac('sha256', pem).update(signed).digest('base64url');
    expect(await refusal(`${signed}.${mac}`, nonce)).toEqual(badToken);
    expect(await refusal(`${encode({ ...header, kid: 'mine' })}.${body}.x`, nonce)).toEqual(badToken);
    expect(await refusal('no.token', nonce)).toEqual(badToken);
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('that another site got for its own visitor is refused', async () => {
    const nonce = secret();
    const otherClient = { client_id: 'other.apps.test', redirect_uri: 'https://other.example/' };
    const token = await tokenFor({ email: address() }, nonce, otherClient);
    expect(await refusal(token, nonce)).toEqual([400, 'Unacceptable audience in id_token']);
  });

  it('is refused soon after its end', async () => {
    const nonce = secret();
    const token = await tokenFor({ email: address() }, nonce);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect(await refusal(token, nonce)).toEqual(badToken);
  });

  it('that was found is useless without the nonce of its browser', async () => {
    const nonce = secret();
    const token = await tokenFor({ email: address() }, nonce);
    expect(await refusal(token, secret())).toEqual([400, 'Nonces mismatch']);
    // The token contains the hash, which is not the nonce.
    expect(await refusal(token, sha256(nonce))).toEqual([400, 'Nonces mismatch']);
    expect((await refusal(token))[1]).toContain('should either both exist or not');
    expect((await signIn(token, nonce)).data.session).not.toBeNull();
  });

  it('is accepted once, however its signature is spelled', async () => {
    const nonce = secret();
    const token = await tokenFor({ email: address() }, nonce);
    expect((await signIn(token, nonce)).error).toBeNull();
    expect(await refusal(token, nonce)).toEqual(badToken);
    expect(await refusal(`${token}==`, nonce)).toEqual(badToken);
  });

  it('a token of another provider, or one sent without a key, signs nobody in', async () => {
    const nonce = secret();
    const token = await tokenFor({ email: address() }, nonce);
    for (const provider of ['apple', 'https://evil.example']) {
      const { error } = await api.client().auth.signInWithIdToken({ provider, token, nonce });
      expect(error?.code).toBe('validation_failed');
    }
    const response = await fetch(`${api.url}/auth/v1/token?grant_type=id_token`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'google', id_token: token, nonce }),
    });
    expect(response.status).toBe(401);
  });
});

describe('the account of an ID token', () => {
  it('is the one that has the address, if Google has verified it', async () => {
    const email = address();
    const id = await join(email, true);
    const { data } = await enter({ email });
    expect(data.user?.id).toBe(id);
    expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'google']);
  });

  it('is never joined, opened or blocked by an address that Google has not verified', async () => {
    const email = address();
    const id = await join(email, true);
    const attack = await enter({ email, verified: false, sub: 'id-token-attacker' });
    expect([attack.error?.code, attack.data.session]).toEqual(['provider_email_needs_verification', null]);
    const rows = await api.database
      .sql`select user_id from auth.identities where provider_id = 'id-token-attacker'`;
    expect(rows.map(({ user_id: user }) => user as string)).not.toContain(id);
    // The owner can still sign in with an account at Google that has this address.
    expect((await enter({ email })).data.user?.id).toBe(id);
  });

  it('has no sign-in method any more of somebody who typed the address before its owner came', async () => {
    const email = address();
    await join(email, false);
    expect((await enter({ email })).data.user?.email).toBe(email);
    const { error } = await api.client().auth.signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
  });
});

it('a sign-in by an ID token is refused if no client is configured, or Google is off', async () => {
  const [nonce, ours] = [secret(), api];
  for (const [options, said] of [
    [{}, 'Unacceptable audience in id_token'],
    [{ googleClientId: clientId, providers: ['apple'] }, 'is not enabled'],
  ] as const) {
    api = ours;
    const token = await tokenFor({ email: address() }, nonce);
    const other = await createProviderApi(options);
    api = other;
    expect((await refusal(token, nonce))[1]).toContain(said);
    await other.stop();
  }
  api = ours;
});
