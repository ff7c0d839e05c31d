import { storageKeys } from '#config/paths.ts';

let visit: string | undefined;

/** The page, without query and fragment: a secret may stand there. */
export const pageAddress = (): string =>
  typeof location === 'undefined' ? '' : location.origin + location.pathname;

/** One visit, and nobody: made here, gone with the tab. */
export function visitId(): string {
  try {
    visit ??= sessionStorage.getItem(storageKeys.visit) ?? undefined;
    visit ??= crypto.randomUUID();
    sessionStorage.setItem(storageKeys.visit, visit);
  } catch {
    // Blocked: it lasts as long as the page.
    visit ??= crypto.randomUUID();
  }
  return visit;
}
