/**
 * Secret of a link in a mail. It leaves the visible address at once, so that no picture of the screen and no shared
 * address carries it, and stays with this entry of the browser's history: a reload and the way back still have it.
 */
export function takeSecret(name: string): string | null {
  const here = new URL(location.href);
  const given = here.searchParams.get(name);
  if (given === null) return kept(name);
  here.searchParams.delete(name);
  keepSecret(name, given, here.pathname + here.search);
  return given;
}

/** The same for what stands in the fragment, which no server sees. Before `takeSecret`, which drops the fragment. */
export function takeFromFragment(name: string): string | null {
  const here = new URL(location.href);
  const given = new URLSearchParams(here.hash.slice(1)).get(name);
  if (given === null || given === '') return kept(name);
  keepSecret(name, given, here.pathname + here.search);
  return given;
}

/** Keeps a secret that came another way, e.g. of a list just joined; `address`: the page's own, without it. */
export function keepSecret(name: string, secret: string, address: string): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === 'object' ? state : {}), [name]: secret }, '', address);
}

function kept(name: string): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(name in state)) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' ? value : null;
}
