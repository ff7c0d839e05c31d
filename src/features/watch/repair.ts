import { type ErrorReport, Fix, type FixAction } from '#contract/monitoring.ts';
import { brand } from '#config/brand.ts';
import { storageKeys } from '#config/paths.ts';
import { callFunction } from '#api/functions.ts';

/**
 * Copies that are made again by themselves. All else of ours stays: login, preferences, cart, drafts, half-filled
 * forms.
 */
const goes: readonly string[] = [storageKeys.events, storageKeys.family];
const named: readonly string[] = [storageKeys.campChoice, storageKeys.theme];
const isOurs = (key: string) => key.startsWith(brand.slug) || named.includes(key);

/** Whether a repair leaves it (decisions "Recovery keeps what a parent typed"); half of a value helps nobody. */
export function isKept(key: string, value: string): boolean {
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
      if (!isKept(key, localStorage.getItem(key) ?? '')) localStorage.removeItem(key);
  } catch {
    // Blocked: then there is nothing in it.
  }
}

export async function clearCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // None here.
  }
}

/** What is known to help against it, or null (spec 1 §7); a service that does not answer knows nothing. */
export async function askForFix(report: ErrorReport): Promise<FixAction | null> {
  const fix = await callFunction('auto-fix-system', report, Fix);
  return fix.ok && fix.value.fix_applied ? fix.value.action : null;
}

/** What the browser does for it; what the server did is seen after a reload. None of it touches an order. */
export async function apply(action: FixAction): Promise<void> {
  if (action === 'clear_caches') await clearCaches();
  if (action === 'clear_storage') clearStorage();
  if (action === 'renew_session')
    await import('#api/supabase.ts')
      .then(({ supabase }) => supabase())
      .then(({ auth }) => auth.refreshSession())
      .catch(() => undefined);
}
