import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#local/database/migrate.ts';
import { splitStatements } from '#local/database/statements.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';

describe('splitting a file into statements', () => {
  it.each([
    ['two on a line', 'select 1; select 2;', ['select 1', 'select 2']],
    ['a last statement without a semicolon', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
    [
      'text with marks',
      `select 'a;''b'; select E'a\\';b'; select "x;y"`,
      [`select 'a;''b'`, `select E'a\\';b'`, 'select "x;y"'],
    ],
    ['comments', '-- one; two\nselect 1; /* a; /* b; */ c; */ select 2; -- end;', ['select 1', 'select 2']],
    [
      'a body in dollars',
      'do $$ begin perform 1; end $$; select 2',
      ['do $$ begin perform 1; end $$', 'select 2'],
    ],
    ['named dollars', 'do $f$ select $$;$$; $f$; select 2', ['do $f$ select $$;$$; $f$', 'select 2']],
    ['placeholders', 'prepare p as select $1; select 2', ['prepare p as select $1', 'select 2']],
    [
      'a body in SQL',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
      [
        'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
        'select 3',
      ],
    ],
    ['nothing', ' ; -- only this\n;', []],
  ])('handles %s', (_, sql, expected) => {
    expect(splitStatements(sql).map(({ text }) => text)).toEqual(expected);
  });

  it('finds the first line of each statement', () => {
    const sql = '-- why\n\nselect\n  1;\n\n/* and\n more */ select 2;';
    expect(splitStatements(sql).map(({ line }) => line)).toEqual([3, 7]);
  });
});

describe('migrating', () => {
  let database: TestDatabase;
  let supabaseDir: string;
  beforeEach(async () => {
    database = await createDatabase();
    // On a first start there is no history, but the cloned database has one.
    await database.sql`drop schema supabase_migrations cascade`;
    supabaseDir = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
    await mkdir(path.join(supabaseDir, 'migrations'));
  });
  afterEach(async () => {
    await database.drop();
    await rm(supabaseDir, { recursive: true });
  });
  const write = (file: string, sql: string) => writeFile(path.join(supabaseDir, file), sql);
  const run = () => migrate({ url: database.url, supabaseDir });

  it('runs new files in order, records them as the Supabase CLI does, and seeds once', async () => {
    await write('migrations/20260102000000_second.sql', 'alter table stones add size int; -- done');
    await write(
      'migrations/20260101000000_first.sql',
      'create table stones (id int);\ncreate table twigs (id int);',
    );
    await write('migrations/notes.md', 'not a migration');
    await write('seed.sql', 'insert into stones values (1, 10);');
    expect(await run()).toEqual({
      applied: ['20260101000000_first.sql', '20260102000000_second.sql'],
      seeded: true,
    });
    const history = await database.sql`select * from supabase_migrations.schema_migrations order by version`;
    expect([...history]).toEqual([
      {
        version: '20260101000000',
        name: 'first',
        statements: ['create table stones (id int)', 'create table twigs (id int)'],
      },
      { version: '20260102000000', name: 'second', statements: ['alter table stones add size int'] },
    ]);

    await write('migrations/20260103000000_third.sql', 'create table shells (id int)');
    expect(await run()).toEqual({ applied: ['20260103000000_third.sql'], seeded: false });
    expect([...(await database.sql`select * from stones`)]).toEqual([{ id: 1, size: 10 }]);
  });

  it('rolls a failing file back, keeps those before it, and says where it failed', async () => {
    await write('migrations/20260101000000_good.sql', 'create table stones (id int)');
    await write(
      'migrations/20260102000000_bad.sql',
      'create table twigs (id int);\n\ncreate view sizes as\n  select id,\n    size\n  from stones;\n',
    );
    await expect(run()).rejects.toThrow(/^20260102000000_bad\.sql:5: column "size" does not exist \(42703\)/);
    const [left] =
      await database.sql`select to_regclass('stones') is not null as stones, to_regclass('twigs') as twigs`;
    expect(left).toEqual({ stones: true, twigs: null });

    await write('migrations/20260102000000_bad.sql', 'create table twigs (id int)');
    expect((await run()).applied).toEqual(['20260102000000_bad.sql']);
  });

  it('reports hint, detail and position of an error in a statement', async () => {
    await write(
      'migrations/20260101000000_raises.sql',
      `select 1;\ndo $$ begin raise 'too wet' using hint = 'wait for the sun', detail = 'it rains'; end $$;`,
    );
    const failed = run();
    await expect(failed).rejects.toThrow(/^20260101000000_raises\.sql:2: too wet \(P0001\)\n/);
    await expect(failed).rejects.toThrow(/it rains[^]*wait for the sun[^]*inline_code_block/);
  });

  it('makes an index concurrently, and rows in batches, in a file without a transaction', async () => {
    await write(
      'migrations/20260101000000_first.sql',
      'create table stones (id int, size int); insert into stones select n from generate_series(1, 1000) n',
    );
    await write(
      'migrations/20260102000000_second.sql',
      `-- no transaction

drop index concurrently if exists stones_id;
create index concurrently stones_id on stones (id);

-- batch
update stones set size = 0 where id in (select id from stones where size is null limit 300) returning id;
`,
    );
    expect((await run()).applied).toHaveLength(2);
    const [left] = await database.sql`
      select (select count(*) from stones where size = 0) as filled, count(distinct xmin::text) as transactions from stones`;
    expect(left).toEqual({ filled: 1000, transactions: 4 });
    const [history] =
      await database.sql`select statements from supabase_migrations.schema_migrations where name = 'second'`;
    expect(history?.['statements']).toHaveLength(3);
  });

  it('runs a file without a transaction again from its beginning, if it was interrupted', async () => {
    await write(
      'migrations/20260101000000_first.sql',
      'create table stones (id int); insert into stones values (1), (1)',
    );
    const index = (kind: string) =>
      `-- no transaction\ndrop index concurrently if exists stones_id;\ncreate ${kind} concurrently stones_id on stones (id);`;
    await write('migrations/20260102000000_second.sql', index('unique index'));
    await expect(run()).rejects.toThrow(/^20260102000000_second\.sql:3: could not create unique index/);
    const invalid =
      await database.sql`select from pg_index where indexrelid = 'stones_id'::regclass and not indisvalid`;
    expect(invalid).toHaveLength(1);
    await write('migrations/20260102000000_second.sql', index('index'));
    expect((await run()).applied).toEqual(['20260102000000_second.sql']);
    const valid =
      await database.sql`select from pg_index where indexrelid = 'stones_id'::regclass and indisvalid`;
    expect(valid).toHaveLength(1);
  });

  it('gives up soon if somebody holds a lock, and leaves nothing behind', async () => {
    await write('migrations/20260101000000_first.sql', 'create table stones (id int)');
    await run();
    await write(
      'migrations/20260102000000_second.sql',
      'create table twigs (id int); alter table stones add size int',
    );
    const began = Date.now();
    await database.sql.begin(async (tx) => {
      await tx`select from stones`;
      await expect(run()).rejects.toThrow(/:1: canceling statement due to lock timeout/);
    });
    expect(Date.now() - began).toBeLessThan(20_000);
    const [left] = await database.sql`select to_regclass('twigs') as twigs`;
    expect(left).toEqual({ twigs: null });
    expect((await run()).applied).toEqual(['20260102000000_second.sql']);
  });

  it('refuses a database with migrations that the folder lacks, and says how to continue', async () => {
    await write('migrations/20260101000000_first.sql', 'create table stones (id int)');
    await run();
    await rm(path.join(supabaseDir, 'migrations/20260101000000_first.sql'));
    await write('migrations/20260102000000_other.sql', 'create table twigs (id int)');
    await expect(run()).rejects.toThrow('not here: 20260101000000. Run "npm run reset"');
    const [left] = await database.sql`select to_regclass('twigs') as twigs`;
    expect(left).toEqual({ twigs: null });
  });

  it('seeds after a crash between the last migration and the seed', async () => {
    await write('migrations/20260101000000_first.sql', 'create table stones (id int)');
    await write('seed.sql', 'insert into stones values (1); insert into nowhere values (1);');
    await expect(run()).rejects.toThrow(/^seed\.sql:1: relation "nowhere" does not exist/);
    await write('seed.sql', 'insert into stones values (1);');
    expect(await run()).toEqual({ applied: [], seeded: true });
    expect([...(await database.sql`select * from stones`)]).toEqual([{ id: 1 }]);
  });

  it('runs each file once if two processes start at the same time', async () => {
    await write('migrations/20260101000000_first.sql', 'create table stones (id int); select pg_sleep(0.05)');
    const results = await Promise.all([run(), run()]);
    expect(results.flatMap(({ applied }) => applied)).toEqual(['20260101000000_first.sql']);
    await write(
      'migrations/20260102000000_second.sql',
      '-- no transaction\ncreate index concurrently stones_id on stones (id)',
    );
    const second = await Promise.all([run(), run(), run()]);
    expect(second.flatMap(({ applied }) => applied)).toEqual(['20260102000000_second.sql']);
  });
});
