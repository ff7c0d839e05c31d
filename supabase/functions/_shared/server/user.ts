import type { Deps } from './deps.ts';
import { RefusalError } from './refusal.ts';

/**
 * Returns the bearer's token if it could be a user's session, otherwise null, because a visitor's browser sends the
 * publishable key instead. The token is not verified here. The database checks its signature.
 */
export function userToken(request: Request): string | null {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * Returns the id of the signed-in caller. To check the token and the session, it reads the caller's balance with the
 * caller's rights. Fails with `unauthorized`.
 */
export async function verifiedUser(request: Request, { dbAs }: Pick<Deps, 'dbAs'>): Promise<string> {
  const token = userToken(request);
  const id = token === null ? null : subjectOf(token);
  if (token === null || id === null) throw new RefusalError({ code: 'unauthorized' });
  await dbAs(token).rpc('get_balance', {});
  return id;
}

/** Returns the user id that the token claims, which is not verified. Returns null if there is no id. */
export function subjectOf(token: string): string | null {
  try {
    const claims = token.split('.')[1] ?? '';
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' && /^[0-9a-f-]{36}$/i.test(sub) ? sub : null;
  } catch {
    return null;
  }
}
