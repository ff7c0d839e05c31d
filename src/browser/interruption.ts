import { storageKeys } from '#config/paths.ts';
import { markShown, wasShown } from './shown-marks.ts';

/**
 * Automatic interruptions: at most one per visit, and never after the visitor has begun something (decisions
 * "Interruptions").
 */
let begun = false;
const CONTROLS = 'a, button, input, select, textarea, summary, label';

/** Counts a tap or input in the page's main content; the menu and overlays do not count. */
function note({ target }: Event): void {
  if (target instanceof Element && target.closest(CONTROLS)?.closest('main')) begun = true;
}
if (typeof document !== 'undefined')
  for (const type of ['click', 'input'])
    document.addEventListener(type, note, { capture: true, passive: true });

export const hasBegun = (): boolean => begun;
export const mayInterrupt = (): boolean => !begun && !wasShown('session', storageKeys.interrupted);
export const noteInterruption = (): void => markShown('session', storageKeys.interrupted);
