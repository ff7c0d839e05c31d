import { atom } from 'nanostores';
import { readText, writeText } from './text-storage.ts';

/**
 * The key in storage, which the specification gives (spec 1 §3). A reset of stored data does not remove it, because it
 * is a preference.
 */
const KEY = 'adminViewMode';

/**
 * True if the admin view is on. It changes what staff screens show, never what is allowed (spec 1 §3). While it is
 * off, they show only the day, because other people may see the screen.
 */
export const $adminView = atom(true);

export const readAdminView = (): void => $adminView.set(readText(KEY) !== 'false');

export function setAdminView(isOn: boolean): void {
  writeText(KEY, String(isOn));
  $adminView.set(isOn);
}
