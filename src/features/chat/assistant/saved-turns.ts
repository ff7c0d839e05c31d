import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { Turns, type Turn } from './turns.ts';

/** The conversation ends with the browser's tab, or with the page if storage is blocked or full. */
export const readSavedTurns = (): Turn[] => readStored(storageKeys.assistant, Turns, 'session') ?? [];

export function saveTurns(turns: readonly Turn[]): void {
  if (turns.length === 0) forget(storageKeys.assistant, 'session');
  else writeStored(storageKeys.assistant, turns, 'session');
}
