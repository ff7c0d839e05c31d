import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/** Possibly an expired one. Checked before anything is loaded that only an account needs. */
export const hasSession = (): boolean => readText(storageKeys.auth) !== null;
