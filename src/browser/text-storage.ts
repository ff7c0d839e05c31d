/** The browser stores `session` values until the tab is closed, and `ever` values until they are deleted. */
export type Span = 'session' | 'ever';

/**
 * Uses the browser's storage, which may be blocked or full. A read then returns null, and a write returns false. This
 * module does not use the schema library of `storage.ts`, which is too large for some pages.
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
