import { atom } from 'nanostores';
import { announceDeveloperMode, developer, isDeveloperMode } from '#browser/developer.ts';
import { hasSession } from '#browser/has-session.ts';
import { $session, refreshSession, type Session, type SignedIn } from '#browser/session.ts';
import { paths, secondStepPath, signInPath } from '#config/paths.ts';
import type { Access, Guard } from '#domain/access.ts';
import type { Role } from '#domain/role.ts';
import { freshSession } from './fresh-session.ts';
import { keepSession } from './keep-session.ts';
import { fetchStandings } from './roles.ts';

interface Options {
  /** Any of these opens the screen; without a list whoever is signed in. */
  roles?: readonly Role[];
  /** Where somebody lands who holds none of them (spec 1 §2). */
  fallback?: string;
  /**
   * What somebody held when this browser last asked, where there is no answer now: a screen that works without a
   * network.
   */
  kept?: (userId: string) => Promise<readonly Role[]>;
  /** Erases what this browser saved of the screen: the database says that it is not this person's any more. */
  forget?: () => Promise<void>;
  here?: () => string;
  go?: (path: string) => void;
  reload?: () => void;
}

/**
 * The guard of a screen behind sign-in: who is not signed in goes to `/auth` and comes back, who lacks the role to the
 * fallback. Comfort only: every byte behind it is protected by the database.
 */
export function createAccess({
  roles: needed,
  fallback = paths.familyBase,
  kept = () => Promise.resolve([]),
  forget = () => Promise.resolve(),
  here = () => location.pathname + location.search + location.hash,
  go = (path) => location.replace(path),
  reload = () => location.reload(),
}: Options = {}): Guard {
  const $access = atom<Access>({ state: 'checking' });

  function leave(path: string): void {
    $access.set({ state: 'leaving' });
    go(path);
  }

  /** What this browser saved is shown at once; who may see it is asked meanwhile, and ends it. */
  async function showSaved(): Promise<void> {
    const session = needed && hasSession() ? refreshSession() : null;
    if (session?.state !== 'signed_in' || session.isFactorDue) return;
    const roles = await kept(session.userId);
    if (needed?.some((role) => roles.includes(role)))
      $access.set({ state: 'allowed', member: session, roles });
  }

  async function look(): Promise<void> {
    await showSaved();
    const session = await stillHere();
    if (import.meta.env.DEV && isDeveloperMode()) {
      announceDeveloperMode();
      $access.set({ state: 'allowed', member: session ?? developer.member, roles: developer.roles });
      return;
    }
    if (!session || session.isFactorDue) {
      await forget();
      leave(signInPath(here()));
      return;
    }
    const { roles, due } = needed ? await heldRoles(session, kept) : { roles: [], due: [] };
    if (needed && !needed.some((role) => roles.includes(role))) {
      await forget();
      leave(needed.some((role) => due.includes(role)) ? secondStepPath(here()) : fallback);
    } else $access.set({ state: 'allowed', member: session, roles });
  }

  /** The session changed under a screen that stands: renewed, lost, ended on purpose, or somebody else's now. */
  function follow(session: Session): void {
    if (import.meta.env.DEV && isDeveloperMode()) return;
    const access = $access.get();
    if (access.state !== 'allowed' && access.state !== 'lapsed') return;
    const { member, roles } = access;
    if (session.state === 'signed_in' && session.userId !== member.userId) {
      $access.set({ state: 'leaving' });
      reload();
    } else if (session.state === 'signed_in' && !session.isFactorDue)
      $access.set({ state: 'allowed', member: session, roles });
    else if (session.state === 'signed_out' && session.onPurpose) leave(paths.home);
    else $access.set({ state: 'lapsed', member, roles });
  }

  function open(): () => void {
    void look();
    const stops = [$session.listen(follow), keepSession()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return { $access, open };
}

/** Also one that has ended and cannot be renewed just now: without a network the screen shows what it kept. */
async function stillHere(): Promise<SignedIn | null> {
  const fresh = await freshSession();
  if (fresh.state === 'signed_in') return fresh;
  const kept = hasSession() ? refreshSession() : fresh;
  return kept.state === 'signed_in' ? kept : null;
}

interface Held {
  roles: readonly Role[];
  /** Held, and of no use before a second factor, which is set up first. */
  due: readonly Role[];
}
/** Without an answer nobody is staff (spec 1 §8), but on the device that keeps the day for them. */
async function heldRoles(session: SignedIn, kept: NonNullable<Options['kept']>): Promise<Held> {
  const answer = await fetchStandings(session);
  if (!answer.ok) return { roles: answer.code === 'unexpected' ? await kept(session.userId) : [], due: [] };
  const those = (isDue: boolean) =>
    answer.value.filter((one) => (one.needs_second_factor ?? false) === isDue).map(({ role }) => role);
  return { roles: those(false), due: those(true) };
}
