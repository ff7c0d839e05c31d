// @vitest-environment happy-dom
/** A session while a page stands, by the clock (spec 1 §4, §9): the service's own client, with a network of ours. */
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
let look: 'visible' | 'hidden';

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
  look = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => look);
  // It writes down what it also answers.
  for (const how of ['error', 'warn'] as const) vi.spyOn(console, how).mockReturnValue();
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
/** Opens the page, and lets the client come. */
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
  look = to;
  window.dispatchEvent(new Event('visibilitychange'));
}
const renewals = () => network.mock.calls.filter(([url]) => url.includes('grant_type=refresh_token')).length;

describe('a session', () => {
  it('is recovered at the start, and nobody is asked while it lasts', async () => {
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

  it('is looked at every 30 s, and renewed once its end is 90 s away, not long before', async () => {
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

  it('rests while the tab is hidden, and is renewed when it is looked at again', async () => {
    store(session(600));
    await open();
    turn('hidden');
    await seconds(3600);
    expect(renewals()).toBe(0);
    turn('visible');
    await seconds(1);
    expect(renewals()).toBe(1);
  });

  it.each([502, 503, 504])('is asked for again after a gateway error (%i), and lives', async (status) => {
    store(session(600));
    network.mockResolvedValueOnce(answer(status, {})).mockResolvedValueOnce(answer(status, {}));
    const { $session } = await open();
    await seconds(600 - 90);
    await seconds(1);
    expect(renewals()).toBe(3);
    expect($session.get()).toMatchObject({ state: 'signed_in' });
  });

  it('that can never be renewed is gone once its token has ended, and was not left on purpose', async () => {
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

  it('that another tab renewed, or ended, is read', async () => {
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

it('a visitor pays for no client, and one who signs in elsewhere is followed', async () => {
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
  'a device whose clock is %i hours from the service’s renews once, and lasts an hour',
  async (hours) => {
    network.mockImplementation(() => Promise.resolve(answer(200, session(3600 - hours * 3600, 'new'))));
    store(session(30));
    const { $session } = await open();
    expect($session.get()).toMatchObject({ state: 'signed_in', expiresAt: NOW / 1000 + 3600 });
    await seconds(600);
    expect(renewals()).toBe(1);
  },
);

describe('what the service says drives what is shown', () => {
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
    const heard = vi.fn();
    stops.push($session.listen(heard));
    await act(auth);
    await seconds(1);
    expect(events.at(-1)).toBe(event);
    expect(heard).toHaveBeenCalled();
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

it('a page that is left hears nothing more', async () => {
  store(session(3600));
  const { events, stop, auth } = await open();
  const before = events.length;
  stop();
  await auth.refreshSession();
  expect(events.length).toBe(before);
});

type Auth = Awaited<ReturnType<typeof open>>['auth'];
