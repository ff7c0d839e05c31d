/**
 * Removed at once, so that no copied address contains it; the history entry has it for a reload and the Back button.
 */
export function takeSecret(name: string): string | null {
  const here = new URL(location.href);
  const given = here.searchParams.get(name);
  if (given === null) return readSecret(name);
  here.searchParams.delete(name);
  keepSecret(name, given, here.pathname + here.search);
  return given;
}

/** No server receives the fragment. Call it before `takeSecret`, which drops the fragment. */
export function takeFromFragment(name: string): string | null {
  const here = new URL(location.href);
  const given = new URLSearchParams(here.hash.slice(1)).get(name);
  if (given === null || given === '') return readSecret(name);
  keepSecret(name, given, here.pathname + here.search);
  return given;
}

/** Saves a secret from another source, e.g. of a waitlist just joined; `address` is the page's address without it. */
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
