import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseTypes, writeDatabaseTypes } from '#scripts/database-types.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  database = await createDatabase();
  dir = await mkdtemp(path.join(os.tmpdir(), 'types-'));
  await database.sql
    .unsafe(
      `
    create type weather as enum ('sun', 'rain');
    create table rivers (id int primary key, name text not null, length numeric);
    create table otters (river_id int primary key references rivers, mood weather not null default 'sun');
    create function swim(p_river int) returns setof otters language sql as 'select * from otters';`,
    )
    .simple();
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

it('the generator describes tables, relations, enums and functions', async () => {
  const types = await databaseTypes(database.url);
  expect(types).toContain('export type Database = {');
  expect(types).toMatch(/rivers: \{\s+Row: \{\s+id: number;\s+length: number \| null;\s+name: string;/);
  expect(types).toMatch(/isOneToOne: true/);
  expect(types).toMatch(/weather: 'sun' \| 'rain'/);
  expect(types).toMatch(/swim: \{\s+Args: \{ p_river: number \}/);
  expect(types).not.toMatch(/\bauth: \{/);
});

it('the generator writes the same text for the same schema, and says when it has changed', async () => {
  const file = path.join(dir, 'types.gen.ts');
  expect(await writeDatabaseTypes(database.url, file)).toEqual({ changed: true });
  const first = await readFile(file, 'utf8');
  expect(await writeDatabaseTypes(database.url, file)).toEqual({ changed: false });
  await database.sql`alter table rivers add column depth int`;
  expect(await writeDatabaseTypes(database.url, file)).toEqual({ changed: true });
  await database.sql`alter table rivers drop column depth`;
  await writeFile(file, 'edited by hand');
  expect(await writeDatabaseTypes(database.url, file)).toEqual({ changed: true });
  expect(await readFile(file, 'utf8')).toBe(first);
});
