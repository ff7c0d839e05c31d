import { type ErrorReport, Fix, type FixAction } from '#contract/monitoring.ts';
import { brand } from '#config/brand.ts';
import { storageKeys } from '#config/paths.ts';
import { callFunction } from '#api/functions.ts';

/** Data that can be read again. Everything else of ours stays: login, preferences, cart, drafts, half-filled forms. */
const goes: readonly string[] = [storageKeys.events, storageKeys.family];
const named: readonly string[] = [storageKeys.campChoice, storageKeys.theme];
const isOurs = (key: string) => key.startsWith(brand.slug) || named.includes(key);

/** Decisions "Recovery keeps what a parent typed"; incomplete values are removed. */
export function isPreserved(key: string, value: string): boolean {
  const stays = isOurs(key) ? !goes.includes(key) : /auth-token|adminViewMode/.test(key);
  return stays && isWhole(value);
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
    // Storage is blocked, so it has no entries.
  }
}

export async function clearCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // The browser has no caches.
  }
}

/** The known fix for an error, or null (spec 1 §7), also if the service does not answer. */
export async function askForFix(report: ErrorReport): Promise<FixAction | null> {
  const fix = await callFunction('auto-fix-system', report, Fix);
  return fix.ok && fix.value.fix_applied ? fix.value.action : null;
}

/** Applies the browser's part of a fix; a reload shows the server's part. None of it changes an order. */
export async function apply(action: FixAction): Promise<void> {
  if (action === 'clear_caches') await clearCaches();
  if (action === 'clear_storage') clearStorage();
  if (action === 'renew_session')
    await import('#api/supabase.ts')
      .then(({ supabase }) => supabase())
      .then(({ auth }) => auth.refreshSession())
      .catch(() => undefined);
}
