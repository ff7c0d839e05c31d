import { decode, sign } from 'hono/jwt';
import type { AuthService, AuthSettings } from './service.ts';

interface Session {
  access_token: string;
  user: { phone: string; app_metadata: object; user_metadata: object };
}

/** How lite names the way of signing in; everything else but a mailed code is a password. */
interface SessionKind {
  authenticationMethod?: string;
}

/**
 * Lite's tokens know only who and until when. Adds what hosted ones say besides: `iss`, `phone`,
 * `app_metadata`, `user_metadata`, `is_anonymous`, and how sure we are (`aal`) by which means (`amr`),
 * remembered with the session so that a refreshed token says the same.
 */
export function addClaims(
  service: AuthService,
  { apiUrl, jwtSecret }: Pick<AuthSettings, 'apiUrl' | 'jwtSecret'>,
): void {
  const complete = async (session: Session, assurance: object) => {
    const { payload } = decode(session.access_token);
    const claims = {
      iss: `${apiUrl()}/auth/v1`,
      ...payload,
      phone: session.user.phone,
      app_metadata: session.user.app_metadata,
      user_metadata: session.user.user_metadata,
      is_anonymous: false,
      ...assurance,
    };
    session.access_token = await sign(claims, jwtSecret, 'HS256');
    return session;
  };

  const createSession = service['createSessionForUser'].bind(service);
  service['createSessionForUser'] = async (
    user: object,
    identities: unknown,
    form: unknown,
    kind?: SessionKind,
  ) => {
    const session: Session = await createSession(user, identities, form, kind);
    const { session_id } = decode(session.access_token).payload;
    await rememberMethod(service, String(session_id), kind?.authenticationMethod ?? 'password');
    return complete(session, await assuranceOf(service, String(session_id)));
  };

  const createRefresh = service['createRefreshResponse'].bind(service);
  service['createRefreshResponse'] = async (user: object, sessionId: string, ...rest: unknown[]) =>
    complete(await createRefresh(user, sessionId, ...rest), await assuranceOf(service, sessionId));
}

async function rememberMethod(service: AuthService, sessionId: string, method: string): Promise<void> {
  const db = service.repo['db'].withSchema('auth');
  await db.updateTable('sessions').set({ aal: 'aal1' }).where('id', '=', sessionId).execute();
  await db
    .insertInto('mfa_amr_claims')
    .values({ session_id: sessionId, authentication_method: method })
    .execute();
}

async function assuranceOf(service: AuthService, sessionId: string): Promise<object> {
  const db = service.repo['db'].withSchema('auth');
  const session = await db
    .selectFrom('sessions')
    .select('aal')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  const methods = await db
    .selectFrom('mfa_amr_claims')
    .select(['authentication_method', 'created_at'])
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    aal: session?.['aal'] ?? 'aal1',
    amr: methods.map((row: { authentication_method: string; created_at: string }) => ({
      method: row.authentication_method,
      timestamp: Math.floor(Date.parse(row.created_at) / 1000),
    })),
  };
}
