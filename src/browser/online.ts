/** Returns whether the browser knows that it has no network. Browsers do not notice every failure. */
export const isOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
