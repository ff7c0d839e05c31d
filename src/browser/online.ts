/** True where the browser knows that it has no network. It does not know of every network that is dead. */
export const isOffline = (): boolean =>
  typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
