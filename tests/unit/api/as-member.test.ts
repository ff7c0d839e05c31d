/** A call in the name of who is signed in: what it answers where the session cannot be renewed. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asMember } from '#api/as-member.ts';
import { $session } from '#browser/session.ts';
import { writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { SESSION_RENEWAL_WAIT_MS } from '#config/timing.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ getSession: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
fakeBrowser();
beforeEach(() => {
  $session.set({ state: 'unknown' });
  auth.getSession.mockReset();
});

const run = vi.fn((token: string) => Promise.resolve({ ok: true as const, value: token }));
const store = (leftSeconds: number) =>
  writeStored(storageKeys.auth, {
    access_token: 'token',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + leftSeconds,
    user: { id: 'u1' },
  });

describe('an hour later', () => {
  it('without a network nobody was signed out: nobody could be asked, and nothing waits', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    store(-10);
    expect(await asMember(run)).toEqual({ ok: false, code: 'unexpected' });
    expect(auth.getSession).not.toHaveBeenCalled();
    expect(run).not.toHaveBeenCalled();
  });

  it('with a network that only seems to be one it is the same', async () => {
    store(-10);
    auth.getSession.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await asMember(run)).toEqual({ ok: false, code: 'unexpected' });
  });

  it('nor does anybody wait for a renewal that gets no answer', async () => {
    vi.useFakeTimers();
    store(-10);
    auth.getSession.mockReturnValue(Promise.withResolvers().promise);
    const answer = asMember(run);
    await vi.advanceTimersByTimeAsync(SESSION_RENEWAL_WAIT_MS);
    expect(await answer).toEqual({ ok: false, code: 'unexpected' });
  });

  it('with a network the session is renewed, and the call goes on', async () => {
    store(-10);
    auth.getSession.mockImplementation(() => {
      store(3600);
      return Promise.resolve({});
    });
    expect(await asMember(run)).toEqual({ ok: true, value: 'token' });
  });

  it('a session that the service does not renew any more is signed out', async () => {
    store(-10);
    auth.getSession.mockImplementation(() => {
      forget(storageKeys.auth);
      return Promise.resolve({});
    });
    expect(await asMember(run)).toEqual({ ok: false, code: 'unauthorized' });
  });
});
