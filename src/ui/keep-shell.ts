/**
 * Keeps the screens of an address and below it readable without a network (public/shell-worker.js), and no others: once
 * the page has loaded. What it fetched before the worker lived is fetched once more through it, from the browser's
 * cache.
 */
export function keepShell(scope: string): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register('/shell-worker.js', { scope })
    .then(() => navigator.serviceWorker.ready)
    .then(warm)
    .catch(() => undefined);
}

/** The first visit's files, so that the second one may already be without a network; those still on their way too. */
async function warm(): Promise<void> {
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  const asked = new Set<string>();
  const keep = (path: string) => {
    if (asked.has(path)) return;
    asked.add(path);
    fetch(path).catch(() => undefined);
  };
  // The worker has kept what came through it.
  const cameApart = (entry?: PerformanceEntry & { workerStart?: number }) => !entry?.workerStart;
  if (cameApart(performance.getEntriesByType('navigation')[0])) keep(location.pathname);
  new PerformanceObserver((loaded) => {
    for (const entry of loaded.getEntries()) {
      const { origin, pathname } = new URL(entry.name);
      if (cameApart(entry) && origin === location.origin && pathname.startsWith('/_astro/')) keep(pathname);
    }
  }).observe({ type: 'resource', buffered: true });
}
