import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMigrationFaults } from '#scripts/check-migrations.ts';
import { findUnsaid } from '#scripts/migrations/data-changes.ts';
import {
  findChangedMigrations,
  freeze,
  openMigrations,
  readFrozen,
} from '#scripts/migrations/frozen-migrations.ts';
import { findLongLocks } from '#scripts/migrations/locks.ts';
import { shortLocks } from '#scripts/migrations/short-locks.ts';

describe('what is dropped or renamed', () => {
  test.each([
    ['a column', 'alter table public.orders drop column note;', 'drops public.orders.note'],
    [
      'a column among others',
      'alter table orders add x int, drop column if exists note;',
      'drops public.orders.note',
    ],
    ['a table', 'drop table public.a, public.b;', 'drops public.b'],
    ['rows', 'truncate public.orders;', 'drops public.orders'],
    ['a type', 'drop type public.mood;', 'drops public.mood'],
    ['a schema', 'drop schema private cascade;', 'drops private'],
    [
      'a column that gets a new name',
      'alter table orders rename note to remark;',
      'renames public.orders.note',
    ],
    ['a table that gets a new name', 'alter table orders rename to sales;', 'renames public.orders'],
    ['a value of an enum', "alter type public.mood rename value 'a' to 'b';", 'renames public.mood.a'],
    [
      'a word without a reason',
      '-- drops: public.orders.note: old\nalter table orders drop note;',
      'without a word',
    ],
    [
      'a word for another name',
      '-- renames: public.orders.note -> text\nalter table orders rename note to remark;',
      'without a word',
    ],
    [
      'a word that does not come true',
      '-- drops: public.orders.note: nobody reads it\nselect 1;',
      'but it does not',
    ],
    [
      'a comment within a statement',
      'drop -- all of it\ntable a; -- drops: public.a: as it seems',
      'drops public.a',
    ],
  ])('%s is refused', (_, sql, words) => {
    expect(findUnsaid(sql).join('\n')).toContain(words);
  });
  test.each([
    [
      'a drop with a word',
      '-- drops: public.orders.note: no page has read it since 0.3.0\nalter table orders drop column note;',
    ],
    [
      'a renaming with a word',
      '-- renames: public.orders.note -> remark\nalter table orders rename column note to remark;',
    ],
    ['a table of its own', 'create table a (id int); drop table a;'],
    ['an index, a policy, a function', 'drop index i; drop policy p on orders; drop function f();'],
    ['what a function does', 'create function f() returns void language sql as $$ drop table orders $$;'],
  ])('%s is allowed', (_, sql) => expect(findUnsaid(sql)).toEqual([]));
});

const small = new Set(['public.rate_rules']);

