/** The longest wait for a paint. A hidden tab is never painted. */
const WAIT_MS = 1000;

/** Resolves once the page has been painted, or at once if the browser does not report paints. */
export async function waitForFirstPaint(): Promise<void> {
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  const isSupported =
    'PerformanceObserver' in globalThis && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (isPainted() || !isSupported) return;
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      if (isPainted()) finish();
    });
    const finish = () => {
      observer.disconnect();
      resolve();
    };
    observer.observe({ type: 'paint', buffered: true });
    setTimeout(finish, WAIT_MS);
  });
}
