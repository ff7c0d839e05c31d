import { atom } from 'nanostores';
import { storageKeys } from '../config/paths.ts';
import { readText, writeText } from './text-storage.ts';

/**
 * Admin view mode (spec 1 §3): what staff screens show, never what is allowed. On, as at first: all that an admin has;
 * off: the day alone, for a screen that others look at as well.
 */
export const $adminView = atom(true);

export const readAdminView = (): void => $adminView.set(readText(storageKeys.adminViewMode) !== 'false');

export function setAdminView(isOn: boolean): void {
  writeText(storageKeys.adminViewMode, String(isOn));
  $adminView.set(isOn);
}
