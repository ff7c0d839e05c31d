import { storageKeys } from '#config/paths.ts';
import { forget } from './text-storage.ts';

/** At the sign-out, and where somebody else signs in: the kept week and half-typed profiles go. */
export function forgetFamily(): void {
  forget(storageKeys.family);
  forget(storageKeys.familyDrafts);
}
