import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type postgres from 'postgres';
import { runFile, runMigration } from './run-file.ts';
import { setUp } from './setup.ts';

export interface MigrateOptions {
  /** The URL for the role `postgres`. */
  url: string;
  supabaseDir?: string;
}

export interface MigrateResult {
  applied: string[];
  seeded: boolean;
}

const FILE = /^(?<version>\d+)_(?<name>.*)\.sql$/;
const SEED = 'supabase/seed.sql';

const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations
    (version text primary key, statements text[], name text);
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);`;

/**
 * Like the Supabase CLI, runs each new file in its own transaction, then `seed.sql` once. Unlike it, a file may ask to
 * run without one (migration-file.ts). A failure does not undo earlier files. A database with unknown migrations is
 * refused.
 */
export async function migrate({ url, supabaseDir = defaultDir() }: MigrateOptions): Promise<MigrateResult> {
  return setUp(url, async (sql) => {
    await sql.unsafe(HISTORY).simple();
    const applied = await applyNew(sql, path.join(supabaseDir, 'migrations'));
    const seeded = await seedOnce(sql, path.join(supabaseDir, 'seed.sql'));
    return { applied, seeded };
  });
}

function defaultDir(): string {
  return path.join(import.meta.dirname, '../../supabase');
}

async function applyNew(sql: postgres.Sql, dir: string): Promise<string[]> {
  const files = existsSync(dir) ? (await readdir(dir)).filter((file) => FILE.test(file)).sort() : [];
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const appliedVersions = new Set(rows.map(({ version }) => version));
  const missing = [...appliedVersions].filter(
    (version) => !files.some((file) => file.startsWith(`${version}_`)),
  );
  if (missing.length > 0)
    throw new Error(
      `The database has migrations that are not here: ${missing.join(', ')}. Run "npm run reset" to create it again.`,
    );
  const applied: string[] = [];
  for (const file of files) {
    const { version = '', name = '' } = FILE.exec(file)?.groups ?? {};
    if (appliedVersions.has(version)) continue;
    await runMigration(
      sql,
      path.join(dir, file),
      (tx, statements) => tx`insert into supabase_migrations.schema_migrations (version, statements, name)
        values (${version}, ${statements}, ${name})`,
    );
    applied.push(file);
  }
  return applied;
}

async function seedOnce(sql: postgres.Sql, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  return sql.begin(async (tx) => {
    const { count } = await tx`insert into supabase_migrations.seed_files (path, hash)
      values (${SEED}, '') on conflict do nothing`;
    if (count === 0) return false;
    await runFile(tx, file);
    return true;
  });
}
