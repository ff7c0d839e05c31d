import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import { setUp } from '../database/setup.ts';

/** Makes an empty database look like a new hosted project. It can be repeated and does not touch the migrations. */
export async function bootstrapDatabase(url: string): Promise<void> {
  await setUp(url, async (sql) => {
    await sql.unsafe(await read('1-project.sql')).simple();
    await sql.unsafe(getAuthSchemaSql()).simple();
    await sql.unsafe(await read('2-auth.sql')).simple();
    await sql.unsafe(getStorageSchemaSql()).simple();
    await sql.unsafe(await read('3-storage.sql')).simple();
  });
}

function read(file: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, 'sql', file), 'utf8');
}
