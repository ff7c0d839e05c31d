/** The service worker caches some responses and never caches others (public/shell-worker.js). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

const source = readFileSync(path.resolve('public/shell-worker.js'), 'utf8');
const SITE = 'https://site.test';

interface FetchEvent {
  request: { url: string; method: string };
  respondWith: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

let entries: Map<string, Response>;
let network: ReturnType<typeof vi.fn<(request: { url: string }) => Promise<Response>>>;
let listeners: Record<string, (event: FetchEvent) => void>;

beforeEach(() => {
  entries = new Map();
  network = vi.fn(() => Promise.resolve(new Response('fresh')));
  listeners = {};
  const cache = {
    match: (name: string) => Promise.resolve(entries.get(name)?.clone()),
    put: (name: string, response: Response) => Promise.resolve(void entries.set(name, response)),
    delete: (name: string) => Promise.resolve(entries.delete(name)),
    keys: () => Promise.resolve([...entries.keys()]),
  };
  vm.runInNewContext(source, {
    self: {
      location: { origin: SITE },
      registration: { scope: `${SITE}/family-base` },
      addEventListener: (name: string, run: (event: FetchEvent) => void) => (listeners[name] = run),
    },
    caches: { open: () => Promise.resolve(cache) },
    fetch: network,
    URL,
    Promise,
    // `setTimeout` is looked up at the call, because a test may install a fake clock later.
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  });
});

/** Returns the worker's answer, or null if it leaves the request to the browser. */
async function ask(address: string, method = 'GET'): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const work: Promise<unknown>[] = [];
  listeners['fetch']?.({
    request: { url: new URL(address, SITE).href, method },
    respondWith: (givenResponse) => {
      answer = givenResponse;
    },
    waitUntil: (promise) => work.push(promise),
  });
  const response = await (answer as Promise<Response> | null);
  await Promise.all(work);
  return response ? response.text() : null;
}

it.each([
  ['https://api.test/rest/v1/rpc/get_family_dashboard', 'POST'],
  ['https://api.test/rest/v1/children', 'GET'],
  ['/auth', 'GET'],
  ['/family-basement', 'GET'],
  ['/family-base', 'POST'],
])('the worker leaves %s (%s) alone', async (address, method) => {
  expect(await ask(address, method)).toBeNull();
  expect(network).not.toHaveBeenCalled();
});

it('the worker fetches a page from the network and caches it without its query', async () => {
  expect(await ask('/family-base/child?id=secret')).toBe('fresh');
  expect([...entries.keys()]).toEqual(['/family-base/child']);
});

it('the worker serves the cached page without a network', async () => {
  await ask('/family-base');
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await ask('/family-base')).toBe('fresh');
  await expect(ask('/family-base/book')).rejects.toThrow('Failed to fetch');
});

it('the worker serves the cached page if the network does not answer within three seconds', async () => {
  await ask('/family-base');
  network.mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let answer: Promise<Response> | null = null;
  listeners['fetch']?.({
    request: { url: `${SITE}/family-base`, method: 'GET' },
    respondWith: (givenResponse) => {
      answer = givenResponse;
    },
    waitUntil: () => undefined,
  });
  const text = (answer as Promise<Response> | null)?.then((response) => response.text());
  const onText = vi.fn();
  void text?.then(onText);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(onText).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await text).toBe('fresh');
  vi.useRealTimers();
});

it('the worker shows an error page and does not cache it', async () => {
  network.mockResolvedValue(new Response('broken', { status: 500 }));
  expect(await ask('/family-base')).toBe('broken');
  expect(entries.size).toBe(0);
});

it('the worker fetches a build file once, and drops the oldest files when there are too many', async () => {
  await ask('/_astro/a.js');
  await ask('/_astro/a.js');
  expect(network).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 150; at++) await ask(`/_astro/${at}.js`);
  expect(entries.size).toBe(150);
  expect(entries.has('/_astro/a.js')).toBe(false);
});
