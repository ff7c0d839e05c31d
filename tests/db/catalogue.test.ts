import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { hostedRole } from '#support/hosted/rights.ts';
import { closedTables, lints, isOurObject } from '#support/catalogue-lints.ts';
import { visitorFunctions } from '#support/callable-functions.ts';
import { memberFunctions } from '#support/member-functions.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test.each(lints)('the database contains no: %s', async (_, query) => {
  const found = await db.sql.unsafe(query);
  expect(found.map((row) => Object.values(row)[0] as unknown)).toEqual([]);
});

test.each([
  ['anon', visitorFunctions],
  ['authenticated', { ...visitorFunctions, ...memberFunctions }],
] as const)('%s may execute exactly the functions that are listed with a reason', async (role, listed) => {
  const rows = await db.sql<{ name: string }[]>`
    select n.nspname || '.' || o.proname as name
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace
    where ${db.sql.unsafe(isOurObject)} and has_function_privilege(${role}, o.oid, 'execute') order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(listed).sort());
});

test('only the listed tables have no policy at all', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select o.relname as name from pg_class o join pg_namespace n on n.oid = o.relnamespace
    where ${db.sql.unsafe(isOurObject)} and o.relkind = 'r' and not exists (select from pg_policy p where p.polrelid = o.oid)
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(closedTables);
});

test('nobody can use an object of a later migration until access is granted', async () => {
  const undo = new Error('undo');
  const check = db.sql.begin(async (sql) => {
    // Migrations run as this role.
    await sql`set local role ${sql(hostedRole)}`;
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
