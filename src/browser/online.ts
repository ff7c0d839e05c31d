/** True if the browser knows that it has no network; it does not detect every failure. */
export const isOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
