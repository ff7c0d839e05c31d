import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/** The stored session may have expired. Pages check this before they load code that only a signed-in user needs. */
export const hasSession = (): boolean => readText(storageKeys.auth) !== null;
