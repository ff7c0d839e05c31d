import { storageKeys } from '#config/paths.ts';
import { readText } from './text-storage.ts';

/** Whether this browser keeps a session, which may have ended: what only an account has is asked for after this. */
export const hasSession = (): boolean => readText(storageKeys.auth) !== null;
