/** Tests that a call as the signed-in member is answered even if the session cannot be renewed. */
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

describe('with an expired session', () => {
  it('a call without a network fails at once and does not sign the member out', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    store(-10);
    expect(await asMember(run)).toEqual({ ok: false, code: 'unexpected' });
    expect(auth.getSession).not.toHaveBeenCalled();
    expect(run).not.toHaveBeenCalled();
  });

  it('a call fails in the same way if the network only seems to be there', async () => {
    store(-10);
    auth.getSession.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await asMember(run)).toEqual({ ok: false, code: 'unexpected' });
  });

  it('a call does not wait longer than the limit for a renewal', async () => {
    vi.useFakeTimers();
    store(-10);
    auth.getSession.mockReturnValue(Promise.withResolvers().promise);
    const answer = asMember(run);
    await vi.advanceTimersByTimeAsync(SESSION_RENEWAL_WAIT_MS);
    expect(await answer).toEqual({ ok: false, code: 'unexpected' });
  });

  it('a call renews the session first and then runs', async () => {
    store(-10);
    auth.getSession.mockImplementation(() => {
      store(3600);
      return Promise.resolve({});
    });
    expect(await asMember(run)).toEqual({ ok: true, value: 'token' });
  });

  it('a call is unauthorized if the service refuses to renew the session', async () => {
    store(-10);
    auth.getSession.mockImplementation(() => {
      forget(storageKeys.auth);
      return Promise.resolve({});
    });
    expect(await asMember(run)).toEqual({ ok: false, code: 'unauthorized' });
  });
});
