/** What this browser remembers. A storage that is blocked counts as seen: nobody is asked on every page. */
const storeOf = (span: 'session' | 'ever') => (span === 'session' ? sessionStorage : localStorage);

export function wasSeen(span: 'session' | 'ever', key: string): boolean {
  try {
    return storeOf(span).getItem(key) !== null;
  } catch {
    return true;
  }
}

export function mark(span: 'session' | 'ever', key: string): void {
  try {
    storeOf(span).setItem(key, 'true');
  } catch {
    // Blocked: then nothing opens by itself anyway.
  }
}

/** Something is kept under this name. */
export function has(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
