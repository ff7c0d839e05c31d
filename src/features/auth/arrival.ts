import type { WritableAtom } from 'nanostores';
import { fetchRoles } from '#api/roles.ts';
import { startOf } from '#api/start.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { forget } from '#browser/text-storage.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { outcomeOfAttempt } from './admin/outcome.ts';
import { linkPurchases } from './api.ts';
import type { Screen } from './model.ts';

interface Options {
  $screen: WritableAtom<Screen>;
  requestedPath: string | null;
  /** True if the visitor opened the account page itself, so that a sign-in does not lead to another page. */
  stays: boolean;
  go: (path: string) => void;
  /** Called if the sign-in succeeded but the browser did not store the session. */
  notKept: () => void;
}

/** What happens between a sign-in and the page that the user wanted. */
interface Plan {
  /** The page on which a new account starts, unless another page sent the user here. */
  landing?: string | null;
  /** Set if the user must choose a password. A `new` account may have none. */
  password?: 'new' | 'lost' | undefined;
}

export function createArrival({ $screen, requestedPath: wanted, stays, go, notKept }: Options) {
  let plan: Plan = {};
  let isArriving = false;

  function leave(path: string): void {
    $screen.set({ name: 'leaving' });
    go(path);
  }

  async function arrive(next: Plan = plan): Promise<void> {
    plan = next;
    forget(storageKeys.signedOut);
    // The store also follows the session, so `isArriving` prevents it from replacing this plan.
    isArriving = true;
    const session = refreshSession();
    isArriving = false;
    if (session.state !== 'signed_in') {
      notKept();
      return;
    }
    if (session.isFactorDue) {
      $screen.set({ name: 'factor' });
      return;
    }
    if (plan.password) {
      $screen.set({ name: 'new-password', isNew: plan.password === 'new' });
      return;
    }
    $screen.set({ name: 'loading' });
    const [orders, path] = await Promise.all([linkPurchases(session.token), nextPath(), outcomeOfAttempt()]);
    plan = {};
    if (orders > 0) $screen.set({ name: 'arrived', orders, path: path ?? paths.familyBase });
    else if (path) leave(path);
    else $screen.set({ name: 'account' });
  }

  /** Returns the path of the next page, or null if the user stays on the account page. */
  async function nextPath(): Promise<string | null> {
    if (stays) return null;
    const session = $session.get();
    const namedPath = wanted ?? plan.landing ?? null;
    if (namedPath !== null || session.state !== 'signed_in') return namedPath;
    const roles = await fetchRoles(session);
    return roles.ok ? startOf(roles.value) : paths.familyBase;
  }

  const continueAfterPassword = () => arrive({ ...plan, password: undefined });

  return { arrive, leave, passwordDone: continueAfterPassword, isArriving: () => isArriving };
}

export type Arrival = ReturnType<typeof createArrival>;
