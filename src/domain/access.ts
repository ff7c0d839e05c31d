import type { ReadableAtom } from 'nanostores';
import type { Role } from './role.ts';

export interface Member {
  userId: string;
  email: string;
  name: string;
  /** The access token for the requests of `src/api`. The database makes the final decision. */
  token: string;
}

/** A person who may use the screen. Their roles are read only if the screen requires a role. */
export interface Allowed {
  member: Member;
  roles: readonly Role[];
}

/**
 * `lapsed` means that the session ended while the screen was in use. What was typed stays until the person signs in
 * again.
 */
export type Access =
  | { state: 'checking' }
  | ({ state: 'allowed' | 'lapsed' } & Allowed)
  | { state: 'leaving' };

export interface Guard {
  $access: ReadableAtom<Access>;
  /** Checks the sign-in and watches it. Returns a function that stops watching. */
  open: () => () => void;
}
