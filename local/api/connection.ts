import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type postgres from 'postgres';
import { postgrestTypes } from '../database/parsers.ts';
import { answerAs } from './caller.ts';

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
 * one transaction under its caller's role, errors in PostgREST's words.
 */
export function connect(url: string, max: number): PostgresConnection {
  const connection = createPostgresConnection({
    url,
    postgresOptions: { max, types: { ...postgrestTypes, bytea }, connect_timeout: 5, onnotice: () => {} },
  });
  // Lite grants everything on every table to all request roles when it first sees row level security,
  // unless it believes that it has done so. A hosted project never does that.
  connection['rlsState'] = 'active';
  connection.withContext = answerAs(connection);
  return connection;
}
