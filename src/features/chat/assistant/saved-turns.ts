import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { Turns, type Turn } from './turns.ts';

/**
 * Returns the saved conversation. It ends with the browser's tab. If storage is blocked or full, it ends with the
 * page.
 */
export const readSavedTurns = (): Turn[] => readStored(storageKeys.assistant, Turns, 'session') ?? [];

export function saveTurns(turns: readonly Turn[]): void {
  if (turns.length === 0) forget(storageKeys.assistant, 'session');
  else writeStored(storageKeys.assistant, turns, 'session');
}
