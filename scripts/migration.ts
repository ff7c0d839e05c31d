// `npm run migration -- name` writes a migration with the changes in supabase/schemas. Without a name it rewrites the
// first migration, which is allowed until the first release. docs/how-to/migration.md says more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { applyFiles, migrationFiles, schemaFiles, schemaText } from '#local/database/schemas.ts';
import { startDatabase } from '#local/database/start.ts';
import { readFrozen, supabaseDir } from './migrations/frozen-migrations.ts';
import { writeNext } from './migrations/next.ts';

/** Reads values such as `public.orders.note=remark` into a map from the name to the text after the equals sign. */
function pairs(values: string[]): Map<string, string> {
  return new Map(
    values.map((value) => {
      const [what = '', ...rest] = value.split('=');
      if (!rest.join('=')) throw new Error(`Write what=…, not ${value}.`);
      return [what, rest.join('=')];
    }),
  );
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rename: { type: 'string', multiple: true, default: [] },
      drop: { type: 'string', multiple: true, default: [] },
    },
  });
  const [name] = positionals;
  const frozen = readFrozen();
  if (!name && frozen)
    throw new Error(
      `The migrations up to v${frozen.version} never change. Give the new one a name: npm run migration -- name`,
    );
  if (!name && migrationFiles().length > 1)
    throw new Error('Give the new migration a name: npm run migration -- name');
  if (name && !/^[a-z][a-z_]*$/.test(name))
    throw new Error('Name the migration in lower case with underscores.');

  const dir = mkdtempSync(path.join(tmpdir(), 'migration-'));
  const database = await startDatabase({ dir, port: 0, durable: false });
  try {
    if (name) await next(name, database.url, { renames: pairs(values.rename), drops: pairs(values.drop) });
    else {
      await bootstrapDatabase(database.url);
      await applyFiles(database.url, schemaFiles());
      const file = migrationFiles()[0] ?? 'migrations/20261121000000_first.sql';
      writeFileSync(path.join(supabaseDir, file), schemaText());
      console.log(`supabase/${file} matches supabase/schemas and rows.sql`);
    }
  } finally {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function next(
  name: string,
  serverUrl: string,
  words: { renames: Map<string, string>; drops: Map<string, string> },
): Promise<void> {
  const { files, differences } = await writeNext({ supabaseDir, serverUrl, name, ...words });
  if (files.length === 0)
    console.log('The migrations already match supabase/schemas and rows.sql: nothing to write');
  for (const file of files) console.log(`wrote supabase/${file}: read it before you commit it`);
  if (differences.length === 0) return;
  console.error(`The migration is not complete. Write the rest by hand:\n${differences.join('\n')}`);
  process.exitCode = 1;
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
