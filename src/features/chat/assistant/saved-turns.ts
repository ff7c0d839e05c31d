import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { Turns, type Turn } from './turns.ts';

/** The conversation of this visit, which ends with the tab. Nothing here throws. */
export function readSavedTurns(): Turn[] {
  try {
    const parsed = v.safeParse(Turns, JSON.parse(sessionStorage.getItem(storageKeys.assistant) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

export function saveTurns(turns: readonly Turn[]): void {
  try {
    if (turns.length === 0) sessionStorage.removeItem(storageKeys.assistant);
    else sessionStorage.setItem(storageKeys.assistant, JSON.stringify(turns));
  } catch {
    // Storage is blocked or full, so the conversation lasts as long as the page.
  }
}
