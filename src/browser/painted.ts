/** At the latest then, in milliseconds: in a tab that nobody sees, nothing is painted. */
const WAIT_MS = 1000;

/** Resolves once something of the page is seen; at once where it is already, or the browser does not tell. */
export async function painted(): Promise<void> {
  const isSeen = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  const tells =
    'PerformanceObserver' in globalThis && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (isSeen() || !tells) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const observer = new PerformanceObserver(() => {
    if (isSeen()) resolve(undefined);
  });
  observer.observe({ type: 'paint', buffered: true });
  setTimeout(resolve, WAIT_MS);
  await promise;
  observer.disconnect();
}
