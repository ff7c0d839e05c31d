import { atom } from 'nanostores';
import { LoadError } from '../../browser/late.ts';
import { isOffline } from '../../browser/online.ts';
import { freshSession } from '../../api/fresh-session.ts';
import { fetchRoles } from '../../api/roles.ts';
import { signOut } from '../../api/sign-out.ts';
import type { Role } from '../../domain/role.ts';
import { $session, refreshSession } from '../../browser/session.ts';
import { failedWords } from '../../ui/failed/words.ts';
import { signIn } from './api.ts';
import { messages, serverWords } from './messages.ts';
import { returnPath } from './model.ts';

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
    if ((await freshSession()).state === 'signed_in') await loadRoles();
  }

  async function loadRoles(): Promise<void> {
    const session = $session.get();
    if (session.state !== 'signed_in') {
      $roles.set(null);
      return;
    }
    const answer = await fetchRoles(session);
    // Without an answer nobody is staff (spec 1 §8: access is denied).
    const roles = answer.ok ? answer.value : [];
    $roles.set(roles.length > 0 ? roles : ['customer']);
  }

  async function enter(email: string, password: string): Promise<void> {
    if ($busy.get()) return;
    if (email.trim() === '' || password === '') {
      $error.set(messages.incomplete);
      return;
    }
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
    } catch (error) {
      $error.set(isOffline() ? messages.offline : wordsOfFailure(error));
    } finally {
      $busy.set(false);
    }
  }

  async function leave(): Promise<void> {
    $busy.set(true);
    await signOut('local');
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

/** A form that was filled in stays; what it needs comes with the page. */
const wordsOfFailure = (error: unknown) =>
  error instanceof LoadError ? failedWords.load : messages.unexpected;

export type Account = ReturnType<typeof createAccount>;
