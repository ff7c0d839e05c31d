import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import { postgrestTypes } from '../database/parsers.ts';
import { answerAs } from './caller.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { callerScope, requestScope } from './request-scope.ts';
import { roleSettings } from './role-settings.ts';

/** PostgREST's form of bytes: `\x` and hexadecimal digits. */
const bytea: postgres.PostgresType<string> = {
  to: 17,
  from: [17],
  serialize: (value: string | Uint8Array) =>
    typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
  parse: (value: string) => value,
};

export interface ApiConnection {
  lite: PostgresConnection;
  end: () => Promise<void>;
}

/**
 * Creates the connection of @supabase/lite with three changes: values have PostgREST's form, each request is one
 * transaction, and the pool survives a restart of the database.
 */
export function connect(url: string, max: number, onLost: () => void): ApiConnection {
  const lite = createPostgresConnection({
    url,
    postgresOptions: { types: { ...postgrestTypes, bytea }, connection: { client_min_messages: 'warning' } },
  });
  lite.withContext = answerAs(lite, roleSettings(url));
  // Our pools use the library's options with its defaults, so that values are read and written as it expects.
  const { types = {}, connection = {} } = lite.driver.options as unknown as PoolOptions;
  const options = { types, connection, connect_timeout: 5 };
  const pools = {
    data: new Pool(asRole(url, 'authenticator'), { max, ...options }, onLost),
    auth: new Pool(asRole(url, 'supabase_auth_admin'), { max: Math.ceil(max / 2), ...options }, onLost),
    schema: new Pool(url, { max: 1, ...options }, onLost),
  };
  lite.driver.reserve = () => pools[poolNow()].reserve() as Promise<postgres.ReservedSql>;
  const end = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  };
  return { lite, end };
}

function poolNow(): 'data' | 'auth' | 'schema' {
  if (callerScope.getStore()) return 'data';
  return requestScope.getStore() ? 'auth' : 'schema';
}

/** No request runs as the superuser, whichever role the rest of the stack uses. */
function asRole(url: string, role: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = 'postgres';
  return address.href;
}
