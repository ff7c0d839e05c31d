/**
 * Texts in the browser's storage, which may be blocked (private mode, policy) or full. Nothing here throws: a read
 * answers null, a write says whether it was kept. Apart from `storage.ts`, whose schema library not every page can pay.
 */
function store(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

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
    // Blocked: then there is nothing to forget.
  }
}
