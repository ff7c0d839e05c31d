import { isOffline } from '#browser/online.ts';
import { $session, refreshSession, type Session } from '#browser/session.ts';
import * as timing from '#config/timing.ts';

/**
 * Who is here (`browser/session`), renewed where it ends within 90 s (spec 1 §4); what cannot be renewed any more is
 * signed out. Where the service cannot be asked, a session that has not ended yet still counts.
 */
export async function freshSession(): Promise<Session> {
  const session = refreshSession();
  if (session.state !== 'signed_in' || session.expiresAt - Date.now() / 1000 >= timing.SESSION_REFRESH_S)
    return session;
  // The client tries for twenty seconds: not at all without a network, and behind a dead one nobody waits for it.
  if (!isOffline()) await Promise.race([renew(), waited(timing.SESSION_RENEWAL_WAIT_MS)]);
  const renewed = refreshSession();
  const isOver = renewed.state === 'signed_in' && renewed.expiresAt * 1000 <= Date.now();
  if (isOver) $session.set({ state: 'signed_out' });
  return $session.get();
}

const waited = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function renew(): Promise<void> {
  try {
    const { auth } = await (await import('./supabase.ts')).supabase();
    // It renews while it reads, and forgets what cannot be renewed.
    await auth.getSession();
  } catch {
    // Asked again with the next call.
  }
}
