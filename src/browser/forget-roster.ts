import { brand } from '../config/brand.ts';
import { storageKeys } from '../config/paths.ts';
import { forget } from './text-storage.ts';

/** What `kept-roster.ts` keeps lies in a database of its own, which goes as a whole. */
export const rosterDatabase = `${brand.slug}_roster`;

/** At the sign-out: the day's pack, the marks that wait, and the key that opens them. */
export function forgetRoster(): void {
  forget(storageKeys.rosterMarks);
  try {
    if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(rosterDatabase);
  } catch {
    // Blocked: then there is nothing to forget.
  }
}
