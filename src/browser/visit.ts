import { storageKeys } from '#config/paths.ts';

let visit: string | undefined;

/** The page without query and fragment, which may contain a secret. */
export const pageAddress = (): string =>
  typeof location === 'undefined' ? '' : location.origin + location.pathname;

/** A random id of one visit, which identifies no person and ends with the tab. */
export function visitId(): string {
  try {
    visit ??= sessionStorage.getItem(storageKeys.visit) ?? undefined;
    visit ??= crypto.randomUUID();
    sessionStorage.setItem(storageKeys.visit, visit);
  } catch {
    // Storage is blocked, so the id lasts as long as the page.
    visit ??= crypto.randomUUID();
  }
  return visit;
}
