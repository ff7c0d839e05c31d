import { decode } from 'hono/jwt';
import { signingKey } from '../signing-keys.ts';
import { shownFactors } from './factors/factors.ts';
import {
  type AuthService,
  internalsOf,
  type Session,
  type SessionKind,
  tablesOf,
  type UserView,
} from './internals.ts';
import type { AuthSettings } from './context.ts';

/**
 * Adds claims of hosted tokens that @supabase/lite leaves out. `aal` and `amr` are saved with the session for later
 * tokens.
 */
export function addClaims(service: AuthService, { apiUrl, jwtSecret }: AuthSettings): void {
  const key = signingKey(jwtSecret);
  const complete = async (session: Session, sessionId: string): Promise<Session> => {
    const claims = {
      iss: `${apiUrl()}/auth/v1`,
      ...decode(session.access_token).payload,
      phone: session.user.phone,
      app_metadata: session.user.app_metadata,
      user_metadata: session.user.user_metadata,
      is_anonymous: false,
      ...(await assuranceOf(service, sessionId)),
    };
    session.access_token = await key.sign(claims);
    session.user = await withFactors(service, session.user);
    return session;
  };

  const steps = internalsOf(service);
  const createSession = steps.createSessionForUser.bind(service);
  steps.createSessionForUser = async (user, identities, form, kind) => {
    const session = await createSession(user, identities, form, kind);
    const sessionId = String(decode(session.access_token).payload['session_id']);
    await rememberMethod(service, sessionId, kind?.authenticationMethod ?? methodOf(kind));
    return complete(session, sessionId);
  };
  const createRefresh = steps.createRefreshResponse.bind(service);
  steps.createRefreshResponse = async (user, sessionId, ...rest) =>
    complete(await createRefresh(user, sessionId, ...rest), sessionId);

  const getUser = service.getUser.bind(service);
  service.getUser = async (id) => withFactors(service, await getUser(id));
  const updateUser = service.updateUser.bind(service);
  service.updateUser = async (id, changes) => withFactors(service, await updateUser(id, changes));
}

/** Adds a user's second factors, from which the client reads the level of assurance. */
async function withFactors<T extends UserView>(service: AuthService, user: T): Promise<T> {
  const factors = await shownFactors(service, user.id);
  return factors.length > 0 ? { ...user, factors } : user;
}

/** @supabase/lite names only the provider of a sign-in, and nothing for a password. */
const methodOf = (kind: SessionKind | undefined) =>
  kind?.provider?.startsWith('sso') ? 'sso/saml' : kind?.provider ? 'oauth' : 'password';

async function rememberMethod(service: AuthService, sessionId: string, method: string): Promise<void> {
  const tables = tablesOf(service);
  await tables.updateTable('sessions').set({ aal: 'aal1' }).where('id', '=', sessionId).execute();
  await tables
    .insertInto('mfa_amr_claims')
    .values({ session_id: sessionId, authentication_method: method })
    .execute();
}

async function assuranceOf(service: AuthService, sessionId: string): Promise<{ aal: string; amr: object[] }> {
  const rows = (await tablesOf(service)
    .selectFrom('sessions')
    .innerJoin('mfa_amr_claims', 'mfa_amr_claims.session_id', 'sessions.id')
    .select(['sessions.aal', 'mfa_amr_claims.authentication_method', 'mfa_amr_claims.updated_at'])
    .where('sessions.id', '=', sessionId)
    .orderBy('mfa_amr_claims.updated_at', 'desc')
    .execute()) as { aal: string | null; authentication_method: string; updated_at: string }[];
  return {
    aal: rows[0]?.aal ?? 'aal1',
    amr: rows.map((row) => ({
      method: row.authentication_method,
      timestamp: Math.floor(Date.parse(row.updated_at) / 1000),
    })),
  };
}
