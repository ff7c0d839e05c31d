import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { SavedDraft, type ComposedMessage } from './model.ts';

/** Saves the unfinished message in the tab, so that a reload or an expired session does not lose it. */
const KEY = rareKeys.staffMessage;

export function readSavedDraft(): ComposedMessage | null {
  try {
    const parsed = v.safeParse(SavedDraft, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function saveDraft(written: ComposedMessage | null): void {
  try {
    if (written === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(written));
  } catch {
    // If storage is blocked or full, the text lasts only as long as the page.
  }
}
