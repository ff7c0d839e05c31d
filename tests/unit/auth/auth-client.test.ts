/** Checks what spec 1 §8 says about the auth client with the client that we ship and a simulated network. */
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const url = 'https://api.test';
const session = {
  access_token: `e30.${btoa(JSON.stringify({ sub: 'u1', exp: 4_000_000_000 }))}.c2ln`,
  refresh_token: 'refresh-1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user: { id: 'u1', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01' },
};
const answer = (status: number, body: object = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const network = vi.fn<(path: string) => Response | Promise<Response>>();
const stored = new Map<string, string>();
const client = () =>
  createClient(url, 'key', {
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      storageKey: 'auth',
    },
    global: {
      fetch: async (input) =>
        await network(new URL(new Request(input).url).pathname + new URL(new Request(input).url).search),
    },
  }).auth;
const storeSession = (more: Partial<typeof session> = {}) =>
  stored.set('auth', JSON.stringify({ ...session, ...more }));

beforeEach(() => {
  stored.clear();
  network.mockReset().mockResolvedValue(answer(200));
  // The client also logs the errors that it returns.
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the client returns “Auth session missing!” (400) without a session and without a request', async () => {
  const { error } = await client().updateUser({ data: {} });
  expect(error).toMatchObject({ message: 'Auth session missing!', status: 400 });
  expect(network).not.toHaveBeenCalled();
});

it('the client returns its own error (500) if an answer has no session and no user', async () => {
  const { error } = await client().signInWithPassword({ email: 'mei@example.com', password: 'secret' });
  expect(error).toMatchObject({ name: 'AuthInvalidTokenResponseError', status: 500 });
});

describe('a gateway error during a renewal', () => {
  it.each([502, 503, 504])('of status %i is retried after 200 ms, doubling', async (status) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
    storeSession({ expires_at: Date.UTC(2026, 10, 22) / 1000 - 1 });
    network.mockResolvedValueOnce(answer(status)).mockResolvedValueOnce(answer(status));
    network.mockResolvedValue(answer(200, session));
    const pendingSession = client().getSession();
    const calls: number[] = [];
    for (const ms of [199, 1, 399, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      calls.push(network.mock.calls.length);
    }
    expect(calls).toEqual([1, 2, 2, 3]);
    expect((await pendingSession).data.session?.access_token).toBe(session.access_token);
  });

  it('is retried for at most 30 seconds, and the session remains stored', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
    storeSession({ expires_at: Date.UTC(2026, 10, 22) / 1000 - 1 });
    network.mockImplementation(() => answer(503));
    const request = client().getSession();
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await request).error?.status).toBe(503);
    const calls = network.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(network.mock.calls.length).toBe(calls);
    expect(stored.has('auth')).toBe(true);
  });
});

it('removes the session after a refusal that cannot be retried', async () => {
  storeSession({ expires_at: 1 });
  network.mockResolvedValue(
    answer(400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' }),
  );
  expect((await client().getSession()).data.session).toBeNull();
  expect(stored.has('auth')).toBe(false);
});

it.each([401, 403, 404])('signing out counts as done after status %i', async (status) => {
  storeSession();
  network.mockResolvedValue(answer(status, { code: 'session_not_found', message: 'gone' }));
  expect(await client().signOut()).toEqual({ error: null });
  expect(stored.has('auth')).toBe(false);
});

it('returns the reasons for refusing a weak password', async () => {
  const reasons = ['length', 'characters'];
  network.mockResolvedValue(
    answer(422, { code: 'weak_password', message: 'Too weak', weak_password: { reasons } }),
  );
  const { error } = await client().signUp({ email: 'mei@example.com', password: 'a' });
  expect(error).toMatchObject({ code: 'weak_password', reasons });
});

it('a token of two parts is refused', async () => {
  const { error } = await client().getClaims('only.two');
  expect(error?.message).toBe('Invalid JWT structure');
});
