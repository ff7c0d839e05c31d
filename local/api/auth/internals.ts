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

/** How a session was signed in, in the terms of @supabase/lite: `otp`, or nothing for a password. */
export interface SessionKind {
  authenticationMethod?: string;
  /** The name of the provider, if the user signed in with another provider. */
  provider?: string;
}

interface CandidateEmail {
  email: string;
  verified: boolean;
}

type IdentityRow = NonNullable<Awaited<ReturnType<AuthService['repo']['findIdentityByProviderAndId']>>>;

/** Says which account an identity of another provider belongs to. */
export type Linking =
  | { decision: 'AccountExists'; user: UserRow; identity: IdentityRow }
  | { decision: 'LinkAccount'; user: UserRow }
  | { decision: 'CreateAccount'; candidateEmail: CandidateEmail }
  | { decision: 'MultipleAccounts' };

export interface OwnMails {
  /**
   * Sent to the owner of an account whose address was used to sign up again. The hosted service has no such e-mail.
   */
  sendKnown(to: string): Promise<void>;
  /**
   * Sent to the owner of an address that another account wants to change to. The hosted service has no such e-mail.
   */
  sendTaken(to: string): Promise<void>;
  sendInvite(to: string, hash: string, code: string): Promise<void>;
}

/** Private methods of @supabase/lite's auth service, in the version that package.json pins. */
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
  determineAccountLinking(
    emails: (CandidateEmail & { primary: boolean })[],
    provider: string,
    sub: string,
  ): Promise<Linking>;
  removeUnconfirmedIdentities(userId: string, remainingIdentityId: string, data: object): Promise<void>;
  updateUserMetaDataAndProviders(userId: string, data: object): Promise<void>;
  buildAppMetaDataProviders(userId: string, appData: unknown): Promise<Record<string, unknown>>;
  mapUserToResponse(user: UserRow, identities: unknown, form: 'user'): UserView;
}

export function internalsOf(service: AuthService): AuthInternals {
  return service as unknown as AuthInternals;
}

export function tablesOf(service: AuthService): Database {
  return (service.repo as unknown as { db: Database }).db.withSchema('auth');
}

/** Runs `work` with the service in one transaction. It cannot be nested. */
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
