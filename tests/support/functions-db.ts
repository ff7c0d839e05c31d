import postgres from 'postgres';
import type { AuthAdmin } from '#server/auth-admin.ts';
import { type Db, toError } from '#server/db.ts';
import { requestScope } from '#server/request-scope.ts';
import { RefusalError } from '#server/refusal.ts';
import type { Caller, TestDatabase } from './database.ts';

/**
 * The database client of the edge functions, connected to the test database without the API between them. Each call is
 * a transaction of the service role, as it is with PostgREST.
 */
export function directDb(database: TestDatabase): Db {
  return createDb(database, { role: 'service_role' });
}

/** Returns a token like those of the auth service, but without a valid signature. */
export function makeToken(
  sub: string,
  { isExpired = false, claims: more = {} }: { isExpired?: boolean; claims?: Caller['claims'] } = {},
): string {
  const claims = {
    ...more,
    sub,
    role: 'authenticated',
    iat: Math.floor(Date.now() / 1000),
    exp: Date.now() / 1000 + (isExpired ? -1 : 3600),
  };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

/** The admin interface of the auth service, on the same tables. Its own tests run against the service itself. */
export const directAuthAdmin = (database: TestDatabase): AuthAdmin => ({
  async factorsOf(userId) {
    const rows = await database.sql<
      { id: string }[]
    >`select id from auth.mfa_factors where user_id = ${userId}`;
    return rows.map(({ id }) => id);
  },
  async deleteFactor(userId, factorId) {
    await database.sql`delete from auth.mfa_factors where id = ${factorId} and user_id = ${userId}`;
  },
});

/** The same client for calls as a user, with a token that `makeToken` made. */
export function directDbAs(database: TestDatabase, token: string): Db {
  const { sub, exp, aal, amr } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sub: string; exp: number; aal?: string; amr?: unknown };
  if (exp < Date.now() / 1000)
    return { rpc: () => Promise.reject(new RefusalError({ code: 'unauthorized' })) };
  return createDb(database, {
    role: 'authenticated',
    sub,
    ...(aal !== undefined && { claims: { aal, amr } }),
  });
}

function createDb(database: TestDatabase, who: Caller): Db {
  const asCaller = async <T>(
    name: string,
    work: (sql: postgres.TransactionSql) => Promise<T>,
  ): Promise<T> => {
    try {
      // The real client also sends the request's id, which SQL records.
      const scope = who.role === 'service_role' ? requestScope() : null;
      return await database.as(scope ? { ...who, headers: { 'x-request-id': scope.requestId } } : who, work);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      const { code, message, hint, detail } = error;
      throw toError(name, { code, message, hint, details: detail });
    }
  };
  return {
    rpc: (name, args) =>
      asCaller(name, async (sql) => {
        const entries = Object.entries(args);
        const list = entries.map(
          ([key, value], index) => `${key} => $${index + 1}${isJson(value) ? '::text::jsonb' : ''}`,
        );
        const values = entries.map(([, value]) =>
          isJson(value) ? JSON.stringify(value) : value,
        ) as string[];
        const [row] = await sql.unsafe(`select public.${name}(${list.join(', ')}) as answer`, values);
        return row?.answer as unknown;
      }),
  };
}

function isJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
