import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/**
 * Returns whether a session is stored, which may have expired. Pages check this before they load code that only a
 * signed-in user needs.
 */
export const hasSession = (): boolean => readText(storageKeys.auth) !== null;
