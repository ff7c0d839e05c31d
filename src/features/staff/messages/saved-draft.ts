import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { SavedDraft, type ComposedMessage } from './model.ts';

/** The unfinished message stays in the tab, so neither a reload nor an ended session loses it. */
const KEY = rareKeys.staffMessage;

export const readSavedDraft = (): ComposedMessage | null => readStored(KEY, SavedDraft, 'session');

export function saveDraft(message: ComposedMessage | null): void {
  if (message === null) forget(KEY, 'session');
  else writeStored(KEY, message, 'session');
}
