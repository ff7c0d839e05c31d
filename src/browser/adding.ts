import { storageKeys } from '#config/paths.ts';
import { ADDING_MS } from '#config/timing.ts';
import { forget, readText, writeText } from './text-storage.ts';

/** Notes that the next choice in this tab is added to the basket without a question. */
export const startAdding = (): void => void writeText(storageKeys.adding, String(Date.now()), 'session');

/** Returns whether the parent came here to add something. After a while the parent has forgotten it. */
export const isAdding = (): boolean =>
  Date.now() - Number(readText(storageKeys.adding, 'session') ?? 0) < ADDING_MS;

export function takeAdding(): boolean {
  const result = isAdding();
  forget(storageKeys.adding, 'session');
  return result;
}
