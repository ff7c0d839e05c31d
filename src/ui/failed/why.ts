import { isOffline } from '#browser/online.ts';

export const seemsOffline = 'You seem to be offline.';

/** Why a screen did not load, as far as the browser knows. `offline` is the screen's own text for being offline. */
export const whyFailed = (offline: string = seemsOffline): string =>
  isOffline() ? offline : 'An unexpected error occurred.';
