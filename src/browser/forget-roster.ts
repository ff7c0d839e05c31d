import { storageKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { forget } from './text-storage.ts';

export function forgetRoster(): void {
  forget(storageKeys.rosterMarks);
  forget(rareKeys.growthDrafts);
  try {
    if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(storageKeys.rosterDatabase);
  } catch {
    // The browser blocks storage, so there is nothing to delete.
  }
}
