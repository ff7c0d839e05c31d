import type { Context } from 'hono';
import { verify } from 'hono/jwt';
import type { StorageCaller } from './database.ts';
import { accessDenied, StorageError } from './errors.ts';
import type { StorageContext } from './context.ts';

const ROLES = ['anon', 'authenticated', 'service_role'] as const;

/** Returns the caller: one of the project's keys, and the session's token if there is one. */
export async function callerOf(c: Context<StorageContext>): Promise<StorageCaller> {
  const { anonKey, serviceRoleKey, jwtSecret } = c.env.keys;
  const request = {
    method: c.req.method,
    path: c.req.path.replace(/^\/storage\/v1/, ''),
    headers: Object.fromEntries(c.req.raw.headers),
  };
  const key = c.req.header('apikey');
  if (key !== anonKey && key !== serviceRoleKey)
    throw new StorageError(401, 'Unauthorized', key ? 'Invalid API key' : 'No API key found in request');
  if (key === serviceRoleKey && /mozilla/i.test(c.req.header('user-agent') ?? ''))
    throw new StorageError(401, 'Unauthorized', 'Forbidden use of secret API key in browser');
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token || token.startsWith('sb_')) {
    const role = key === serviceRoleKey ? 'service_role' : 'anon';
    return { role, claims: { role }, request };
  }
  const claims = await verify(token, jwtSecret, 'HS256').catch((error: unknown) => {
    throw accessDenied(
      error instanceof Error && error.name === 'JwtTokenExpired' ? 'jwt expired' : 'Invalid Compact JWS',
    );
  });
  const role = ROLES.find((known) => known === claims['role']);
  if (!role) throw accessDenied();
  return { role, claims, request };
}

export const ownerOf = ({ claims }: StorageCaller): string | null =>
  typeof claims['sub'] === 'string' ? claims['sub'] : null;
