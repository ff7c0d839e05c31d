import { storageKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { forget } from './text-storage.ts';

/** Called on sign-out and if another user signs in: deletes the saved week and half-filled profiles. */
export function forgetFamily(): void {
  forget(storageKeys.family);
  forget(rareKeys.familyDrafts);
}
