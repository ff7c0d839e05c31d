import { atom } from 'nanostores';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import type { Member } from '#domain/access.ts';
import { readStored } from './storage.ts';
import { forget, readText } from './text-storage.ts';

const StoredSession = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  expires_at: v.number(),
  user: v.object({
    id: v.string(),
    email: v.optional(v.string(), ''),
    phone: v.optional(v.string(), ''),
    user_metadata: v.optional(v.object({ name: v.optional(v.string()) }), {}),
    factors: v.optional(v.array(v.object({ status: v.string() })), []),
  }),
});

export interface SignedIn extends Member {
  state: 'signed_in';
  /** When the token expires, in seconds since 1970. */
  expiresAt: number;
  /** True if a second factor is enrolled but was not verified in this session. Until then no screen opens. */
  isFactorDue: boolean;
}

/** `onPurpose` is true if the user signed out, here or in another tab. Otherwise the session was lost. */
export type Session = { state: 'unknown' } | { state: 'signed_out'; onPurpose?: boolean } | SignedIn;

// If the user left the page during a sign-out, the sign-out is completed here.
const unfinishedSignOut = readText(storageKeys.signedOut);
if (unfinishedSignOut && readText(storageKeys.auth)?.includes(unfinishedSignOut)) forget(storageKeys.auth);

/** The session that the auth client saved. Pages read it here, so that they need not load that client. */
export const $session = atom<Session>({ state: 'unknown' });

/** A token that the database refused because a second factor was set up on another device. */
let refusedToken: string | null = null;

let last: SignedIn | null = null;
$session.listen((session) => {
  if (session.state !== 'signed_out') last = session.state === 'signed_in' ? session : null;
});

/** Returns the last signed-in user on this page, even after the session was lost. Returns null if there was none. */
export const getLastSignedIn = (): SignedIn | null => last;

/** Reads the stored session again. Only the database decides whether the token is valid. */
export function refreshSession(): Session {
  const storedSession = readStored(storageKeys.auth, StoredSession);
  if (!storedSession)
    $session.set({ state: 'signed_out', onPurpose: readText(storageKeys.signedOut) !== null });
  else {
    const { user, access_token: token, expires_at: expiresAt } = storedSession;
    $session.set({
      state: 'signed_in',
      userId: user.id,
      email: user.email,
      name: user.user_metadata.name?.trim() ? user.user_metadata.name : user.email || `+${user.phone}`,
      token,
      expiresAt,
      isFactorDue:
        token === refusedToken ||
        (user.factors.some(({ status }) => status === 'verified') && levelOf(token) === 'aal1'),
    });
  }
  return $session.get();
}

/** Records that the database requires a second factor for this token. */
export function markFactorDue(token: string): void {
  refusedToken = token;
  refreshSession();
}

/** Removes the session after the database reported that it was ended on another device. */
export function dropSession(token: string): void {
  const storedSession = readStored(storageKeys.auth, StoredSession);
  if (storedSession?.access_token === token) forget(storageKeys.auth);
  refreshSession();
}

const Claims = v.object({ aal: v.string() });

/** Returns the token's assurance level: `aal1`, `aal2` after a second factor, or null if it has none. */
function levelOf(token: string): string | null {
  try {
    const middle = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return v.parse(Claims, JSON.parse(atob(middle))).aal;
  } catch {
    return null;
  }
}

/** Follows a sign-in or sign-out in another tab. Returns a function that stops this. */
export function followSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.auth || event.key === null) refreshSession();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
