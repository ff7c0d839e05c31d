/** Only some stored values count as a session, on every page that reads one (spec 1 §4). */
import { beforeEach, expect, it, vi } from 'vitest';
import { getFreshSession } from '#api/fresh-session.ts';
import { refreshSession } from '#browser/session.ts';
import { writeStored } from '#browser/storage.ts';
import { writeText } from '#browser/text-storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ getSession: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
fakeBrowser();

const key = 'otter-auth-token';
const makeStored = (leftSeconds: number, access_token = 'old') => ({
  access_token,
  refresh_token: 'r',
  expires_in: 3600,
  expires_at: Date.now() / 1000 + leftSeconds,
  user: { id: 'u1' },
});
beforeEach(() => void auth.getSession.mockReset());

it.each(['access_token', 'refresh_token', 'expires_in'] as const)(
  'a stored session without %s counts as signed out',
  (missing) => {
    const { [missing]: _, ...rest } = makeStored(3600);
    writeStored(key, rest);
    expect(refreshSession().state).toBe('signed_out');
  },
);

it('a session is renewed if it ends within 90 s, and not before', async () => {
  writeStored(key, makeStored(91));
  expect(await getFreshSession()).toMatchObject({ token: 'old' });
  expect(auth.getSession).not.toHaveBeenCalled();
  writeStored(key, makeStored(89));
  auth.getSession.mockImplementation(() => Promise.resolve(void writeStored(key, makeStored(3600, 'new'))));
  expect(await getFreshSession()).toMatchObject({ token: 'new' });
});

it('an expired session that cannot be renewed counts as signed out, but one that still lasts is used', async () => {
  auth.getSession.mockImplementation(() => Promise.reject(new Error('down')));
  writeStored(key, makeStored(-1));
  expect((await getFreshSession()).state).toBe('signed_out');
  writeStored(key, makeStored(30));
  expect(await getFreshSession()).toMatchObject({ state: 'signed_in', token: 'old' });
});

it('a session whose sign-out was interrupted is gone on the next page, but a newer one stays', async () => {
  const nextPage = async () => {
    vi.resetModules();
    return (await import('#browser/session.ts')).refreshSession();
  };
  writeStored(key, makeStored(3600, 'a token that went'));
  writeText('otter-signed-out', 'token that went');
  expect(await nextPage()).toEqual({ state: 'signed_out', onPurpose: true });
  writeStored(key, makeStored(3600, 'a token that came'));
  expect((await nextPage()).state).toBe('signed_in');
  writeText('otter-signed-out', '');
  expect((await nextPage()).state).toBe('signed_in');
});
