import { atom } from 'nanostores';
import * as v from 'valibot';
import { storageKeys } from '../config/paths.ts';
import { readStored } from './storage.ts';

const StoredSession = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  expires_at: v.number(),
  user: v.object({
    id: v.string(),
    email: v.optional(v.string(), ''),
    user_metadata: v.optional(v.object({ name: v.optional(v.string()) }), {}),
  }),
});

export type Session =
  | { state: 'unknown' }
  | { state: 'signed_out' }
  | { state: 'signed_in'; userId: string; email: string; name: string; token: string; expiresAt: number };

/** Who is here, shared by all islands of a page, without the auth client: it only reads what that one stored. */
export const $session = atom<Session>({ state: 'unknown' });

/** Reads the stored session again. `expiresAt` is in seconds; the database has the last word on the token. */
export function refreshSession(): Session {
  const stored = readStored(storageKeys.auth, StoredSession);
  $session.set(
    stored
      ? {
          state: 'signed_in',
          userId: stored.user.id,
          email: stored.user.email,
          name: stored.user.user_metadata.name?.trim() ? stored.user.user_metadata.name : stored.user.email,
          token: stored.access_token,
          expiresAt: stored.expires_at,
        }
      : { state: 'signed_out' },
  );
  return $session.get();
}

/** Follows a sign-in or sign-out in another tab. Returns how to stop. */
export function followSession(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.auth || event.key === null) refreshSession();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
