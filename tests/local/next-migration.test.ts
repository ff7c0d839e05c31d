/** Runs `npm run migration -- name` on a small schema, and applies what it writes to a database with rows. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '#local/database/migrate.ts';
import { findMigrationFaults } from '#scripts/check-migrations.ts';
import { freeze } from '#scripts/migrations/frozen-migrations.ts';
import { writeNext } from '#scripts/migrations/next.ts';
import { schemaText } from '#local/database/schemas.ts';
import { createEmptyDatabase, type TestDatabase } from '#support/database.ts';

let supabaseDir: string;
let db: TestDatabase;
const schema = (text: string) => writeFileSync(path.join(supabaseDir, 'schemas/a.sql'), text);
const read = (file: string) => readFileSync(path.join(supabaseDir, file), 'utf8');
const next = (
  name: string,
  { renames = {}, drops = {} }: { renames?: Record<string, string>; drops?: Record<string, string> } = {},
) =>
  writeNext({
    supabaseDir,
    serverUrl: inject('databaseUrl'),
    name,
    renames: new Map(Object.entries(renames)),
    drops: new Map(Object.entries(drops)),
  });

const stones = (columns: string, more = '') => `
create table public.stones (id int primary key, ${columns});
${more}`;

beforeEach(async () => {
  supabaseDir = mkdtempSync(path.join(tmpdir(), 'next-migration-'));
  mkdirSync(path.join(supabaseDir, 'migrations'));
  mkdirSync(path.join(supabaseDir, 'schemas'));
  writeFileSync(path.join(supabaseDir, 'config.toml'), 'schema_paths = [\n  "./schemas/a.sql",\n]\n');
  writeFileSync(path.join(supabaseDir, 'rows.sql'), 'create schema private;\n');
  schema(stones('note text, size int'));
  writeFileSync(path.join(supabaseDir, 'migrations/20260101000000_first.sql'), schemaText(supabaseDir));
  freeze('0.1.0', supabaseDir);
  db = await createEmptyDatabase();
  await migrate({ url: db.url, supabaseDir });
  await db.sql`insert into public.stones values (1, 'wet', 10), (2, 'dry', 20)`;
});
afterEach(async () => {
  await db.drop();
  rmSync(supabaseDir, { recursive: true });
});

test('a renamed column keeps its values, if the new name is said', async () => {
  schema(stones('remark text, size int'));
  await expect(next('remark')).rejects.toThrow(
    'public.stones.note: if it has a new name, say --rename public.stones.note=<new name>',
  );
  expect(readdirSync(path.join(supabaseDir, 'migrations'))).toHaveLength(1);

  const { files, differences } = await next('remark', { renames: { 'public.stones.note': 'remark' } });
  expect(differences).toEqual([]);
  expect(read(files[0] ?? '')).toBe(
    '-- renames: public.stones.note -> remark\nalter table "public"."stones" rename column "note" to "remark";\n',
  );
  expect(findMigrationFaults(supabaseDir)).toEqual([]);
  await migrate({ url: db.url, supabaseDir });
  expect([...(await db.sql`select id, remark, size from public.stones order by id`)]).toEqual([
    { id: 1, remark: 'wet', size: 10 },
    { id: 2, remark: 'dry', size: 20 },
  ]);
});

test('a column goes only with a reason, which is written into the migration', async () => {
  schema(stones('note text'));
  await expect(next('smaller', { drops: { 'public.stones.size': 'old' } })).rejects.toThrow(
    'Data would be lost, and nobody has said so.',
  );
  const { files } = await next('smaller', {
    drops: { 'public.stones.size': 'no page shows it since 0.1.0' },
  });
  expect(read(files[0] ?? '')).toContain('-- drops: public.stones.size: no page shows it since 0.1.0\n');
  expect(findMigrationFaults(supabaseDir)).toEqual([]);
});

test('new indexes and checks go into a second file, in which no call waits for them', async () => {
  schema(
    stones(
      "note text, size int, colour text not null default 'grey', constraint stones_size check (size > 0)",
      'create index stones_note on public.stones (note);',
    ),
  );
  const { files, differences } = await next('colours');
  expect(differences).toEqual([]);
  expect(files).toHaveLength(2);
  expect(read(files[0] ?? '')).toMatch(/not valid;/);
  expect(read(files[1] ?? '')).toMatch(
    /^-- no transaction\n\n(?=[^]*concurrently stones_note)(?=[^]*validate constraint "stones_size")/,
  );
  expect(findMigrationFaults(supabaseDir)).toEqual([]);
  expect((await migrate({ url: db.url, supabaseDir })).applied).toHaveLength(2);
  const [row] = await db.sql`select convalidated from pg_constraint where conname = 'stones_size'`;
  expect(row).toEqual({ convalidated: true });
  expect((await next('nothing')).files).toEqual([]);
});

test('a table whose rows the code needs may get a column, and its rows get their values', async () => {
  const rules = (columns: string, values: string) => {
    schema(`${stones('note text, size int')}
create table public.rules (name text primary key, most int not null${columns});`);
    writeFileSync(
      path.join(supabaseDir, 'rows.sql'),
      `create schema private;\ninsert into public.rules values ${values};\n`,
    );
  };
  rules('', "('hold', 3), ('ask', 5)");
  await next('rules');
  await migrate({ url: db.url, supabaseDir });

  rules(
    ", hint text not null default '', colour text",
    "('hold', 3, 'Later', 'red'), ('ask', 6, '', null), ('new', 1, 'So', null)",
  );
  const { files, differences } = await next('hints', {});
  expect(differences).toEqual([]);
  expect(files.filter((file) => read(file).includes('insert into public.rules'))).toHaveLength(1);
  await migrate({ url: db.url, supabaseDir });
  expect([...(await db.sql`select * from public.rules order by name`)]).toEqual([
    { name: 'ask', most: 6, hint: '', colour: null },
    { name: 'hold', most: 3, hint: 'Later', colour: 'red' },
    { name: 'new', most: 1, hint: 'So', colour: null },
  ]);
  expect((await next('nothing')).files).toEqual([]);
});

test('a migration that cannot run is not kept', async () => {
  writeFileSync(
    path.join(supabaseDir, 'rows.sql'),
    "create schema private;\ninsert into public.stones values (7, 'known', 7);\n",
  );
  await next('rows');
  const before = readdirSync(path.join(supabaseDir, 'migrations'));
  schema(stones('note text, size int, colour text not null'));
  writeFileSync(
    path.join(supabaseDir, 'rows.sql'),
    "create schema private;\ninsert into public.stones values (7, 'known', 7, 'grey');\n",
  );
  await expect(next('colour')).rejects.toThrow('needs a default');
  expect(readdirSync(path.join(supabaseDir, 'migrations'))).toEqual(before);
});
