import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { readText, storesTexts, writeText } from './text-storage.ts';

/** One thing at a time, and nothing once the visitor uses the page (decisions "Interruptions"). */
let pageWasUsed = false;
const CONTROLS = 'a, button, input, select, textarea, summary, label';

/** Counts a tap or input in the page's main content; the menu and overlays do not count. */
function note({ target }: Event): void {
  if (target instanceof Element && target.closest(CONTROLS)?.closest('main')) pageWasUsed = true;
}
if (typeof document !== 'undefined')
  for (const type of ['click', 'input'])
    document.addEventListener(type, note, { capture: true, passive: true });

export const hasInteracted = (): boolean => pageWasUsed;
export const mayInterrupt = (): boolean =>
  !pageWasUsed && Date.now() - interruptedAt() >= timing.INTERRUPTION_GAP_MS;

export function noteInterruption(): void {
  writeText(storageKeys.interrupted, String(Date.now()), 'session');
}

/** Time of the last one in this visit, in milliseconds since 1970; never long ago if storage is blocked. */
const interruptedAt = (): number =>
  storesTexts('session') ? Number(readText(storageKeys.interrupted, 'session')) : Infinity;
