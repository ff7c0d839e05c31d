/** Tests that each lint of the database catalogue finds the fault that it is for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { lints } from '#support/catalogue-lints.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

describe('the database lints', () => {
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

  test.each(faults)('the lints find: %s', async (rule, fault) => {
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
