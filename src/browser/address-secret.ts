/**
 * Moves a secret from the page's address to its history entry, so that nobody copies it with the address. A reload
 * and the Back button still find it.
 */
export function takeSecret(name: string): string | null {
  const url = new URL(location.href);
  const secret = url.searchParams.get(name);
  if (secret === null) return readSecret(name);
  url.searchParams.delete(name);
  keepSecret(name, secret, url.pathname + url.search);
  return secret;
}

/**
 * Moves a secret from the address's fragment, which is never sent to a server. Call this before `takeSecret`, which
 * drops the fragment.
 */
export function takeFromFragment(name: string): string | null {
  const url = new URL(location.href);
  const secret = new URLSearchParams(url.hash.slice(1)).get(name);
  if (secret === null || secret === '') return readSecret(name);
  keepSecret(name, secret, url.pathname + url.search);
  return secret;
}

/** Saves a secret that did not come from the address. `address` is the page's address without the secret. */
export function keepSecret(name: string, secret: string, address: string): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === 'object' ? state : {}), [name]: secret }, '', address);
}

function readSecret(name: string): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(name in state)) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' ? value : null;
}
