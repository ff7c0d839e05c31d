import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';

const name = `plain_${randomBytes(6).toString('hex')}`;
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;

beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, connection: { client_min_messages: 'warning' } });
  await admin`create database ${admin(name)}`;
  const address = new URL(inject('databaseUrl'));
  address.pathname = `/${name}`;
  url = address.href;
  await bootstrapDatabase(url);
  sql = postgres(url, { max: 2, connection: { client_min_messages: 'warning' } });
});
afterAll(async () => {
  await sql.end();
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});

const may = async (role: string, table: string) => {
  const [row] = await sql`select has_table_privilege(${role}, ${table}, 'select') as may`;
  return row?.['may'] as boolean;
};

it('the bootstrap creates the roles of a hosted project', async () => {
  const roles = await sql`select rolname, rolbypassrls, rolcanlogin, rolsuper from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role', 'authenticator') order by rolname`;
  expect([...roles]).toEqual([
    { rolname: 'anon', rolbypassrls: false, rolcanlogin: false, rolsuper: false },
    { rolname: 'authenticated', rolbypassrls: false, rolcanlogin: false, rolsuper: false },
    { rolname: 'authenticator', rolbypassrls: false, rolcanlogin: true, rolsuper: false },
    { rolname: 'service_role', rolbypassrls: true, rolcanlogin: false, rolsuper: false },
  ]);
});

it('the bootstrap puts pgcrypto into extensions, where migrations and requests find it', async () => {
  const [row] = await sql`select extensions.crypt('x', extensions.gen_salt('bf', 4)) like '$2a$%' as ok,
    digest('x', 'sha256') is not null as unqualified,
    has_schema_privilege('anon', 'extensions', 'usage') as usage`;
  expect(row).toEqual({ ok: true, unqualified: true, usage: true });
});

it('the bootstrap hides the accounts from the request roles', async () => {
  const [row] = await sql`select count(*)::int as n from information_schema.role_table_grants
    where table_schema = 'auth' and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`;
  expect(row).toEqual({ n: 0 });
});

it('the bootstrap grants access to new objects in public, as hosted, until a migration revokes it, and a new start changes nothing', async () => {
  await sql`create table first (id int)`;
  expect(await may('anon', 'first')).toBe(true);
  await sql
    .unsafe(
      `revoke all on first from anon;
    alter default privileges in schema public revoke all on tables from anon, authenticated, service_role`,
    )
    .simple();

  await bootstrapDatabase(url);
  await sql`create table second (id int)`;
  expect(await Promise.all([may('anon', 'first'), may('anon', 'second')])).toEqual([false, false]);
  expect(await may('authenticated', 'first')).toBe(true);
});

it('the bootstrap may run twice at the same time', async () => {
  await Promise.all([bootstrapDatabase(url), bootstrapDatabase(url)]);
  const [row] = await sql`select to_regclass('auth.users') is not null as made`;
  expect(row).toEqual({ made: true });
});
