import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runFile, runMigration } from './run-file.ts';
import { setUp } from './setup.ts';

const supabase = path.join(import.meta.dirname, '../../supabase');

/** The rows that the code needs. Supabase's engine compares definitions only. */
const ROWS = 'rows.sql';

/** The files that define the database, in the order of `schema_paths` in config.toml, and then its first rows. */
export function schemaFiles(dir = supabase): string[] {
  const config = readFileSync(path.join(dir, 'config.toml'), 'utf8');
  const list = /^schema_paths = \[(?<paths>[^\]]*)\]/m.exec(config)?.groups?.paths ?? '';
  const files = [...list.matchAll(/"\.\/(?<file>[^"]+)"/g)].map(({ groups }) => groups?.file ?? '');
  return [...files, ROWS];
}

/** Returns all schema files as one text, which is the first migration. */
export function schemaText(dir = supabase): string {
  return schemaFiles(dir)
    .map((file) => `-- ${file}\n\n${readFileSync(path.join(dir, file), 'utf8')}`)
    .join('\n');
}

export function migrationFiles(dir = supabase): string[] {
  return readdirSync(path.join(dir, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => `migrations/${file}`);
}

/** Runs files without recording them as migrations, so that the results can be compared. */
export async function applyFiles(url: string, files: string[], dir = supabase): Promise<void> {
  await setUp(url, async (sql) => {
    const isMigration = (file: string) => file.startsWith('migrations/');
    for (const file of files.filter(isMigration))
      await runMigration(sql, path.join(dir, file), () => Promise.resolve());
    await sql.begin(async (tx) => {
      for (const file of files) if (!isMigration(file)) await runFile(tx, path.join(dir, file));
    });
  });
}
