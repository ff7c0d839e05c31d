import type { ReadableAtom } from 'nanostores';
import type { Role } from './role.ts';

/** Who is signed in, as far as a page needs to know. */
export interface Member {
  userId: string;
  email: string;
  /** The e-mail address where no name was given. */
  name: string;
  /** Access token, for the calls of `src/api`. The database has the last word on it. */
  token: string;
}

/** Who was let in. `roles` were asked only where the screen is for some of them. */
export interface Allowed {
  member: Member;
  roles: readonly Role[];
}

/**
 * What a screen behind sign-in shows. `lapsed`: the session ended while the screen was in use; it stays as it is, with
 * all that was typed, until the member is back.
 */
export type Access =
  | { state: 'checking' }
  | ({ state: 'allowed' | 'lapsed' } & Allowed)
  | { state: 'leaving' };

/** The guard of a screen (`createAccess` of `src/api/access.ts`). */
export interface Guard {
  $access: ReadableAtom<Access>;
  /** Looks who is here, and goes on looking. Returns how to stop. */
  open: () => () => void;
}
