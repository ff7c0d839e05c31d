import { storageKeys } from '#config/paths.ts';
import { forget } from './text-storage.ts';

/** At the sign-out: the day's pack, the marks that wait, and the key that opens them. */
export function forgetRoster(): void {
  forget(storageKeys.rosterMarks);
  try {
    if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(storageKeys.rosterDatabase);
  } catch {
    // Blocked: then there is nothing to forget.
  }
}
