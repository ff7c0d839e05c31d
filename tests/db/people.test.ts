import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const readRoles = async (id: string) => {
  const rows = await db.sql<{ role: string }[]>`select role from public.user_roles where user_id = ${id}`;
  return rows.map(({ role }) => role);
};

test.each([
  ['with a name', { name: 'Mei Tan' }, 'Mei Tan'],
  ['without one', {}, ''],
  ['with an endless one', { name: 'a'.repeat(500) }, 'a'.repeat(120)],
])('the sign-up %s creates a profile and a customer', async (what, metadata, name) => {
  const id = await makeUser(db, `${what.replaceAll(' ', '-')}@example.test`, [], metadata);
  const [profile] = await db.sql`select name, email, family_id from public.profiles where id = ${id}`;
  expect(profile).toEqual({ name, email: `${what.replaceAll(' ', '-')}@example.test`, family_id: null });
  expect(await readRoles(id)).toEqual(['customer']);
});

test('roles in the metadata, which a visitor writes, are ignored', async () => {
  const id = await makeUser(db, 'sly@example.test', [], {
    name: 'Sly',
    role: 'admin',
    roles: 'business_admin',
  });
  expect(await readRoles(id)).toEqual(['customer']);
});

test('the profile follows a changed e-mail and is deleted with the account', async () => {
  const id = await makeUser(db, 'old@example.test');
  await db.sql`update auth.users set email = 'new@example.test' where id = ${id}`;
  expect([...(await db.sql`select email from public.profiles where id = ${id}`)]).toEqual([
    { email: 'new@example.test' },
  ]);
  await db.sql`delete from auth.users where id = ${id}`;
  expect([...(await db.sql`select from public.profiles where id = ${id}`)]).toEqual([]);
  expect(await readRoles(id)).toEqual([]);
});

test('a profile refers to the family while its user is one of the two parents', async () => {
  const [a, b] = [await makeUser(db, 'a@example.test'), await makeUser(db, 'b@example.test')];
  const [family] = await db.sql<[{ id: string }]>`
    insert into public.families (primary_parent_id, contact_name, contact_email)
    values (${a}, 'A', 'a@example.test') returning id`;
  const readMembers = async () => {
    const rows = await db.sql<
      { id: string }[]
    >`select id from public.profiles where family_id = ${family.id}`;
    return rows.map(({ id }) => id).sort();
  };
  expect(await readMembers()).toEqual([a]);
  await db.sql`update public.families set secondary_parent_id = ${b} where id = ${family.id}`;
  expect(await readMembers()).toEqual([a, b].sort());
  await db.sql`update public.families set primary_parent_id = null where id = ${family.id}`;
  expect(await readMembers()).toEqual([b]);
});

test('has_role answers about oneself, and answers about others only to admins', async () => {
  const parent = await makeUser(db, 'p@example.test');
  const coach = await makeUser(db, 'c@example.test', ['coach']);
  const admin = await makeUser(db, 'adm@example.test', ['admin']);
  const asks = (sub: string, user_uuid: string, check_role: string) =>
    rpc(db, { role: 'authenticated', sub }, 'has_role', { user_uuid, check_role });
  expect(await asks(coach, coach, 'coach')).toBe(true);
  expect(await asks(coach, coach, 'admin')).toBe(false);
  expect(await asks(parent, coach, 'coach')).toBe(false);
  expect(await asks(admin, coach, 'coach')).toBe(true);
  expect(await sqlState(asks(parent, parent, 'emperor'))).toBe('22P02');
});
