import { atom } from 'nanostores';
import type { AuthChangeEvent } from '@supabase/supabase-js';
import { hasSession } from '#browser/has-session.ts';
import { $session, followSession, refreshSession } from '#browser/session.ts';
import { supabase } from './supabase.ts';

/** The last event of the sign-in service's client (spec 1 §4), from this tab or another one. */
export const $authEvent = atom<AuthChangeEvent | null>(null);

/** Loads the client of the sign-in service once the page is idle, because the first view does not need it. */
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
    // The client is loaded again when the network is back. Until then, each call renews the session itself.
    addEventListener('online', () => void listen(signal), { once: true, signal });
  }
}
