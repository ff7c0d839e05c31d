import { afterEach, expect, it, vi } from 'vitest';
import { takePrefetched } from '#api/take-prefetched.ts';

const ask = (answer: Promise<Response>) => vi.stubGlobal('window', { prefetched: { '/rest/v1/a': answer } });
afterEach(() => vi.unstubAllGlobals());

it('an answer that the page asked for is taken once', async () => {
  const answer = new Response('[]');
  ask(Promise.resolve(answer));
  expect(await takePrefetched('/rest/v1/b')).toBeNull();
  expect(await takePrefetched('/rest/v1/a')).toBe(answer);
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('one that did not come is asked for anew', async () => {
  ask(Promise.reject(new TypeError('Failed to fetch')));
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('a page that asked for nothing has none', async () => {
  vi.stubGlobal('window', {});
  expect(await takePrefetched('/rest/v1/a')).toBeNull();
});

it('one that something was sent for goes to whoever sends the same', async () => {
  const answer = new Response('{}');
  vi.stubGlobal('window', { prefetched: { '/rest/v1/rpc/b{"p_secret":"1"}': Promise.resolve(answer) } });
  expect(await takePrefetched('/rest/v1/rpc/b', '{"p_secret":"2"}')).toBeNull();
  expect(await takePrefetched('/rest/v1/rpc/b', '{"p_secret":"1"}')).toBe(answer);
});
