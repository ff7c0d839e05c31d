import { isOffline } from '../browser/online.ts';
import { $session, refreshSession, type Session } from '../browser/session.ts';
import * as timing from '../config/timing.ts';

/**
 * Who is here (`browser/session`), renewed where it ends within 90 s (spec 1 §4); what cannot be renewed any more is
 * signed out. Where the service cannot be asked, a session that has not ended yet still counts.
 */
export async function freshSession(): Promise<Session> {
  const session = refreshSession();
  if (session.state !== 'signed_in' || session.expiresAt - Date.now() / 1000 >= timing.SESSION_REFRESH_S)
    return session;
  // Without a network the client would try for twenty seconds.
  if (!isOffline()) await renew();
  const renewed = refreshSession();
  const isOver = renewed.state === 'signed_in' && renewed.expiresAt * 1000 <= Date.now();
  if (isOver) $session.set({ state: 'signed_out' });
  return $session.get();
}

async function renew(): Promise<void> {
  try {
    const { auth } = await (await import('./supabase.ts')).supabase();
    // It renews while it reads, and forgets what cannot be renewed.
    await auth.getSession();
  } catch {
    // Asked again with the next call.
  }
}
