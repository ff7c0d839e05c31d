import { afterEach, expect, it, vi } from 'vitest';
import { takePrefetched } from '#api/take-prefetched.ts';

const ask = (answer: Promise<Response>) => vi.stubGlobal('window', { prefetched: { '/rest/v1/a': answer } });
afterEach(() => vi.unstubAllGlobals());

it('a prefetched answer can be taken once', async () => {
  const answer = new Response('[]');
  ask(Promise.resolve(answer));
  expect(await takePrefetched('/rest/v1/b')).toBeNull();
  expect(await takePrefetched('/rest/v1/a')).toBe(answer);
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('a prefetched request that failed gives nothing, so that it is requested again', async () => {
  ask(Promise.reject(new TypeError('Failed to fetch')));
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('a page that prefetched nothing has no answer', async () => {
  vi.stubGlobal('window', {});
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('a prefetched answer to a POST is given only to a request with the same body', async () => {
  const answer = new Response('{}');
  vi.stubGlobal('window', { prefetched: { '/rest/v1/rpc/b{"p_secret":"1"}': Promise.resolve(answer) } });
  expect(await takePrefetched('/rest/v1/rpc/b', '{"p_secret":"2"}')).toBeNull();
  expect(await takePrefetched('/rest/v1/rpc/b', '{"p_secret":"1"}')).toBe(answer);
});
