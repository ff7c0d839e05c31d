import type { Page } from '@playwright/test';

/** Waits until a screen's worker is active and has cached the page and all its files (src/ui/save-offline-shell.ts). */
export const waitForShell = (page: Page) =>
  page.evaluate(async () => {
    const { pathname } = location;
    await navigator.serviceWorker.ready;
    const cache = await caches.open(`shell ${pathname} 1`);
    const files = () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter((url) => url.origin === location.origin && url.pathname.startsWith('/_astro/'))
        .map((url) => url.pathname);
    const has = async () => {
      const cachedFiles = await Promise.all([pathname, ...files()].map((file) => cache.match(file)));
      return navigator.serviceWorker.controller !== null && cachedFiles.every((one) => one !== undefined);
    };
    while (!(await has())) await new Promise((resolve) => setTimeout(resolve, 100));
  });
