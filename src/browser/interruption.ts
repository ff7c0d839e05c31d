import { storageKeys } from '#config/paths.ts';
import { mark, wasSeen } from './seen.ts';

/** What comes unasked: at most one a visit, and never over something begun (decisions "Interruptions"). */
let begun = false;
const CONTROLS = 'a, button, input, select, textarea, summary, label';

/** Tapped or typed in the page itself: its menu and what lies over it do not count. */
function note({ target }: Event): void {
  if (target instanceof Element && target.closest(CONTROLS)?.closest('main')) begun = true;
}
if (typeof document !== 'undefined')
  for (const type of ['click', 'input'])
    document.addEventListener(type, note, { capture: true, passive: true });

export const hasBegun = (): boolean => begun;
export const mayInterrupt = (): boolean => !begun && !wasSeen('session', storageKeys.interrupted);
export const noteInterruption = (): void => mark('session', storageKeys.interrupted);
