import { atom } from 'nanostores';
import { timing } from '../../config/timing.ts';
import { isOffline } from '../../lib/online.ts';
import { $session, refreshSession } from '../../lib/session.ts';
import { fetchRoles, renewSession, signIn, signOut } from './api.ts';
import { messages, serverWords } from './messages.ts';
import { returnPath, type Role } from './model.ts';

const TOO_MANY_REQUESTS = 429;

interface Options {
  /** Path that sent the visitor here, as the address says it. */
  from?: string | null;
  origin?: string;
  go?: (path: string) => void;
}

export function createAccount({
  from = null,
  origin = typeof location === 'undefined' ? '' : location.origin,
  go = (path) => location.assign(path),
}: Options = {}) {
  const $busy = atom(false);
  const $error = atom<string | null>(null);
  const $roles = atom<Role[] | null>(null);

  async function open(): Promise<void> {
    const session = refreshSession();
    if (session.state !== 'signed_in') return;
    if (session.expiresAt - Date.now() / 1000 < timing.SESSION_REFRESH_S) {
      await renewSession().catch(() => undefined);
      refreshSession();
    }
    await loadRoles();
  }

  async function loadRoles(): Promise<void> {
    const session = $session.get();
    if (session.state !== 'signed_in') {
      $roles.set(null);
      return;
    }
    const answer = await fetchRoles(session.userId, session.token);
    // Without an answer nobody is staff (spec 1 §8: access is denied).
    const roles: Role[] = answer.ok ? answer.value.map(({ role }) => role) : [];
    $roles.set(roles.length > 0 ? roles : ['customer']);
  }

  async function enter(email: string, password: string): Promise<void> {
    if ($busy.get() || email.trim() === '' || password === '') return;
    $busy.set(true);
    $error.set(null);
    try {
      const refusal = await signIn(email.trim(), password);
      if (refusal) {
        $error.set(wordsOf(refusal));
        return;
      }
      const path = returnPath(from, origin);
      if (path) {
        go(path);
        return;
      }
      refreshSession();
      await loadRoles();
    } catch {
      $error.set(isOffline() ? messages.offline : messages.unexpected);
    } finally {
      $busy.set(false);
    }
  }

  async function leave(): Promise<void> {
    $busy.set(true);
    await signOut().catch(() => undefined);
    refreshSession();
    $roles.set(null);
    $busy.set(false);
  }

  return { $session, $busy, $error, $roles, open, enter, leave };
}

/** Without a status nothing was answered at all, and the message is the browser's own. */
function wordsOf({ status, message }: { status: number; message: string }): string {
  if (status === 0) return isOffline() ? messages.offline : messages.unexpected;
  return status === TOO_MANY_REQUESTS ? messages.slowDown : serverWords(message);
}

export type Account = ReturnType<typeof createAccount>;
