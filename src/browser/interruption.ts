import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { readText, storesTexts, writeText } from './text-storage.ts';

/** True once the visitor has used the page. From then on no popup opens (decisions "Interruptions"). */
let pageWasUsed = false;
const CONTROLS = 'a, button, input, select, textarea, summary, label';

/** Notes a tap or input in the page's main content. The menu and overlays do not count. */
function note({ target }: Event): void {
  if (target instanceof Element && target.closest(CONTROLS)?.closest('main')) pageWasUsed = true;
}
if (typeof document !== 'undefined')
  for (const type of ['click', 'input'])
    document.addEventListener(type, note, { capture: true, passive: true });

export const hasInteracted = (): boolean => pageWasUsed;
export const mayInterrupt = (): boolean =>
  !pageWasUsed && Date.now() - readInterruption() >= timing.INTERRUPTION_GAP_MS;

export function noteInterruption(): void {
  writeText(storageKeys.interrupted, String(Date.now()), 'session');
}

/**
 * Returns the time of the last popup in this visit, in milliseconds since 1970. If storage is blocked, it returns
 * `Infinity`, which stops further popups.
 */
const readInterruption = (): number =>
  storesTexts('session') ? Number(readText(storageKeys.interrupted, 'session')) : Infinity;
