// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { saveOfflineShell } from '#ui/save-offline-shell.ts';

afterEach(() => vi.unstubAllGlobals());

type ObserverCallback = (list: { getEntries: () => { name: string; workerStart?: number }[] }) => void;

it('caches the page, its loaded files and those still loading when the worker is ready, each once', async () => {
  const requested: string[] = [];
  let reportEntries: ObserverCallback = () => undefined;
  const workers = new EventTarget();
  const registered = vi.fn(() => Promise.resolve());
  const serviceWorker = Object.assign(workers, {
    register: registered,
    ready: Promise.resolve(),
    controller: null,
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { pathname: '/family-base', origin: 'https://site.test' });
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return Promise.resolve();
  });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: ObserverCallback) {
        reportEntries = callback;
      }
      observe = () => reportEntries({ getEntries: () => makeEntries('/_astro/first.js', '/favicon.svg') });
    },
  );
  const makeEntries = (...paths: string[]) => paths.map((path) => ({ name: `https://site.test${path}` }));

  saveOfflineShell('/family-base');
  await vi.waitFor(() => expect(registered).toHaveBeenCalledOnce());
  await Promise.resolve();
  expect(requested).toEqual([]);
  await vi.waitFor(() => {
    workers.dispatchEvent(new Event('controllerchange'));
    expect(requested).toEqual(['/family-base', '/_astro/first.js']);
  });
  const otherOrigin = { name: 'https://else.test/_astro/other.js' };
  const byWorker = { name: 'https://site.test/_astro/kept.js', workerStart: 12 };
  reportEntries({
    getEntries: () => [...makeEntries('/_astro/first.js', '/_astro/late.js'), otherOrigin, byWorker],
  });
  expect(requested).toEqual(['/family-base', '/_astro/first.js', '/_astro/late.js']);
});
