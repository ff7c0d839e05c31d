// @vitest-environment happy-dom
/**
 * Tests that a session is renewed while a page is open, with the real auth client and a simulated network and clock
 * (spec 1 §4, §9).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '#support/unit/browser.ts';

const key = 'otter-auth-token';
const NOW = Date.UTC(2026, 10, 22, 2);
const session = (leftSeconds: number, token = 'old', id = 'u1') => ({
  access_token: `e30.${btoa(JSON.stringify({ sub: id, aal: 'aal1', exp: 4e9 }))}.${token}`,
  refresh_token: `refresh-${token}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Date.now() / 1000 + leftSeconds,
  user: { id, aud: 'authenticated', email: 'mei@example.com', app_metadata: {}, user_metadata: {} },
});
const answer = (status: number, body: object) => Response.json(body, { status });

const network = vi.fn<(url: string) => Promise<Response>>();
let storage: MemoryStorage;
let visibility: 'visible' | 'hidden';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW });
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'http://api.test');
  vi.stubEnv('PUBLIC_SUPABASE_KEY', 'sb_publishable_test');
  vi.stubEnv('PUBLIC_STUDIO_URL', 'http://studio.test');
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.stubGlobal('BroadcastChannel', undefined);
  network.mockReset().mockImplementation(() => Promise.resolve(answer(200, session(3600, 'new'))));
  vi.stubGlobal('fetch', (input: Request | string) => network(new Request(input).url));
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  // The client also logs the errors that it returns.
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
});
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const store = (value: object) => storage.setItem(key, JSON.stringify(value));
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
async function open() {
  const { $authEvent, keepSession } = await import('#api/keep-session.ts');
  const { $session, refreshSession } = await import('#browser/session.ts');
  const { supabase } = await import('#api/supabase.ts');
  const events: (string | null)[] = [];
  stops.push($authEvent.listen((event) => events.push(event)));
  refreshSession();
  const stop = keepSession();
  stops.push(stop);
  await seconds(1);
  const { auth } = await supabase();
  stops.push(() => void auth.dispose());
  await seconds(0);
  return { $session, events, stop, auth };
}
function turn(to: 'visible' | 'hidden'): void {
  visibility = to;
  window.dispatchEvent(new Event('visibilitychange'));
}
const renewals = () => network.mock.calls.filter(([url]) => url.includes('grant_type=refresh_token')).length;

describe('a session', () => {
  it('is restored at the start, and is not renewed while it lasts', async () => {
    store(session(3600));
    const { events, $session } = await open();
    expect(events).toContain('INITIAL_SESSION');
    expect($session.get()).toMatchObject({ state: 'signed_in', userId: 'u1' });
    expect(network).not.toHaveBeenCalled();
  });

  it('that is about to end is renewed at the start', async () => {
    store(session(60));
    const { $session } = await open();
    expect(renewals()).toBe(1);
    expect($session.get()).toMatchObject({ token: expect.stringMatching(/\.new$/) as string });
  });

  it('is checked every 30 s, and renewed once at most 90 s remain', async () => {
    store(session(600));
    const { events, $session } = await open();
    await seconds(600 - 121 - 1);
    expect(renewals()).toBe(0);
    await seconds(31);
    expect(renewals()).toBe(1);
    expect(events).toContain('TOKEN_REFRESHED');
    expect($session.get()).toMatchObject({ token: expect.stringMatching(/\.new$/) as string });
    await seconds(600);
    expect(renewals()).toBe(1);
  });

  it('is not renewed while the tab is hidden, but as soon as it is visible again', async () => {
    store(session(600));
    await open();
    turn('hidden');
    await seconds(3600);
    expect(renewals()).toBe(0);
    turn('visible');
    await seconds(1);
    expect(renewals()).toBe(1);
  });

  it.each([502, 503, 504])('is retried after the gateway error %i', async (status) => {
    store(session(600));
    network.mockResolvedValueOnce(answer(status, {})).mockResolvedValueOnce(answer(status, {}));
    const { $session } = await open();
    await seconds(600 - 90);
    await seconds(1);
    expect(renewals()).toBe(3);
    expect($session.get()).toMatchObject({ state: 'signed_in' });
  });

  it('that can no longer be renewed ends with its token, and not on purpose', async () => {
    store(session(600));
    network.mockImplementation(() =>
      Promise.resolve(answer(400, { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' })),
    );
    const { events, $session } = await open();
    await seconds(600 - 90);
    expect($session.get().state).toBe('signed_in');
    await seconds(180);
    expect(events).toContain('SIGNED_OUT');
    expect($session.get()).toEqual({ state: 'signed_out', onPurpose: false });
    expect(storage.getItem(key)).toBeNull();
  });

  it('that another tab renewed or ended is updated here', async () => {
    store(session(3600));
    const { $session } = await open();
    store(session(3600, 'other'));
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect($session.get()).toMatchObject({ token: expect.stringMatching(/\.other$/) as string });
    storage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect($session.get().state).toBe('signed_out');
  });
});

it('loads no auth client for a visitor until they sign in in another tab', async () => {
  const { $authEvent, keepSession } = await import('#api/keep-session.ts');
  const { refreshSession } = await import('#browser/session.ts');
  const { supabase } = await import('#api/supabase.ts');
  refreshSession();
  stops.push(keepSession());
  await seconds(10);
  expect($authEvent.get()).toBeNull();
  store(session(3600));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  const { auth } = await supabase();
  stops.push(() => void auth.dispose());
  await seconds(1);
  expect($authEvent.get()).toBe('INITIAL_SESSION');
});

it.each([-5, 5])(
  'is renewed once and lasts an hour on a device whose clock is %i hours off',
  async (hours) => {
    network.mockImplementation(() => Promise.resolve(answer(200, session(3600 - hours * 3600, 'new'))));
    store(session(30));
    const { $session } = await open();
    expect($session.get()).toMatchObject({ state: 'signed_in', expiresAt: NOW / 1000 + 3600 });
    await seconds(600);
    expect(renewals()).toBe(1);
  },
);

describe('an event of the auth service updates the session', () => {
  const user = session(3600).user;
  it.each([
    ['SIGNED_IN', (auth: Auth) => auth.signInWithPassword({ email: 'a@b.co', password: 'x' })],
    ['SIGNED_OUT', (auth: Auth) => auth.signOut({ scope: 'local' })],
    ['TOKEN_REFRESHED', (auth: Auth) => auth.refreshSession()],
    ['PASSWORD_RECOVERY', (auth: Auth) => auth.verifyOtp({ token_hash: 'h', type: 'recovery' })],
    [
      'MFA_CHALLENGE_VERIFIED',
      (auth: Auth) => auth.mfa.verify({ factorId: 'f', challengeId: 'c', code: '1' }),
    ],
  ])('%s', async (event, act) => {
    store(session(3600));
    const { events, auth, $session } = await open();
    const listener = vi.fn();
    stops.push($session.listen(listener));
    await act(auth);
    await seconds(1);
    expect(events.at(-1)).toBe(event);
    expect(listener).toHaveBeenCalled();
  });

  it('USER_UPDATED', async () => {
    store(session(3600));
    const { events, auth, $session } = await open();
    network.mockImplementation(() => Promise.resolve(answer(200, { ...user, email: 'new@example.com' })));
    await auth.updateUser({ data: {} });
    expect(events.at(-1)).toBe('USER_UPDATED');
    expect($session.get()).toMatchObject({ email: 'new@example.com' });
  });
});

it('a page that is left receives no more events', async () => {
  store(session(3600));
  const { events, stop, auth } = await open();
  const before = events.length;
  stop();
  await auth.refreshSession();
  expect(events.length).toBe(before);
});

type Auth = Awaited<ReturnType<typeof open>>['auth'];
