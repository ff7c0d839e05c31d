/**
 * Tests the sign-in with Google's ID token: what we send to Google, and which answers are accepted (decisions
 * "/auth").
 */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import * as signInKeys from '#config/sign-in-keys.ts';
import { readAddress } from '#features/auth/address.ts';
import { signInBy } from '#features/auth/providers/begin.ts';
import { providerMessages } from '#features/auth/providers/messages.ts';
import { createAuth } from '#features/auth/store.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ signInWithIdToken: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const browser = fakeBrowser();
const origin = 'https://otter.test';
const go = vi.fn();

/** The address bar, which the history changes. */
let currentUrl = new URL(origin);
const visit = (address: string) => {
  currentUrl = new URL(address, origin);
};
beforeEach(() => {
  $session.set({ state: 'unknown' });
  vi.stubEnv('PUBLIC_GOOGLE_CLIENT_ID', 'our-client');
  vi.stubGlobal('location', {
    get href() {
      return currentUrl.href;
    },
    get origin() {
      return currentUrl.origin;
    },
    get pathname() {
      return currentUrl.pathname;
    },
    get search() {
      return currentUrl.search;
    },
    get hash() {
      return currentUrl.hash;
    },
    host: 'otter.test',
  });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, address: string) => visit(address),
  });
  browser.api.on('user_roles', { body: [{ role: 'customer' }] });
  browser.api.on('link_purchases', { body: { linked: 0, orders: 0 } });
  go.mockReset();
  auth.signInWithIdToken.mockReset().mockImplementation(() => {
    storeMember();
    return { data: { user: { created_at: '2026-01-01T00:00:00Z' } }, error: null };
  });
});
afterEach(() => vi.unstubAllEnvs());

/** Leaves /auth for Google, and returns the query that Google receives. */
async function leaveForGoogle(from = '/auth?from=%2Fcheckout%2Fterm'): Promise<URLSearchParams> {
  visit(from);
  const goTo = vi.fn<(url: string) => void>();
  await signInBy('google', goTo);
  const url = new URL(goTo.mock.calls[0]?.[0] ?? '');
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  return url.searchParams;
}
async function reconnect(fragment: Record<string, string>) {
  visit(`/auth#${new URLSearchParams(fragment).toString()}`);
  const flow = createAuth({ ...readAddress(), origin, go });
  await flow.open();
  return flow;
}

it('the sign-in asks Google for a token with the hash of a secret that stays here, and names no page of ours', async () => {
  const query = await leaveForGoogle();
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'our-client',
    redirect_uri: `${origin}/auth`,
    response_type: 'id_token',
    scope: 'openid email profile',
  });
  const begun = JSON.parse(readText(signInKeys.idToken) ?? '') as { nonce: string; state: string };
  expect(query.get('nonce')).toBe(createHash('sha256').update(begun.nonce).digest('hex'));
  expect(query.toString()).not.toContain(begun.nonce);
  expect(query.toString()).not.toContain('checkout');
  expect((await leaveForGoogle()).get('state')).not.toBe(begun.state);
});

it('the page sends the token and its secret to the service, and goes on to the requested page', async () => {
  const state = (await leaveForGoogle()).get('state') ?? '';
  const { nonce } = JSON.parse(readText(signInKeys.idToken) ?? '') as { nonce: string };
  await reconnect({ state, id_token: 'a.b.c' });
  expect(auth.signInWithIdToken).toHaveBeenCalledExactlyOnceWith({
    provider: 'google',
    token: 'a.b.c',
    nonce,
  });
  expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
});

it('the page first takes the token out of the address', async () => {
  const state = (await leaveForGoogle()).get('state') ?? '';
  visit(`/auth#state=${state}&id_token=a.b.c`);
  readAddress();
  expect(currentUrl.href).toBe(`${origin}/auth?from=%2Fcheckout%2Fterm`);
});

describe('the page does not accept', () => {
  it.each([
    ['a token that this browser did not request', { state: 'theirs', id_token: 'a.b.c' }],
    ['a token without a state', { state: '', id_token: 'a.b.c' }],
  ])('%s', async (_, fragment) => {
    await leaveForGoogle();
    const flow = await reconnect(fragment);
    expect(auth.signInWithIdToken).not.toHaveBeenCalled();
    expect(flow.$problem.get()?.text).toBe(providerMessages.otherBrowser);
    expect(flow.$screen.get()).toEqual({ name: 'sign-in' });
  });

  it('a token if no sign-in has begun, or the stored data is damaged', async () => {
    for (const stored of [null, '{', '{"state":"","nonce":""}']) {
      if (stored !== null) writeText(signInKeys.idToken, stored);
      await reconnect({ state: '', id_token: 'a.b.c' });
    }
    expect(auth.signInWithIdToken).not.toHaveBeenCalled();
  });

  it('the same answer a second time', async () => {
    const state = (await leaveForGoogle()).get('state') ?? '';
    await reconnect({ state, id_token: 'a.b.c' });
    const flow = await reconnect({ state, id_token: 'a.b.c' });
    expect(auth.signInWithIdToken).toHaveBeenCalledOnce();
    expect(flow.$problem.get()?.text).toBe(providerMessages.otherBrowser);
  });
});

it.each([
  [{ message: 'Bad ID token', status: 400 }, providerMessages.failed],
  [{ message: 'Provider is not enabled', status: 400, code: 'provider_disabled' }, providerMessages.failed],
  [{ message: 'x', status: 422, code: 'provider_email_needs_verification' }, providerMessages.notVerified],
])('the page says why the service refuses: %o', async (error, problemText) => {
  auth.signInWithIdToken.mockResolvedValue({ data: { user: null, session: null }, error });
  const state = (await leaveForGoogle('/auth?show=sign-up&from=%2Fcamps')).get('state') ?? '';
  const flow = await reconnect({ state, id_token: 'a.b.c' });
  expect(flow.$problem.get()?.text).toBe(problemText);
  // The visitor returns to the screen that they left.
  expect(flow.$screen.get()).toEqual({ name: 'sign-up' });
});

it('the page says that a sign-in was cancelled', async () => {
  const state = (await leaveForGoogle()).get('state') ?? '';
  const flow = await reconnect({ state, error: 'access_denied' });
  expect(flow.$problem.get()?.text).toBe(providerMessages.cancelled);
});

it('other providers, or Google without a client of our own, sign in through the service', async () => {
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://api.test');
  visit('/auth');
  const goTo = vi.fn<(url: string) => void>();
  await signInBy('apple', goTo);
  vi.stubEnv('PUBLIC_GOOGLE_CLIENT_ID', '');
  await signInBy('google', goTo);
  for (const [url] of goTo.mock.calls) expect(new URL(url).pathname).toBe('/auth/v1/authorize');
});
