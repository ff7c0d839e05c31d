import type { WritableAtom } from 'nanostores';
import { fetchRoles } from '#api/roles.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { forget } from '#browser/text-storage.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { isStaff } from '#domain/role.ts';
import { linkPurchases } from './api.ts';
import type { Screen } from './model.ts';

interface Options {
  $screen: WritableAtom<Screen>;
  /** The page that sent the visitor. */
  wanted: string | null;
  /** The account itself was asked for: nobody is led on. */
  stays: boolean;
  go: (path: string) => void;
}

/** What comes before somebody who has signed in is where they wanted to be. */
interface Plan {
  /** Where whoever is new lands, unless a page sent them. */
  landing?: string | null;
  /** A mail let them in to choose a password: `new` of an account that has none and may go without one. */
  password?: 'new' | 'lost' | undefined;
}

/** Signed in, by whichever way: the second factor, a password that is due, what was bought before; then on. */
export function createArrival({ $screen, wanted, stays, go }: Options) {
  let plan: Plan = {};
  let isArriving = false;

  function leave(path: string): void {
    $screen.set({ name: 'leaving' });
    go(path);
  }

  async function arrive(next: Plan = plan): Promise<void> {
    plan = next;
    forget(storageKeys.signedOut);
    // Who follows the session hears of it here, and must not put a plan of its own in place of this one.
    isArriving = true;
    const session = refreshSession();
    isArriving = false;
    if (session.state !== 'signed_in') return;
    if (session.isFactorDue) {
      $screen.set({ name: 'factor' });
      return;
    }
    if (plan.password) {
      $screen.set({ name: 'new-password', isNew: plan.password === 'new' });
      return;
    }
    $screen.set({ name: 'loading' });
    const [orders, path] = await Promise.all([linkPurchases(session.token), pathOn()]);
    plan = {};
    if (orders > 0) $screen.set({ name: 'arrived', orders, path: path ?? paths.familyBase });
    else if (path) leave(path);
    else $screen.set({ name: 'account' });
  }

  /** Null: staff stay here, from where they choose. */
  async function pathOn(): Promise<string | null> {
    if (stays) return null;
    const session = $session.get();
    const named = wanted ?? plan.landing ?? null;
    if (named !== null || session.state !== 'signed_in') return named;
    const roles = await fetchRoles(session);
    return roles.ok && isStaff(roles.value) ? null : paths.familyBase;
  }

  /** The password is chosen, or left for another time. */
  const passwordDone = () => arrive({ ...plan, password: undefined });

  return { arrive, leave, passwordDone, isArriving: () => isArriving };
}

export type Arrival = ReturnType<typeof createArrival>;
