import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { compareCatalogues, readCatalogue } from '#local/database/catalogue.ts';
import { applyFiles, migrationFiles, schemaFiles } from '#local/database/schemas.ts';
import { changedRows } from './changed-rows.ts';
import { dataChanges } from './data-changes.ts';
import { shortLocks } from './short-locks.ts';
import { parseStatements } from './statements.ts';
import { type DataChange, announcementOf } from './announcements.ts';

export interface NextOptions {
  supabaseDir: string;
  /** The URL of a Postgres in which databases may be created, as superuser. */
  serverUrl: string;
  name: string;
  /** New names by old ones, such as `public.orders.note` to `remark`. */
  renames: ReadonlyMap<string, string>;
  /** The reasons, by the name of what is dropped. */
  drops: ReadonlyMap<string, string>;
  now?: Date;
}

export interface NextMigration {
  /** The files that were written. The list is empty if nothing had changed. */
  files: string[];
  /** Differences that the files do not cover, so that somebody has to write them by hand. */
  differences: string[];
}

/**
 * Writes the migration that leads from the present migrations to the schema files. Renamings come first, so that
 * everything else is compared under the new names, and no data are dropped and added again.
 */
export async function writeNext(options: NextOptions): Promise<NextMigration> {
  const { supabaseDir, name, now = new Date() } = options;
  const databases = scratchDatabases(options.serverUrl);
  try {
    // The schema files are applied first, because their errors name a file and a line.
    const after = await databases.create();
    await applyFiles(after, schemaFiles(supabaseDir), supabaseDir);
    const before = await databases.create();
    await applyFiles(before, migrationFiles(supabaseDir), supabaseDir);

    const renamings = [...options.renames].map(([what, to]) => renaming(what, to));
    await runAll(
      before,
      renamings.map(({ sql }) => sql),
    );
    const rest = definitions(before, after);
    const drops = dataChanges(parseStatements(rest)).filter(({ kind }) => kind === 'drops');
    refuseUnsaid(drops, options.drops);

    const { sql, afterwards } = shortLocks(rest);
    const words = [
      ...renamings.map(({ change }) => announcementOf(change)),
      ...drops.map((change) => announcementOf(change, options.drops.get(change.what))),
    ];
    const rows = await changedRows(before, after, supabaseDir);
    const text = [...words, ...renamings.map((one) => one.sql), sql, ...rows].join('\n').trim();
    const stamp = (seconds: number) =>
      new Date(now.getTime() + seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
    const files = [
      ...(text ? [[`migrations/${stamp(0)}_${name}.sql`, text] as const] : []),
      ...(afterwards
        ? [[`migrations/${stamp(1)}_${name}_afterwards.sql`, `-- no transaction\n\n${afterwards}`] as const]
        : []),
    ];
    for (const [file, content] of files) writeFileSync(path.join(supabaseDir, file), `${content}\n`);
    if (files.length === 0) return { files: [], differences: [] };
    const written = await databases.create();
    await applyFiles(written, migrationFiles(supabaseDir), supabaseDir).catch((error: unknown) => {
      for (const [file] of files) rmSync(path.join(supabaseDir, file));
      throw new Error(
        `The migration that follows from the schema cannot run, so it was not kept. A new column of a table with rows needs a default.\n${String(error)}`,
        { cause: error },
      );
    });
    const differences = compareCatalogues(await readCatalogue(written), await readCatalogue(after), [
      'the migrations make',
      'the schema says',
    ]);
    return { files: files.map(([file]) => file), differences };
  } finally {
    await databases.drop();
  }
}

function renaming(what: string, to: string): { change: DataChange; sql: string } {
  const quoted = what.split('.').map((part) => `"${part}"`);
  const change = { kind: 'renames' as const, what, to };
  if (quoted.length === 2) return { change, sql: `alter table ${quoted.join('.')} rename to "${to}";` };
  if (quoted.length !== 3)
    throw new Error(`Write a column as schema.table.column, or a table as schema.table, not ${what}.`);
  const [schema, table, column] = quoted;
  return { change, sql: `alter table ${schema}.${table} rename column ${column} to "${to}";` };
}

function refuseUnsaid(drops: DataChange[], reasons: ReadonlyMap<string, string>): void {
  const unsaid = drops.filter(({ what }) => (reasons.get(what) ?? '').length < 10);
  if (unsaid.length === 0) return;
  const lines = unsaid.map(
    ({ what }) =>
      `  ${what}: if it has a new name, say --rename ${what}=<new name>;` +
      ` if nobody needs it any more, say --drop ${what}="<why>"`,
  );
  throw new Error(`Data would be lost, and nobody has said so. Nothing was written.\n${lines.join('\n')}`);
}

function scratchDatabases(serverUrl: string) {
  const names: string[] = [];
  const admin = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(serverUrl, { max: 1, connection: { client_min_messages: 'warning' } });
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  return {
    async create(): Promise<string> {
      const name = `migration_${process.pid}_${Date.now()}_${names.length}`;
      await admin((sql) => sql`create database ${sql(name)}`);
      names.push(name);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      await bootstrapDatabase(url.href);
      return url.href;
    },
    drop: () =>
      admin(async (sql) => {
        for (const name of names) await sql`drop database if exists ${sql(name)} with (force)`;
      }),
  };
}

async function runAll(url: string, statements: string[]): Promise<void> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Returns the statements with which Supabase's engine turns the database `before` into the database `after`. */
function definitions(before: string, after: string): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'migration-plan-'));
  try {
    const plan = path.join(dir, 'plan.json');
    engine('plan', '--source', before, '--desired', after, '--renames', 'off', '--out', plan);
    const rendered = engine('render', '--plan', plan, '--out', path.join(dir, 'plan.sql'), '--allow-drops');
    if (!rendered.trim()) return '';
    const { files } = JSON.parse(rendered) as { files: { path: string }[] };
    return files.map((file) => readFileSync(file.path, 'utf8')).join('\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function engine(...args: string[]): string {
  const command = fileURLToPath(new URL('cli/main.js', import.meta.resolve('@supabase/pg-delta')));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  // Exit code 3 means that there is no difference.
  if (status !== 0 && status !== 3) throw new Error(stderr);
  return stdout;
}