describe('long locks', () => {
  test.each([
    ['an index', 'create index a on public.orders (note);'],
    ['the end of an index', 'drop index public.a;'],
    [
      'an index made concurrently within a transaction',
      'create index concurrently a on public.orders (note);',
    ],
    ['a check that reads the table', 'alter table orders add constraint c check (a > 0);'],
    [
      'a reference that reads two tables',
      'alter table orders add constraint c foreign key (a) references b (id);',
    ],
    [
      'a default that rewrites the table',
      'alter table orders add column x timestamptz default clock_timestamp();',
    ],
    ['a required column', 'alter table orders add column x text not null;'],
    ['an old column that becomes required', 'alter table orders alter column x set not null;'],
    ['another type', 'alter table orders alter column x type bigint;'],
    ['a unique constraint', 'alter table orders add constraint u unique (x);'],
    ['every row', 'update public.orders set x = 1;'],
    ['many rows', 'delete from public.orders where x = 1;'],
    ['rows of another table', 'insert into public.orders (id) select id from public.holds;'],
    ['a locked table', 'lock table public.orders;'],
    ['a whole table written anew', 'vacuum full public.orders;'],
    ['a block', 'do $$ begin update orders set x = 1; end $$;'],
    [
      'batches within a transaction',
      '-- batch\nupdate orders set x = 1 where id in (select id from orders where x is null limit 500) returning id;',
    ],
    ['a batch without an end', '-- no transaction\n\n-- batch\nupdate orders set x = 1 returning id;'],
    [
      'an index that may stay invalid',
      '-- no transaction\ncreate index concurrently if not exists a on orders (x);',
    ],
    ['what cannot be run twice', '-- no transaction\nalter table orders add column x int;'],
  ])('%s is refused', (_, sql) => expect(findLongLocks(sql, small).length).toBeGreaterThan(0));
  test.each([
    ['a column with a constant default', "alter table orders add column x text not null default 'a';"],
    ['a check for new rows', 'alter table orders add constraint c check (a > 0) not valid;'],
    [
      'a new table with all it needs',
      'create table n (id int primary key, o int); create index i on n (o); insert into n select 1;',
    ],
    [
      'rows of a small table',
      "update public.rate_rules set most = 1; insert into public.rate_rules (endpoint) values ('a');",
    ],
    [
      'functions, policies, grants',
      'create function f() returns int language sql as $$ select 1 $$; grant execute on function f() to anon;',
    ],
    ['a block that somebody has read', '-- reviewed: it only grants\ndo $$ begin perform 1; end $$;'],
    [
      'an index made concurrently',
      '-- no transaction\ndrop index concurrently if exists "public"."a";\ncreate index concurrently a on public.orders (x);',
    ],
    ['a constraint checked later', '-- no transaction\nalter table orders validate constraint c;'],
    [
      'a batch',
      '-- no transaction\n\n-- batch\nupdate orders set x = 1 where id in (select id from orders where x is null limit 500) returning id;',
    ],
  ])('%s: allowed', (_, sql) => expect(findLongLocks(sql, small)).toEqual([]));

  test('generated statements are split into what is quick and what comes afterwards', () => {
    const { sql, afterwards } = shortLocks(
      'CREATE TABLE public.n (id int);\nCREATE INDEX n_id ON public.n (id);\n' +
        'CREATE UNIQUE INDEX orders_x ON public.orders USING btree (x);\nDROP INDEX public.old;\n' +
        'ALTER TABLE public.orders ADD CONSTRAINT c CHECK (x > 0);',
    );
    expect(sql).toContain('CREATE INDEX n_id');
    expect(sql).toContain('CHECK (x > 0) not valid;');
    expect(afterwards.split('\n')).toEqual([
      'drop index concurrently if exists "public"."orders_x";',
      'CREATE UNIQUE INDEX concurrently orders_x ON public.orders USING btree (x);',
      'drop index concurrently if exists public.old;',
      'alter table "public"."orders" validate constraint "c";',
    ]);
    for (const text of [sql, `-- no transaction\n${afterwards}`])
      expect(findLongLocks(text, small)).toEqual([]);
  });
});

describe('frozen migrations', () => {
  const first = 'migrations/20260101000000_first.sql';
  let dir: string;
  const write = (file: string, text: string) => writeFileSync(path.join(dir, file), text);
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'frozen-'));
    mkdirSync(path.join(dir, 'migrations'));
    write('rows.sql', 'insert into public.rate_rules (endpoint) values (1);\n');
    write(first, 'create table a (id int);\n');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  test('before the first release, the first migration may change and nothing is judged', () => {
    write(first, 'lock table a; drop table b;');
    expect(readFrozen(dir)).toBe(null);
    expect(findMigrationFaults(dir)).toEqual([]);
    expect(openMigrations(dir)).toEqual([first]);
  });
  test('afterwards, a changed, missing or earlier file is refused, and each later one is judged', () => {
    freeze('0.1.0', dir);
    expect(findMigrationFaults(dir)).toEqual([]);
    const released = readFileSync(path.join(dir, first), 'utf8');
    write(first, `${released}-- a word more\n`);
    expect(findChangedMigrations(dir)).toEqual([expect.stringContaining('may not change')]);
    write(first, released.replaceAll('\n', '\r\n'));
    expect(findChangedMigrations(dir)).toEqual([]);
    rmSync(path.join(dir, first));
    expect(findChangedMigrations(dir)).toEqual([expect.stringContaining('is missing')]);
    write(first, released);
    write('migrations/20251231000000_earlier.sql', 'select 1;');
    expect(findChangedMigrations(dir)).toEqual([expect.stringContaining('give it a later time')]);
    rmSync(path.join(dir, 'migrations/20251231000000_earlier.sql'));
    write('migrations/20260102000000_second.sql', 'drop table a;');
    expect(findMigrationFaults(dir)).toEqual([
      expect.stringMatching(/20260102000000_second\.sql: it drops public\.a/),
    ]);
    // After the next release the announcement is not required any more, but the file may not change.
    freeze('0.2.0', dir);
    expect(findMigrationFaults(dir)).toEqual([]);
  });
});

test('the migrations of this repository are as they were released', () => {
  expect(findChangedMigrations()).toEqual([]);
});
