import { readText, type Span, storesTexts, writeText } from './text-storage.ts';

/**
 * Returns whether a popup was shown. If storage is blocked, everything counts as shown, because otherwise popups would
 * open on every page.
 */
export const wasShown = (span: Span, key: string): boolean =>
  !storesTexts(span) || readText(key, span) !== null;

export function markShown(span: Span, key: string): void {
  writeText(key, 'true', span);
}

export const hasStored = (key: string): boolean => readText(key) !== null;
