import { type ErrorReport, Fix, type FixAction } from '#contract/monitoring.ts';
import { brand } from '#config/brand.ts';
import { storageKeys } from '#config/paths.ts';
import { callFunction } from '#api/functions.ts';

/**
 * The keys of data that can be read again. All our other data stay, such as sign-in, preferences, cart, drafts and
 * half-filled forms.
 */
const removableKeys: readonly string[] = [storageKeys.events, storageKeys.family];
const otherKeys: readonly string[] = [storageKeys.campChoice, storageKeys.theme];
const isOurs = (key: string) => key.startsWith(brand.slug) || otherKeys.includes(key);

/**
 * Returns whether a stored value is kept. Recovery keeps what a parent typed (decisions "Recovery keeps what a parent
 * typed"). Incomplete values are removed.
 */
export function isPreserved(key: string, value: string): boolean {
  const isKept = isOurs(key) ? !removableKeys.includes(key) : /auth-token|adminViewMode/.test(key);
  return isKept && isWhole(value);
}

function isWhole(value: string): boolean {
  if (!/^[[{]/.test(value)) return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

export function clearStorage(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (!isPreserved(key, localStorage.getItem(key) ?? '')) localStorage.removeItem(key);
  } catch {
    // If storage is blocked, it has no entries.
  }
}

export async function clearCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // If there are no caches in this browser, there is nothing to delete.
  }
}

/** Returns the known fix for an error (spec 1 §7). Returns null if there is none, or if the service does not answer. */
export async function askForFix(report: ErrorReport): Promise<FixAction | null> {
  const fix = await callFunction('auto-fix-system', report, Fix);
  return fix.ok && fix.value.fix_applied ? fix.value.action : null;
}

/**
 * Applies a fix. Its steps in the browser run here. The server's steps take effect after a reload. None of them
 * changes an order.
 */
export async function apply(action: FixAction): Promise<void> {
  if (action === 'clear_caches') await clearCaches();
  if (action === 'clear_storage') clearStorage();
  if (action === 'renew_session')
    await import('#api/supabase.ts')
      .then(({ supabase }) => supabase())
      .then(({ auth }) => auth.refreshSession())
      .catch(() => undefined);
}
