import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import postgres from 'postgres';
import { formatText } from './format-text.ts';

/** Returns the types of schema `public` as `supabase gen types` writes them. The same schema gives the same text. */
export async function databaseTypes(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    const query = async (text: string) => ({ rows: [...(await sql.unsafe(text))] });
    const metadata = await introspect({ query }, { includedSchemas: ['public'] });
    return await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      format: (code) => formatText('database.gen.ts', code),
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function writeDatabaseTypes(url: string, file: string): Promise<{ changed: boolean }> {
  const types = await databaseTypes(url);
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === types) return { changed: false };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, types);
  return { changed: true };
}
