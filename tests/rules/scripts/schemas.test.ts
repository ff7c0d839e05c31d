import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFrozen } from '#scripts/migrations/frozen-migrations.ts';
import { migrationFiles, schemaFiles, schemaText } from '#local/database/schemas.ts';

const supabase = path.join(import.meta.dirname, '../../../supabase');

test('schema_paths in config.toml names every file of supabase/schemas once', () => {
  const there = readdirSync(path.join(supabase, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `schemas/${file.replaceAll('\\', '/')}`);
  expect(schemaFiles().sort()).toEqual(['rows.sql', ...there].sort());
});

test('file names are unique among all folders, so that comments can cite them alone', () => {
  const names = schemaFiles().map((file) => path.basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('no file is longer than 300 lines', () => {
  const long = schemaFiles().filter(
    (file) => readFileSync(path.join(supabase, file), 'utf8').trimEnd().split('\n').length > 300,
  );
  expect(long).toEqual([]);
});

test('until the first release, the only migration equals the schema (npm run migration)', () => {
  const [first = '', ...later] = migrationFiles();
  if (later.length || readFrozen()) return;
  expect(readFileSync(path.join(supabase, first), 'utf8') === schemaText()).toBe(true);
});
