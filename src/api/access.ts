import { atom } from 'nanostores';
import { announceDeveloperMode, developer, isDeveloperMode } from '#browser/developer.ts';
import { hasSession } from '#browser/has-session.ts';
import { $heldRoles } from '#browser/held-roles.ts';
import { $session, dropSession, refreshSession, type Session, type SignedIn } from '#browser/session.ts';
import { paths, secondStepPath, signInPath } from '#config/paths.ts';
import type { Access, Guard } from '#domain/access.ts';
import type { Role } from '#domain/role.ts';
import { getFreshSession } from './fresh-session.ts';
import { keepSession } from './keep-session.ts';
import { fetchStandings } from './roles.ts';

/** `not_allowed` means that the server said that the user has none of the roles, or that it ended the session. */
export type DeniedReason = 'not_allowed' | 'unknown';

interface Options {
  /** A user with any one of these roles may open the screen. If there is no list, every signed-in user may. */
  roles?: readonly Role[];
  /** Users who have none of the roles are sent to this path (spec 1 §2). */
  fallback?: string;
  /** Reads the roles that this browser saved last, for a screen that also works offline. */
  readCachedRoles?: (userId: string) => Promise<readonly Role[]>;
  /** Deletes what this browser saved for the screen, once access was denied. */
  forget?: (reason: DeniedReason) => Promise<void>;
  here?: () => string;
  go?: (path: string) => void;
  reload?: () => void;
}

/**
 * Sends visitors away from a screen that they may not use. This is only a convenience, because the database protects
 * the data.
 */
export function createAccess({
  roles: needed,
  fallback = paths.familyBase,
  readCachedRoles = () => Promise.resolve([]),
  forget = () => Promise.resolve(),
  here = () => location.pathname + location.search + location.hash,
  go = (path) => location.replace(path),
  reload = () => location.reload(),
}: Options = {}): Guard {
  const $access = atom<Access>({ state: 'checking' });
  if (needed)
    $access.listen((access) => {
      if (access.state === 'allowed') $heldRoles.set(access.roles);
      else if (access.state === 'leaving') $heldRoles.set([]);
    });

  function redirectTo(path: string): void {
    $access.set({ state: 'leaving' });
    go(path);
  }

  async function showSaved(): Promise<void> {
    const session = needed && hasSession() ? refreshSession() : null;
    if (session?.state !== 'signed_in' || session.isFactorDue) return;
    const roles = await readCachedRoles(session.userId);
    if (needed?.some((role) => roles.includes(role)))
      $access.set({ state: 'allowed', member: session, roles });
  }

  async function checkAccess(): Promise<void> {
    await showSaved();
    const session = await currentSession();
    if (import.meta.env.DEV && isDeveloperMode()) {
      announceDeveloperMode();
      $access.set({ state: 'allowed', member: session ?? developer.member, roles: developer.roles });
      return;
    }
    if (!session || session.isFactorDue) {
      await forget('unknown');
      redirectTo(signInPath(here()));
      return;
    }
    const held = needed ? await heldRoles(session, readCachedRoles) : { roles: [], due: [], isKnown: true };
    if (held === 'session_ended') {
      await forget('not_allowed');
      dropSession(session.token);
      redirectTo(signInPath(here()));
      return;
    }
    const { roles, due, isKnown } = held;
    if (needed && !needed.some((role) => roles.includes(role))) {
      const isDue = needed.some((role) => due.includes(role));
      await forget(isKnown && !isDue ? 'not_allowed' : 'unknown');
      redirectTo(isDue ? secondStepPath(here()) : fallback);
    } else $access.set({ state: 'allowed', member: session, roles });
  }

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
    else if (session.state === 'signed_out' && session.onPurpose) redirectTo(paths.home);
    else $access.set({ state: 'lapsed', member, roles });
  }

  function open(): () => void {
    void checkAccess();
    const stops = [$session.listen(follow), keepSession()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return { $access, open };
}

/**
 * Returns the session. It may also be one that has ended and cannot be renewed now, so that the screen can show saved
 * data offline.
 */
async function currentSession(): Promise<SignedIn | null> {
  const fresh = await getFreshSession();
  if (fresh.state === 'signed_in') return fresh;
  const session = hasSession() ? refreshSession() : fresh;
  return session.state === 'signed_in' ? session : null;
}

interface HeldRoles {
  roles: readonly Role[];
  /** The roles that the user has but can use only after setting up a second factor. */
  due: readonly Role[];
  /** False if the server did not answer. */
  isKnown: boolean;
}
/**
 * Returns the user's roles. If the server does not answer, nobody counts as staff (spec 1 §8), except on a device that
 * has saved the day's roster. `session_ended` means that the session was ended on another device, for example because
 * this one was lost.
 */
async function heldRoles(
  session: SignedIn,
  readCachedRoles: NonNullable<Options['readCachedRoles']>,
): Promise<HeldRoles | 'session_ended'> {
  const answer = await fetchStandings(session);
  if (!answer.ok && answer.code === 'session_ended') return answer.code;
  if (!answer.ok)
    return {
      roles: answer.code === 'unexpected' ? await readCachedRoles(session.userId) : [],
      due: [],
      isKnown: false,
    };
  const those = (isDue: boolean) =>
    answer.value.filter((status) => (status.needs_second_factor ?? false) === isDue).map(({ role }) => role);
  return { roles: those(false), due: those(true), isKnown: true };
}
