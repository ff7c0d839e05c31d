import { PostgrestClient } from '@supabase/postgrest-js';
import type { Rpc, RpcArguments } from '../contract/database.ts';
import { readSqlRefusal } from '../contract/errors.ts';
import { RefusalError } from './refusal.ts';
import { REQUEST_ID, requestScope } from './request-scope.ts';
import { serverHeaders } from './server-key.ts';

/**
 * The database with the service key. Its functions are called by POST, because a filter on a table would be part of
 * the address.
 */
export interface Db {
  /** Calls a SQL function. Rejects with `RefusalError` when SQL refuses. */
  rpc: <Name extends Rpc>(name: Name, args: RpcArguments<Name>) => Promise<unknown>;
}

export interface DatabaseError {
  code: string;
  message: string;
  hint?: string | null | undefined;
  details?: string | null | undefined;
}

const TIMEOUT_MS = 10_000;

export function createDb(env: { SUPABASE_URL: string; SUPABASE_SERVICE_ROLE_KEY: string }): Db {
  const client = new PostgrestClient(`${env.SUPABASE_URL}/rest/v1`, {
    headers: serverHeaders(env.SUPABASE_SERVICE_ROLE_KEY),
    timeout: TIMEOUT_MS,
  });
  return {
    async rpc(name, args) {
      const answer = await withRequestId(client.rpc(name, args));
      if (answer.error) throw toError(name, answer.error);
      return answer.data as unknown;
    },
  };
}

/** Adds the request id, so that SQL can log for which call of a browser it works. */
function withRequestId<T extends { setHeader: (name: string, value: string) => T }>(call: T): T {
  const scope = requestScope();
  return scope ? call.setHeader(REQUEST_ID, scope.requestId) : call;
}

/** The database with a signed-in caller's rights. An invalid token fails with `unauthorized`. */
export function createDbAs(
  env: { SUPABASE_URL: string; SUPABASE_SERVICE_ROLE_KEY: string },
  token: string,
): Db {
  const client = new PostgrestClient(`${env.SUPABASE_URL}/rest/v1`, {
    // The key only opens the gateway. The token decides whose rights apply.
    headers: { apikey: env.SUPABASE_SERVICE_ROLE_KEY, Authorization: `Bearer ${token}` },
    timeout: TIMEOUT_MS,
  });
  return {
    async rpc(name, args) {
      const answer = await withRequestId(client.rpc(name, args));
      if (answer.error?.code.startsWith('PGRST30')) throw new RefusalError({ code: 'unauthorized' });
      if (answer.error) throw toError(name, answer.error);
      return answer.data as unknown;
    },
  };
}

/**
 * Turns a database error into a refusal if SQL refused with SQLSTATE PTnnn and a code of the contract. Any other error
 * is a fault.
 */
export function toError(name: string, error: DatabaseError): Error {
  const refusal = error.code.startsWith('PT') ? readSqlRefusal(error) : null;
  if (refusal) return new RefusalError(refusal);
  // Details and messages about an invalid value may quote a row, so they are not logged.
  return new Error(`${name}: ${error.code}${error.code.startsWith('22') ? '' : ` ${error.message}`}`);
}
