/**
 * What this browser was already shown. If storage is blocked everything counts as seen, so that nothing opens on every
 * page.
 */
const storeOf = (span: 'session' | 'ever') => (span === 'session' ? sessionStorage : localStorage);

export function wasShown(span: 'session' | 'ever', key: string): boolean {
  try {
    return storeOf(span).getItem(key) !== null;
  } catch {
    return true;
  }
}

export function markShown(span: 'session' | 'ever', key: string): void {
  try {
    storeOf(span).setItem(key, 'true');
  } catch {
    // Storage is blocked, so nothing opens by itself anyway.
  }
}

export function hasStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
