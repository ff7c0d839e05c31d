/** Who gets to a screen behind sign-in, and what becomes of it when the session ends (spec 1 §2, §6, §8). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccess } from '#api/access.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { forget, writeText } from '#browser/text-storage.ts';
import { writeStored } from '#browser/storage.ts';
import { primaryRole } from '#domain/role.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

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
const opened: (() => void)[] = [];
afterEach(() => {
  for (const stop of opened.splice(0)) stop();
});
async function guard(options: Parameters<typeof createAccess>[0] = {}) {
  const made = createAccess({ here: () => '/family-base?tab=2#kai', go, reload, ...options });
  const stop = made.open();
  opened.push(stop);
  await vi.waitFor(() => expect(made.$access.get().state).not.toBe('checking'));
  return { ...made, stop };
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

describe('at the door', () => {
  it('is checking until it is known who is here', () => {
    store();
    expect(createAccess({ go }).$access.get()).toEqual({ state: 'checking' });
  });

  it('sends a visitor to the sign-in, which knows the way back with query and fragment', async () => {
    const { $access } = await guard();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Ffamily-base%3Ftab%3D2%23kai');
  });

  it('lets in whoever is signed in, and asks for no roles where none is needed', async () => {
    store();
    const { $access } = await guard();
    expect($access.get()).toMatchObject({ state: 'allowed', member: { userId: 'u1' }, roles: [] });
    expect(browser.api.calls).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it.each([
    [['admin'], undefined],
    [['customer', 'business_admin'], undefined],
    [['customer', 'coach'], '/'],
    [['customer'], '/'],
    [[], '/'],
  ])('with the roles %j a screen of admins leads to %s', async (held, path) => {
    store();
    roles(...held);
    const { $access } = await guard(staff);
    expect($access.get().state).toBe(path ? 'leaving' : 'allowed');
    expect(go.mock.calls).toEqual(path ? [[path]] : []);
  });

  it('a role that counts only with a second step leads to setting one up, and from there back', async () => {
    store();
    browser.api.on('user_roles', {
      body: [
        { role: 'customer', needs_second_factor: false },
        { role: 'business_admin', needs_second_factor: true },
      ],
    });
    await guard(staff);
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?account=1&step=1&from=%2Ffamily-base%3Ftab%3D2%23kai');
    // One that counts already opens the screen, and has no other with it.
    browser.api.on('user_roles', {
      body: [
        { role: 'admin', needs_second_factor: false },
        { role: 'business_admin', needs_second_factor: true },
      ],
    });
    const { $access } = await guard(staff);
    expect($access.get()).toMatchObject({ state: 'allowed', roles: ['admin'] });
  });

  it('the fallback is the family’s page where the screen names none', async () => {
    store();
    roles('customer');
    await guard({ roles: ['coach'] });
    expect(go).toHaveBeenCalledExactlyOnceWith('/family-base');
  });

  it.each([['network failure' as const], [{ status: 500, body: {} }], [{ body: 'no list' }]])(
    'without an answer about roles (%j) nobody is staff',
    async (reply) => {
      store();
      browser.api.on('user_roles', reply);
      await guard(staff);
      expect(go).toHaveBeenCalledExactlyOnceWith('/');
    },
  );

  it('but whoever a device keeps the day for, as long as nobody can be asked; a refusal is an answer', async () => {
    store();
    const kept = vi.fn((userId: string) => Promise.resolve(userId === 'u1' ? (['admin'] as const) : []));
    browser.api.on('user_roles', 'network failure');
    const { $access } = await guard({ ...staff, readCachedRoles: kept });
    expect($access.get()).toMatchObject({ state: 'allowed', roles: ['admin'] });
    browser.api.on('user_roles', { status: 401, body: {} });
    await guard({ ...staff, readCachedRoles: kept });
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
    roles('customer');
    await guard({ ...staff, readCachedRoles: kept });
    expect(go.mock.calls).toEqual([['/'], ['/']]);
  });

  it('what a device saved shows at once, and goes with the refusal: role taken away, or session ended', async () => {
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

  it('asks for the second factor of whoever has one, once', async () => {
    store({ factors: [{ status: 'verified' }] });
    await guard();
    expect(go).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/auth?from='));
    store({ factors: [{ status: 'verified' }], aal: 'aal2' });
    expect((await guard()).$access.get().state).toBe('allowed');
    store({ factors: [{ status: 'unverified' }] });
    expect((await guard()).$access.get().state).toBe('allowed');
  });

  it('without a network a session that has ended still opens what the device keeps', async () => {
    store({ leftSeconds: -10 });
    expect((await guard()).$access.get().state).toBe('allowed');
  });
});

describe('while the screen stands', () => {
  it('a renewed token is handed on', async () => {
    store();
    const { $access } = await guard();
    store({ aal: 'aal2' });
    const { token } = refreshSession() as { token: string };
    expect($access.get()).toMatchObject({ state: 'allowed', member: { token } });
  });

  it('a session that is lost leaves the screen as it is, and one that comes back goes on', async () => {
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

  it('signing out on purpose, in whichever tab, takes everybody away', async () => {
    store();
    const { $access } = await guard();
    writeText('otter-signed-out', '1');
    forget(key);
    refreshSession();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('shows nothing of one person to the next', async () => {
    store();
    const { $access } = await guard();
    store({ id: 'u2' });
    refreshSession();
    expect($access.get()).toEqual({ state: 'leaving' });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('hears nothing any more once it is closed', async () => {
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
] as const)('of %j the first in the order counts: %s', (held, first) =>
  expect(primaryRole(held)).toBe(first),
);
