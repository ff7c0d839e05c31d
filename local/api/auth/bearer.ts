import type { Context } from 'hono';
import { verify } from 'hono/jwt';
import { authError } from './auth-error.ts';
import { type SessionRow, tablesOf, type UserRow } from './internals.ts';
import type { OwnRoutes } from './context.ts';

export interface Caller {
  user: UserRow;
  session: SessionRow;
}

/** As the gateway of a hosted project does, this refuses a call without one of the project's keys. */
export function requireKey(c: Context<OwnRoutes>): 'publishable' | 'secret' {
  const { anonKey, serviceRoleKey } = c.env.settings;
  const key = c.req.header('apikey') ?? c.req.query('apikey');
  if (key === anonKey) return 'publishable';
  const refused = key === undefined ? 'No API key found in request' : 'Invalid API key';
  if (key !== serviceRoleKey) throw authError(401, 'no_authorization', refused);
  if (/mozilla/i.test(c.req.header('user-agent') ?? ''))
    throw authError(401, 'no_authorization', 'Forbidden use of secret API key in browser');
  return 'secret';
}

/** Returns the session of the request's access token, or throws the auth server's error. */
export async function requireSession(c: Context<OwnRoutes>): Promise<Caller> {
  requireKey(c);
  const { service, settings } = c.env;
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token || token.startsWith('sb_'))
    throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await verify(token, settings.jwtSecret, 'HS256').catch(() => {
    throw authError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  });
  const sessionId = textOf(claims['session_id']);
  if (!UUID.test(sessionId)) throw noSession();
  const session = (await tablesOf(service)
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst()) as SessionRow | undefined;
  if (!session || session.user_id !== claims['sub']) throw noSession();
  const user = await service.repo.findUserById(session.user_id);
  if (!user) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (user.banned_until && Date.parse(user.banned_until) > Date.now())
    throw authError(403, 'user_banned', 'User is banned');
  return { user, session };
}

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const noSession = () =>
  authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

/** Returns the fields of a JSON body. Invalid JSON is refused, and a missing body counts as an empty object. */
export async function bodyOf(c: Context<OwnRoutes>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Invalid JSON throws the error below.
  }
  throw authError(400, 'bad_json', 'Could not parse request body as JSON');
}

/** Returns a text field of the body. Values of other types count as missing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
