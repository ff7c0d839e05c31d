import { isOffline } from '#browser/online.ts';
import { $session, refreshSession, type Session } from '#browser/session.ts';
import * as timing from '#config/timing.ts';

/**
 * Returns the session, and renews it if it ends within 90 s (spec 1 §4). If the service does not answer, a session
 * that has not ended still counts.
 */
export async function getFreshSession(): Promise<Session> {
  const session = refreshSession();
  if (session.state !== 'signed_in' || session.expiresAt - Date.now() / 1000 >= timing.SESSION_REFRESH_S)
    return session;
  // The client would retry for twenty seconds, so the wait is limited. There is no attempt while the device is
  // offline.
  if (!isOffline()) await Promise.race([renew(), wait(timing.SESSION_RENEWAL_WAIT_MS)]);
  const renewed = refreshSession();
  const isOver = renewed.state === 'signed_in' && renewed.expiresAt * 1000 <= Date.now();
  if (isOver) $session.set({ state: 'signed_out' });
  return $session.get();
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function renew(): Promise<void> {
  try {
    const { auth } = await (await import('./supabase.ts')).supabase();
    // `getSession` renews the session, or removes a session that cannot be renewed.
    await auth.getSession();
  } catch {
    // The next call of the API tries again.
  }
}
