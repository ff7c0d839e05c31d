/**
 * A guard decides who may open a screen behind the sign-in, and what happens when the session ends (spec 1 §2, §6,
 * §8).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccess } from '#api/access.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { forget, writeText } from '#browser/text-storage.ts';
import { writeStored } from '#browser/storage.ts';
import { primaryRole } from '#domain/role.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ getSession: vi.fn(), onAuthStateChange: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const browser = fakeBrowser();
const key = 'otter-auth-token';

interface Stored {
  id?: string;
  leftSeconds?: number;
  aal?: string;
  factors?: { status: string }[];
}
const store = ({ id = 'u1', leftSeconds = 3600, aal = 'aal1', factors = [] }: Stored = {}) =>
  writeStored(key, {
    access_token: `e30.${btoa(JSON.stringify({ sub: id, aal }))}.c2ln`,
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + leftSeconds,
    user: { id, email: `${id}@example.com`, factors },
  });
const roles = (...held: string[]) => browser.api.on('user_roles', { body: held.map((role) => ({ role })) });

const [go, reload] = [vi.fn(), vi.fn()];
const staff = { roles: ['admin', 'business_admin'] as const, fallback: '/' };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
async function guard(options: Parameters<typeof createAccess>[0] = {}) {
  const access = createAccess({ here: () => '/family-base?tab=2#kai', go, reload, ...options });
  const stop = access.open();
  stops.push(stop);
  await vi.waitFor(() => expect(access.$access.get().state).not.toBe('checking'));
  return { ...access, stop };
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  $session.set({ state: 'unknown' });
  go.mockReset();
  reload.mockReset();
  auth.getSession.mockReset().mockRejectedValue(new Error('down'));
  auth.onAuthStateChange.mockReset().mockReturnValue({ data: { subscription: { unsubscribe: vi.fn() } } });
});

describe('opening a guarded screen', () => {
  it('is “checking” until the session is known', () => {
    store();
    expect(createAccess({ go }).$access.get()).toEqual({ state: 'checking' });
  });

  it('sends a visitor to sign in and passes the page with its query and fragment', async () => {
    const { $access } = await guard();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Ffamily-base%3Ftab%3D2%23kai');
  });

  it('lets a signed-in member in, and reads no roles where none is required', async () => {
    store();
    const { $access } = await guard();
    expect($access.get()).toMatchObject({ state: 'allowed', member: { userId: 'u1' }, roles: [] });
    expect(browser.api.calls).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it('leads to the sign-in if the session was ended from elsewhere, and deletes what was saved', async () => {
    store();
    browser.api.on('user_roles', refusal('session_ended', 401));
    const forgetSaved = vi.fn(() => Promise.resolve());
    await guard({ ...staff, forget: forgetSaved });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Ffamily-base%3Ftab%3D2%23kai');
    expect(forgetSaved).toHaveBeenCalledOnce();
    expect(refreshSession().state).toBe('signed_out');
  });

  it.each([
    [['admin'], undefined],
    [['customer', 'business_admin'], undefined],
    [['customer', 'coach'], '/'],
    [['customer'], '/'],
    [[], '/'],
  ])('with the roles %j leads from an admin screen to %s', async (held, path) => {
    store();
    roles(...held);
    const { $access } = await guard(staff);
    expect($access.get().state).toBe(path ? 'leaving' : 'allowed');
    expect(go.mock.calls).toEqual(path ? [[path]] : []);
  });

  it('sends a member to set up two-step sign-in if their role requires it, with a link back', async () => {
    store();
    browser.api.on('user_roles', {
      body: [
        { role: 'customer', needs_second_factor: false },
        { role: 'business_admin', needs_second_factor: true },
      ],
    });
    await guard(staff);
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?account=1&step=1&from=%2Ffamily-base%3Ftab%3D2%23kai');
    // The role that needs no second factor opens the screen. The other role is left out until the factor is used.
    browser.api.on('user_roles', {
      body: [
        { role: 'admin', needs_second_factor: false },
        { role: 'business_admin', needs_second_factor: true },
      ],
    });
    const { $access } = await guard(staff);
    expect($access.get()).toMatchObject({ state: 'allowed', roles: ['admin'] });
  });

  it('falls back to the family’s page if the screen names no fallback', async () => {
    store();
    roles('customer');
    await guard({ roles: ['coach'] });
    expect(go).toHaveBeenCalledExactlyOnceWith('/family-base');
  });

  it.each([['network failure' as const], [{ status: 500, body: {} }], [{ body: 'no list' }]])(
    'treats nobody as staff if reading the roles fails (%j)',
    async (reply) => {
      store();
      browser.api.on('user_roles', reply);
      await guard(staff);
      expect(go).toHaveBeenCalledExactlyOnceWith('/');
    },
  );

  it('uses the roles saved on the device while the server is unreachable, but not after a refusal', async () => {
    store();
    const readCachedRoles = vi.fn((userId: string) =>
      Promise.resolve(userId === 'u1' ? (['admin'] as const) : []),
    );
    browser.api.on('user_roles', 'network failure');
    const { $access } = await guard({ ...staff, readCachedRoles });
    expect($access.get()).toMatchObject({ state: 'allowed', roles: ['admin'] });
    browser.api.on('user_roles', { status: 401, body: {} });
    await guard({ ...staff, readCachedRoles });
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
    roles('customer');
    await guard({ ...staff, readCachedRoles });
    expect(go.mock.calls).toEqual([['/'], ['/']]);
  });

  it('shows the saved screen at once, and deletes the saved data when the role or the session is refused', async () => {
    for (const refused of [{ body: [{ role: 'customer' }] }, { status: 401, body: {} }]) {
      store();
      go.mockReset();
      const forget = vi.fn(() => Promise.resolve());
      const answer = Promise.withResolvers<{ status?: number; body: unknown }>();
      browser.api.on('user_roles', () => answer.promise);
      const { $access } = await guard({
        ...staff,
        readCachedRoles: () => Promise.resolve(['admin']),
        forget,
      });
      expect($access.get().state).toBe('allowed');
      await vi.waitFor(() => expect(browser.api.named('user_roles').length).toBeGreaterThan(0));
      expect(forget).not.toHaveBeenCalled();
      answer.resolve(refused);
      await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/'));
      expect(forget).toHaveBeenCalledOnce();
      expect($access.get().state).toBe('leaving');
      browser.api.calls.length = 0;
    }
  });

  it('asks for the second factor only if the session has not passed it', async () => {
    store({ factors: [{ status: 'verified' }] });
    await guard();
    expect(go).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/auth?from='));
    store({ factors: [{ status: 'verified' }], aal: 'aal2' });
    expect((await guard()).$access.get().state).toBe('allowed');
    store({ factors: [{ status: 'unverified' }] });
    expect((await guard()).$access.get().state).toBe('allowed');
  });

  it('still opens the saved data when an expired session cannot be renewed offline', async () => {
    store({ leftSeconds: -10 });
    expect((await guard()).$access.get().state).toBe('allowed');
  });
});

describe('while the screen is open', () => {
  it('passes on a renewed token', async () => {
    store();
    const { $access } = await guard();
    store({ aal: 'aal2' });
    const { token } = refreshSession() as { token: string };
    expect($access.get()).toMatchObject({ state: 'allowed', member: { token } });
  });

  it('keeps the screen when the session is lost, and continues when it is restored', async () => {
    store();
    const { $access } = await guard();
    forget(key);
    refreshSession();
    expect($access.get()).toMatchObject({ state: 'lapsed', member: { userId: 'u1' } });
    expect(go).not.toHaveBeenCalled();
    store();
    refreshSession();
    expect($access.get().state).toBe('allowed');
  });

  it('leaves the screen after signing out in any tab', async () => {
    store();
    const { $access } = await guard();
    writeText('otter-signed-out', '1');
    forget(key);
    refreshSession();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('reloads the page when another person signs in', async () => {
    store();
    const { $access } = await guard();
    store({ id: 'u2' });
    refreshSession();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('ignores changes once it is closed', async () => {
    store();
    const { $access, stop } = await guard();
    stop();
    forget(key);
    refreshSession();
    expect($access.get().state).toBe('allowed');
  });
});

it.each([
  [['customer', 'coach', 'admin', 'business_admin'], 'business_admin'],
  [['coach', 'admin'], 'admin'],
  [['customer', 'coach'], 'coach'],
  [[], 'customer'],
] as const)('the primary role of %j is %s', (held, first) => expect(primaryRole(held)).toBe(first));
