// `npm run migration -- name` writes a migration with the changes in supabase/schemas. Without a name it rewrites the
// first migration, which is allowed until the first release.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { compareCatalogues, readCatalogue } from '#local/database/catalogue.ts';
import { applyFiles, migrationFiles, schemaFiles, schemaText } from '#local/database/schemas.ts';
import { startDatabase } from '#local/database/start.ts';
import { changedRows } from './migration-rows.ts';
import { root } from './sources.ts';

const supabase = path.join(root, 'supabase');
const existingFiles = migrationFiles();
const [name] = process.argv.slice(2);

if (!name && existingFiles.length > 1)
  throw new Error('Give the new migration a name: npm run migration -- name');
if (name && !/^[a-z][a-z_]*$/.test(name))
  throw new Error('Name the migration in lower case with underscores.');

const dir = mkdtempSync(path.join(tmpdir(), 'migration-'));
const database = await startDatabase({ dir, port: 0, durable: false });
try {
  // The schema files are applied first, because their errors name a file and a line.
  const after = await fresh('after');
  await applyFiles(after, schemaFiles());
  if (name) await writeNext(name, after);
  else writeFirst();
} finally {
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
}

function writeFirst(): void {
  const file = existingFiles[0] ?? 'migrations/20261121000000_first.sql';
  writeFileSync(path.join(supabase, file), schemaText());
  console.log(`supabase/${file} matches supabase/schemas and rows.sql`);
}

async function writeNext(title: string, after: string): Promise<void> {
  const before = await fresh('before');
  await applyFiles(before, existingFiles);
  const text = [definitions(before, after), ...(await changedRows(before, after))].join('\n').trim();
  if (!text) {
    console.log('The migrations already match supabase/schemas and rows.sql: nothing to write');
    return;
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `migrations/${stamp}_${title}.sql`;
  writeFileSync(path.join(supabase, file), `${text}\n`);
  await applyFiles(before, [file]);
  const differences = compareCatalogues(await readCatalogue(before), await readCatalogue(after), [
    'the migrations make',
    'the schema says',
  ]);
  console.log(`wrote supabase/${file}: read it before you commit it`);
  if (!differences.length) return;
  console.error(`The migration is not complete. Write the rest by hand:\n${differences.join('\n')}`);
  process.exitCode = 1;
}

async function fresh(title: string): Promise<string> {
  const sql = postgres(database.url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await sql`create database ${sql(title)}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
  const url = new URL(database.url);
  url.pathname = `/${title}`;
  await bootstrapDatabase(url.href);
  return url.href;
}

function definitions(before: string, after: string): string {
  const plan = path.join(dir, 'plan.json');
  engine('plan', '--source', before, '--desired', after, '--renames', 'off', '--out', plan);
  const rendered = engine('render', '--plan', plan, '--out', path.join(dir, 'plan.sql'), '--allow-drops');
  const { files } = JSON.parse(rendered) as { files: { path: string }[] };
  return files.map((file) => readFileSync(file.path, 'utf8')).join('\n');
}

function engine(...args: string[]): string {
  const command = fileURLToPath(new URL('cli/main.js', import.meta.resolve('@supabase/pg-delta')));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  // Exit code 3 means that there is no difference.
  if (status !== 0 && status !== 3) throw new Error(stderr);
  return stdout;
}
