import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import { postgrestTypes } from '../database/parsers.ts';
import { answerAs } from './caller.ts';
import { surviveRestarts } from './pool.ts';

/** Bytes as PostgREST sends them: `\x` and hexadecimal digits. */
const bytea: postgres.PostgresType<string> = {
  to: 17,
  from: [17],
  serialize: (value: string | Uint8Array) =>
    typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
  parse: (value: string) => value,
};

/**
 * Lite's connection to the database, repaired: values in PostgREST's form, no blanket grants, every request in
 * one transaction under its caller's role, errors in PostgREST's words. `onLost` is told of each connection
 * that closes.
 */
export function connect(url: string, max: number, onLost: () => void): PostgresConnection {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max,
      types: { ...postgrestTypes, bytea },
      connect_timeout: 5,
      // Tries again at once: the database is on this machine and comes back within a second.
      backoff: () => 0.2,
      // No connection closes of old age, so that a closed one means a lost database.
      max_lifetime: null,
      onclose: onLost,
      onnotice: () => {},
    },
  });
  surviveRestarts(connection.driver);
  // Lite grants everything on every table to all request roles when it first sees row level security,
  // unless it believes that it has done so. A hosted project never does that.
  connection['rlsState'] = 'active';
  connection.withContext = answerAs(connection);
  return connection;
}
