import { atom } from 'nanostores';
import { readText, writeText } from './text-storage.ts';

/** The specification's own name (spec 1 §3), which a repair keeps as a preference. */
const KEY = 'adminViewMode';

/**
 * Admin view mode (spec 1 §3): what staff screens show, never what is allowed. On, as at first: all that an admin has;
 * off: the day alone, for a screen that others look at as well.
 */
export const $adminView = atom(true);

export const readAdminView = (): void => $adminView.set(readText(KEY) !== 'false');

export function setAdminView(isOn: boolean): void {
  writeText(KEY, String(isOn));
  $adminView.set(isOn);
}
