import { storageKeys } from '#config/paths.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { forget } from './text-storage.ts';

export function forgetFamily(): void {
  forget(storageKeys.family);
  forget(rareKeys.familyDrafts);
}
