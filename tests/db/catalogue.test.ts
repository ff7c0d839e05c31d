import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { closedTables, lints, ours } from '../support/catalogue-lints.ts';
import { memberFunctions, visitorFunctions } from '../support/callable-functions.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test.each(lints)('there is no: %s', async (_, query) => {
  const found = await db.sql.unsafe(query);
  expect(found.map((row) => Object.values(row)[0] as unknown)).toEqual([]);
});

describe('the lints', () => {
  // Each of these faults must be found by its lint, or the lint proves nothing.
  const faults: [rule: string, fault: string][] = [
    ['a table without row level security', 'create table public.bad (id int primary key)'],
    ['a table in private', 'create table private.bad (id int)'],
    ['a table without a comment', 'create table public.bad (id int primary key)'],
    ['a function without a comment', "create function public.bad() returns int language sql as 'select 1'"],
    ['a function whose search path', "create function public.bad() returns int language sql as 'select 1'"],
    [
      'a definer function that does not say why',
      "create function public.bad() returns int language sql security definer as 'select 1'; comment on function public.bad is 'x'",
    ],
    [
      'a function that anyone may execute',
      "create function public.bad() returns int language sql as 'select 1'; grant execute on function public.bad() to public",
    ],
    ['a view that reads with', 'create view public.bad as select 1 as one'],
    [
      'a policy that calls auth.uid()',
      'create policy "Bad people read all" on public.outbox for select to authenticated using (id = auth.uid())',
    ],
    [
      'a policy that calls auth.uid()',
      'create policy "Bad people read all" on public.outbox for select to authenticated using (private.is_admin())',
    ],
    [
      'a policy that trusts',
      'create policy "Bad people read all" on public.outbox for select to authenticated using ((auth.jwt() -> \'user_metadata\') is not null)',
    ],
    [
      'a policy for everybody',
      'create policy "Bad people read all" on public.outbox for select using (true)',
    ],
    [
      'two policies that answer',
      'create policy "Bad people read all" on public.offers for select to anon using (true)',
    ],
    ['a policy whose name', 'create policy bad on public.outbox for select to anon using (true)'],
    [
      'a foreign key without',
      'create table public.bad (id int primary key, c uuid references public.children (id))',
    ],
    ['two indexes over', 'create index bad on public.orders (family_id)'],
    ['a table without a primary key', 'create table public.bad (id int)'],
    ['a table that the service key', 'grant update (status) on public.orders to service_role'],
    ['a moment without a zone', 'alter table public.orders add bad timestamp'],
    [
      'the time zone spelled',
      "create function public.bad() returns text language sql as $$ select 'Asia/Singapore' $$",
    ],
  ];

  test.each(faults)('find: %s', async (rule, fault) => {
    const query = lints.find(([name]) => name.startsWith(rule))?.[1] ?? '';
    expect(query).not.toBe('');
    const undo = new Error('undo');
    await db.sql
      .begin(async (sql) => {
        await sql.unsafe(fault).simple();
        expect(await sql.unsafe(query)).not.toHaveLength(0);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  });
});

test.each([
  ['anon', visitorFunctions],
  ['authenticated', { ...visitorFunctions, ...memberFunctions }],
] as const)('%s may execute exactly what is listed with a reason', async (role, listed) => {
  const rows = await db.sql<{ name: string }[]>`
    select n.nspname || '.' || o.proname as name
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace
    where ${db.sql.unsafe(ours)} and has_function_privilege(${role}, o.oid, 'execute') order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(listed).sort());
});

test('only the listed tables have no policy at all', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select o.relname as name from pg_class o join pg_namespace n on n.oid = o.relnamespace
    where ${db.sql.unsafe(ours)} and o.relkind = 'r' and not exists (select from pg_policy p where p.polrelid = o.oid)
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(closedTables);
});

test('what a later migration makes is reachable by nobody until it is granted', async () => {
  const undo = new Error('undo');
  const check = db.sql.begin(async (sql) => {
    await sql`create function public.later() returns int language sql as 'select 1'`;
    await sql`create table public.later (id int primary key)`;
    const rows = await sql`
      select r.role from (values ('anon'), ('authenticated'), ('service_role')) r (role)
      where has_function_privilege(r.role, 'public.later()', 'execute')
        or has_table_privilege(r.role, 'public.later', 'SELECT, INSERT, UPDATE, DELETE')`;
    expect([...rows]).toEqual([]);
    throw undo;
  });
  await expect(check).rejects.toBe(undo);
});
