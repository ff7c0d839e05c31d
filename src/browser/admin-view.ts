import { atom } from 'nanostores';
import { readText, writeText } from './text-storage.ts';

/** The specification's own name (spec 1 §3); a reset of the stored data leaves it, because it is a preference. */
const KEY = 'adminViewMode';

/**
 * What staff screens show, never what is allowed (spec 1 §3). Off shows the day only, for a screen that others can see.
 */
export const $adminView = atom(true);

export const readAdminView = (): void => $adminView.set(readText(KEY) !== 'false');

export function setAdminView(isOn: boolean): void {
  writeText(KEY, String(isOn));
  $adminView.set(isOn);
}
