/**
 * In a hosted project the role `postgres` is not a superuser. The migrations of all tests run with its rights
 * (tests/support/hosted/rights.ts), so that everything that a test calls works there, too.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { hostedRole } from '#support/hosted/rights.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const asHosted = (text: string) =>
  db.sql.begin(async (tx) => {
    await tx`set local session authorization ${tx(hostedRole)}`;
    await tx.unsafe(text).simple();
  });

test('our tables and functions belong to a role that is no superuser', async () => {
  const owners = await db.sql`
    select distinct r.rolname, r.rolsuper, r.rolbypassrls
    from (
      select relowner as owner, relnamespace as namespace from pg_class where relkind in ('r', 'v', 'S')
      union all select proowner, pronamespace from pg_proc
      union all select typowner, typnamespace from pg_type
    ) o join pg_roles r on r.oid = o.owner
    where o.namespace in ('public'::regnamespace, 'private'::regnamespace)`;
  expect([...owners]).toEqual([{ rolname: hostedRole, rolsuper: false, rolbypassrls: true }]);
});

test.each([
  ['create a table beside those of the sign-in', 'create table auth.ours (id int)'],
  ['create a function there', "create function auth.ours() returns int language sql as 'select 1'"],
  ['create an index there', 'create index on auth.users (created_at)'],
  ['read files of the server', "select pg_read_file('PG_VERSION')"],
  ['become a superuser', `alter role ${hostedRole} superuser`],
  [
    'change the settings of the sign-in service',
    "alter role supabase_auth_admin set statement_timeout = '1h'",
  ],
])('the role may not %s, as in a hosted project', async (_, text) => {
  await expect(asHosted(text)).rejects.toMatchObject({ code: '42501' });
});

/** Returns the block that sets up PostgREST, for a role of this test, because roles belong to the whole cluster. */
function gatewayBlock(role: string): string {
  const file = path.join(import.meta.dirname, '../../supabase/schemas/foundation/gateway.sql');
  const block = /^do \$\$[\s\S]*?^\$\$;/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  expect(block).toContain('alter role authenticator set pgrst.db_pre_request');
  return block.replaceAll('authenticator', role);
}

test.each([
  [
    'with supautils, which allows these settings',
    true,
    ['pgrst.db_pre_request=private.before_request', 'log_min_messages=fatal'],
  ],
  ['on a Postgres that allows neither: the migration goes on and warns', false, null],
])('the settings of authenticator, %s', async (_, allowed, settings) => {
  const role = `authenticator_${randomBytes(4).toString('hex')}`;
  await db.sql.unsafe(`create role ${role}`);
  try {
    if (allowed)
      await db.sql.unsafe(`grant ${role} to ${hostedRole} with admin true, inherit false, set false`);
    await asHosted(gatewayBlock(role));
    const [row] = await db.sql`
      select setconfig from pg_db_role_setting where setrole = ${role}::regrole`;
    expect((row as { setconfig: string[] } | undefined)?.setconfig ?? null).toEqual(settings);
  } finally {
    await db.sql.unsafe(`drop role ${role}`);
  }
});
