import { refreshSession } from '#browser/session.ts';
import { isDeveloperMode, warnBlocked } from '#browser/developer.ts';
import { forgetFamily } from '#browser/forget-family.ts';
import { forgetRoster } from '#browser/forget-roster.ts';
import { forget, writeText } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { supabase } from './supabase.ts';

/**
 * Returns whether the sign-out succeeded. An answer of 401, 403 or 404 counts as success (spec 1 §8). `local` always
 * succeeds, even offline, except in developer mode.
 */
export async function signOut(scope: 'local' | 'others' | 'global'): Promise<boolean> {
  if (import.meta.env.DEV && isDeveloperMode()) {
    warnBlocked();
    return false;
  }
  // This mark tells other tabs that the sign-out was intended, so that they do not treat it as a lost session.
  const session = refreshSession();
  const token = scope === 'local' && session.state === 'signed_in' ? session.token : '';
  if (scope !== 'others') writeText(storageKeys.signedOut, token.slice(-32));
  if (scope !== 'others') forgetFamily();
  if (scope !== 'others') forgetRoster();
  const isSignedOut = await ask(scope);
  if (scope === 'local' && !isSignedOut) forget(storageKeys.auth);
  else if (scope === 'global' && !isSignedOut) forget(storageKeys.signedOut);
  refreshSession();
  return isSignedOut || scope === 'local';
}

async function ask(scope: 'local' | 'others' | 'global'): Promise<boolean> {
  try {
    const { auth } = await supabase();
    return (await auth.signOut({ scope })).error === null;
  } catch {
    return false;
  }
}
