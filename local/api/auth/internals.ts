import type { App, HonoContext } from '@supabase/lite';

export type AuthService = HonoContext['Variables']['authService'];
export type Mailer = NonNullable<App['_mailer']>;
type Database = App['connection']['kysely'];

export interface UserRow {
  id: string;
  banned_until: string | null;
}

export interface Session {
  access_token: string;
  user: { phone: string; app_metadata: object; user_metadata: object };
}

/** How a session was signed in, as lite names it: `otp`, or nothing for a password. */
interface SessionKind {
  authenticationMethod?: string;
}

/** What hosted has no mail for. */
export interface KnownMailer {
  /** To somebody who signed up with an address that has an account. */
  sendKnown(to: string): Promise<void>;
}

/** Steps of lite's service that it keeps private, as they are in the version that package.json pins. */
interface AuthInternals {
  assertPasswordStrong(password: string): void;
  mailer: Mailer & Partial<KnownMailer>;
  createSessionForUser(
    user: UserRow,
    identities: unknown,
    form: unknown,
    kind?: SessionKind,
  ): Promise<Session>;
  createRefreshResponse(user: UserRow, sessionId: string, token: unknown, moment: unknown): Promise<Session>;
}

export function internalsOf(service: AuthService): AuthInternals {
  return service as unknown as AuthInternals;
}

/** The auth tables, in the transaction that the service is in. */
export function tablesOf(service: AuthService): Database {
  return (service.repo as unknown as { db: Database }).db.withSchema('auth');
}
