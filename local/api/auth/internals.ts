import type { App, HonoContext } from '@supabase/lite';

export type AuthService = HonoContext['Variables']['authService'];
export type Mailer = NonNullable<App['_mailer']>;
type Database = App['connection']['kysely'];

export type UserRow = NonNullable<Awaited<ReturnType<AuthService['repo']['findUserById']>>>;

export interface SessionRow {
  id: string;
  user_id: string;
  aal: string | null;
  created_at: string;
}

/** A user as the API shows it; `factors` only where there are any. */
export interface UserView {
  id: string;
  phone: string;
  app_metadata: object;
  user_metadata: object;
  factors?: object[];
}

export interface Session {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  user: UserView;
}

/** How a session was signed in, as lite names it: `otp`, or nothing for a password. */
interface SessionKind {
  authenticationMethod?: string;
}

/** What lite has no mail for. */
export interface OwnMails {
  /** To somebody who signed up with an address that has an account; hosted has none. */
  sendKnown(to: string): Promise<void>;
  /** To the owner of an address that another account wants; hosted has none. */
  sendTaken(to: string): Promise<void>;
  sendInvite(to: string, hash: string, code: string): Promise<void>;
}

/** Steps of lite's service that it keeps private, as they are in the version that package.json pins. */
interface AuthInternals {
  assertPasswordStrong(password: string): void;
  mailer: Mailer & Partial<OwnMails>;
  createSessionForUser(
    user: UserRow,
    identities: unknown,
    form: unknown,
    kind?: SessionKind,
  ): Promise<Session>;
  createRefreshResponse(user: UserRow, sessionId: string, token: string, moment: string): Promise<Session>;
  mapUserToResponse(user: UserRow, identities: unknown, form: 'user'): UserView;
}

export function internalsOf(service: AuthService): AuthInternals {
  return service as unknown as AuthInternals;
}

/** The auth tables, in the transaction that the service is in. */
export function tablesOf(service: AuthService): Database {
  return (service.repo as unknown as { db: Database }).db.withSchema('auth');
}

/** Runs `work` in one transaction, with the service in it; not inside another one. */
export async function inTransaction<T>(service: AuthService, work: () => Promise<T>): Promise<T> {
  const outer = service.repo;
  return outer.transaction(async (inner) => {
    service.repo = inner;
    try {
      return await work();
    } finally {
      service.repo = outer;
    }
  });
}
