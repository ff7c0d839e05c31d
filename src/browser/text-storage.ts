/**
 * Texts in the browser's storage, which may be blocked (private mode, policy) or full. Nothing here throws: a read
 * returns null, a write returns whether it succeeded. Separate from `storage.ts`, because its schema library is too
 * large for some pages.
 */
function store(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

/** False if the browser blocks the site's data, so that nothing is kept. */
export const storesTexts = (): boolean => store() !== null;

export function readText(key: string): string | null {
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string): boolean {
  try {
    const target = store();
    target?.setItem(key, value);
    return target !== null;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
}
