/** How long something is kept: until the tab is closed, or for good. */
export type Span = 'session' | 'ever';

/**
 * Storage may be blocked or full: a read returns null, a write whether it succeeded. Apart from `storage.ts`, whose
 * schema library is too large for some pages.
 */
function tryStore<T>(span: Span, act: (store: Storage) => T): T | undefined {
  try {
    return act(span === 'session' ? sessionStorage : localStorage);
  } catch {
    return undefined;
  }
}

/** False if the browser blocks the site's data, so that nothing is kept. */
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
