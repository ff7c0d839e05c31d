/** The browser stores `session` values until the tab is closed, and `ever` values until they are deleted. */
export type Span = 'session' | 'ever';

/**
 * Storage may be blocked or full: a read then returns null, and a write returns false. The schema library of
 * `storage.ts` is too large for some pages, so this module has none.
 */
function tryStore<T>(span: Span, work: (store: Storage) => T): T | undefined {
  try {
    return work(span === 'session' ? sessionStorage : localStorage);
  } catch {
    return undefined;
  }
}

/** Returns false if the browser blocks the site's storage. */
export const storesTexts = (span: Span = 'ever'): boolean =>
  tryStore(span, (store) => store.getItem('')) !== undefined;

export const readText = (key: string, span: Span = 'ever'): string | null =>
  tryStore(span, (store) => store.getItem(key)) ?? null;

export const writeText = (key: string, value: string, span: Span = 'ever'): boolean =>
  tryStore(span, (store) => {
    store.setItem(key, value);
    return true;
  }) ?? false;

export function forget(key: string, span: Span = 'ever'): void {
  tryStore(span, (store) => store.removeItem(key));
}
