/** Tests sign-in with another provider's account: what is saved of an address that the provider has not verified. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await createDatabase()));
afterAll(() => db.drop());

/** Makes an account of a provider with this address, and returns what its owner can read of it. */
async function join(email: string, verified: boolean) {
  const id = randomUUID();
  await db.sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.test`})`;
  const [row] = await db.sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${randomUUID()}, 'google', ${id}, ${id},
      ${db.sql.json({ name: 'Mei', email, email_verified: verified })}, now(), now())
    returning identity_data as data, email`;
  return row;
}

test('an unverified address is not saved, whether or not another account has it', async () => {
  await makeUser(db, 'known@example.test', []);
  const answers = [await join('known@example.test', false), await join('nobody@example.test', false)];
  const saved = { data: { name: 'Mei', email_verified: false }, email: null };
  expect(answers).toEqual([saved, saved]);
});

test('control: a verified address is saved', async () => {
  expect(await join('mine@example.test', true)).toMatchObject({ email: 'mine@example.test' });
});

test.each(['', null])('a verified account always keeps an address: %j', async (email) => {
  const id = randomUUID();
  await db.sql`
    insert into auth.users (id, email, email_confirmed_at, email_change) values (${id}, ${`${id}@example.test`}, now(), '')`;
  const change = (to: string | null) => db.sql`update auth.users set email = ${to} where id = ${id}`;
  await expect(change(email)).rejects.toThrow('email_not_verified');
  await expect(change(`new${id}@example.test`)).resolves.toBeDefined();
});
