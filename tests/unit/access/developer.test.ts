/**
 * Developer mode needs a development build and a variable, and gives no access to the database (spec 1 §6; decisions
 * "Safety").
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccess } from '#api/access.ts';
import { signOut } from '#api/sign-out.ts';
import { $session } from '#browser/session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ signOut: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const announce = vi.hoisted(() => vi.fn());
vi.mock(import('#browser/developer.ts'), async (original) => ({
  ...(await original()),
  announceDeveloperMode: announce,
}));
const browser = fakeBrowser();
const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);

beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  $session.set({ state: 'unknown' });
  warn.mockClear();
  announce.mockClear();
  auth.signOut.mockReset().mockResolvedValue({ error: null });
});
afterEach(() => vi.unstubAllEnvs());

async function arrive() {
  const go = vi.fn();
  const guard = createAccess({ roles: ['admin'], fallback: '/', here: () => '/management', go });
  const stop = guard.open();
  await vi.waitFor(() => expect(guard.$access.get().state).not.toBe('checking'));
  stop();
  return { access: guard.$access.get(), go };
}

it('developer mode lets an admin in, announces itself, blocks signing out and has no database token', async () => {
  vi.stubEnv('PUBLIC_DEVELOPER_MODE', 'on');
  const { access, go } = await arrive();
  expect(access).toMatchObject({ state: 'allowed', roles: ['admin'], member: { token: '' } });
  expect(announce).toHaveBeenCalled();
  expect(go).not.toHaveBeenCalled();
  expect(await signOut('local')).toBe(false);
  expect(auth.signOut).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('signing out is blocked'));
  expect(browser.api.calls).toEqual([]);
});

it.each([
  ['', true],
  ['1', true],
  ['on', false],
])(
  'developer mode lets nobody in with the variable %j and development %j',
  async (variable, isDevelopment) => {
    vi.stubEnv('PUBLIC_DEVELOPER_MODE', variable);
    vi.stubEnv('DEV', isDevelopment);
    const { access, go } = await arrive();
    expect(access).toEqual({ state: 'leaving' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Fmanagement');
    expect(await signOut('local')).toBe(true);
  },
);
