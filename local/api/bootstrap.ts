import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getAuthSchemaSql } from '@supabase/lite';
import postgres from 'postgres';

/**
 * Makes a plain database look like a fresh hosted project: roles, schemas, extensions, default privileges,
 * and the auth schema with its repairs. May run again at every start; touches nothing of the migrations.
 */
export async function bootstrapDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(await read('1-project.sql')).simple();
    await sql.unsafe(getAuthSchemaSql()).simple();
    await sql.unsafe(await read('2-auth.sql')).simple();
  } finally {
    await sql.end();
  }
}

function read(file: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, 'sql', file), 'utf8');
}
