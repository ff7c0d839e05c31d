import { atom } from 'nanostores';
import type { AuthChangeEvent } from '@supabase/supabase-js';
import { hasSession } from '#browser/has-session.ts';
import { $session, followSession, refreshSession } from '#browser/session.ts';
import { supabase } from './supabase.ts';

/** What the sign-in service's client last said (spec 1 §4), in this tab or from another one. */
export const $authEvent = atom<AuthChangeEvent | null>(null);

/**
 * As long as the page stands, its session is recovered, renewed and followed by the service's own client, and every
 * event of it is read into `$session`. The client comes once there is a session and the page rests: what is shown first
 * does not need it. Returns how to stop.
 */
export function keepSession(): () => void {
  const stopFollowing = followSession();
  const end = new AbortController();
  if (hasSession()) whenIdle(() => void listen(end.signal));
  else {
    const stopWaiting = $session.listen(({ state }) => {
      if (state !== 'signed_in') return;
      stopWaiting();
      void listen(end.signal);
    });
    end.signal.addEventListener('abort', stopWaiting);
  }
  return () => {
    stopFollowing();
    end.abort();
  };
}

function whenIdle(begin: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: 3_000 });
  else setTimeout(begin, 200);
}

async function listen(signal: AbortSignal): Promise<void> {
  try {
    const { auth } = await supabase();
    if (signal.aborted) return;
    const { data } = auth.onAuthStateChange((event) => {
      refreshSession();
      $authEvent.set(event);
    });
    signal.addEventListener('abort', () => data.subscription.unsubscribe());
  } catch {
    // The script did not come: asked for again when there is a network, and the calls renew for themselves until then.
    addEventListener('online', () => void listen(signal), { once: true, signal });
  }
}
