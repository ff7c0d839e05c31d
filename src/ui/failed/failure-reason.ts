import { isOffline } from '#browser/online.ts';
import { offline as youAreOffline } from '#domain/offline-messages.ts';

/**
 * Says why a screen did not load, as far as the browser knows. `offline` is the screen's own text for being offline.
 */
export const failureReason = (offline: string = youAreOffline): string =>
  isOffline() ? offline : 'An unexpected error occurred.';
