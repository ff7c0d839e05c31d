/** The page sends a request before its scripts have loaded, and a later call uses the answer. */
import vm from 'node:vm';
import { expect, it, vi } from 'vitest';
import { takePrefetched } from '#api/take-prefetched.ts';
import prefetchScript from '#ui/family/prefetch-family.inline.ts?script';

const url = 'http://api.test/rest/v1/rpc/get_family_dashboard';
const prefetchSettings = {
  key: 'k',
  url,
  timeoutMs: 1000,
  freshMs: 300_000,
  refreshS: 90,
  authKey: 'auth',
  savedKey: 'family',
  signIn: '/auth?from=',
};
const session = (leftS = 3600) =>
  JSON.stringify({ access_token: 'token', expires_at: Date.now() / 1000 + leftS, user: { id: 'u1' } });

function run(stored: Record<string, string>, type = 'navigate') {
  const window: { prefetched?: Record<string, Promise<Response>> } = {};
  const fetch = vi.fn(() => Promise.resolve(Response.json({ ok: true })));
  const replace = vi.fn();
  vm.runInNewContext(prefetchScript, {
    window,
    fetch,
    AbortSignal,
    JSON,
    Date,
    encodeURIComponent,
    document: { currentScript: { dataset: { prefetch: JSON.stringify(prefetchSettings) } } },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { replace, pathname: '/family-base/book', search: '?child=1', hash: '#a' },
    performance: { getEntriesByType: () => [{ type }] },
  });
  return { window, fetch, replace };
}

it('the prefetch requests with the member’s token, and the page’s call reuses the answer once', async () => {
  const { window, fetch } = run({ auth: session() });
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    url,
    expect.objectContaining({
      method: 'POST',
      body: '{}',
      headers: expect.objectContaining({ apikey: 'k', authorization: 'Bearer token' }) as object,
    }),
  );
  vi.stubGlobal('window', window);
  expect(await takePrefetched(url, '{}')).toBeNull();
  expect(await takePrefetched(url, '{}', 'another')).toBeNull();
  expect(await (await takePrefetched(url, '{}', 'token'))?.json()).toEqual({ ok: true });
  expect(await takePrefetched(url, '{}', 'token')).toBeNull();
  vi.unstubAllGlobals();
});

it('the prefetch sends a visitor to sign in, with a link back', () => {
  const { fetch, replace } = run({});
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth?from=%2Ffamily-base%2Fbook%3Fchild%3D1%23a');
  expect(fetch).not.toHaveBeenCalled();
});

it('the prefetch leaves an expiring or malformed session to the page', () => {
  expect(run({ auth: session(60) }).fetch).not.toHaveBeenCalled();
  const broken = run({ auth: '{' });
  expect(broken.fetch).not.toHaveBeenCalled();
  expect(broken.replace).not.toHaveBeenCalled();
});

it('the prefetch requests nothing if this member’s data is less than five minutes old, unless the page is reloaded', () => {
  const savedFamily = (userId: string, ageMs = 1000) => JSON.stringify({ userId, at: Date.now() - ageMs });
  expect(run({ auth: session(), family: savedFamily('u1') }).fetch).not.toHaveBeenCalled();
  expect(run({ auth: session(), family: savedFamily('u1', 301_000) }).fetch).toHaveBeenCalledOnce();
  expect(run({ auth: session(), family: savedFamily('u2') }).fetch).toHaveBeenCalledOnce();
  expect(run({ auth: session(), family: savedFamily('u1') }, 'reload').fetch).toHaveBeenCalledOnce();
});
