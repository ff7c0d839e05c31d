/**
 * Saves the files of the family screens for offline use. If files were fetched before the service worker was active,
 * they are fetched again through it (public/shell-worker.js).
 */
export function saveOfflineShell(scope: string): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register('/shell-worker.js', { scope })
    .then(() => navigator.serviceWorker.ready)
    .then(loadShell)
    .catch(() => undefined);
}

/**
 * Saves the files of the first visit, including those that are still loading, so that the second visit works offline.
 */
async function loadShell(): Promise<void> {
  if (navigator.serviceWorker.controller === null)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  const requested = new Set<string>();
  const keep = (path: string) => {
    if (requested.has(path)) return;
    requested.add(path);
    fetch(path).catch(() => undefined);
  };
  // Returns true for a file that was not fetched through the worker, which has not saved it yet.
  const wasFetchedDirectly = (entry?: PerformanceEntry & { workerStart?: number }) => !entry?.workerStart;
  if (wasFetchedDirectly(performance.getEntriesByType('navigation')[0])) keep(location.pathname);
  new PerformanceObserver((loaded) => {
    for (const entry of loaded.getEntries()) {
      const { origin, pathname } = new URL(entry.name);
      if (wasFetchedDirectly(entry) && origin === location.origin && pathname.startsWith('/_astro/'))
        keep(pathname);
    }
  }).observe({ type: 'resource', buffered: true });
}
