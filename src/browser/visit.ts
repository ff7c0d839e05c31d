import { storageKeys } from '#config/paths.ts';
import { readText, writeText } from './text-storage.ts';

let visit: string | undefined;

/** Returns the page's address without query and fragment, because these may contain a secret. */
export const pageAddress = (): string =>
  typeof location === 'undefined' ? '' : location.origin + location.pathname;

/** Returns a random id of one visit. It identifies no person and ends with the tab. */
export function visitId(): string {
  visit ??= readText(storageKeys.visit, 'session') ?? crypto.randomUUID();
  // If storage is blocked, the id lasts only as long as the page.
  writeText(storageKeys.visit, visit, 'session');
  return visit;
}
