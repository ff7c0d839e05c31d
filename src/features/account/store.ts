import { atom } from 'nanostores';
import { timing } from '../../config/timing.ts';
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
        $error.set(refusal.status === TOO_MANY_REQUESTS ? messages.slowDown : serverWords(refusal.message));
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
      $error.set(messages.unexpected);
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

export type Account = ReturnType<typeof createAccount>;
