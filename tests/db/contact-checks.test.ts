import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, phones } from '../support/contact-examples.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

it.each(emails)('%j is an address: %s', async (email, isOne) => {
  const [row] = await db.sql<{ is: boolean }[]>`select private.is_email(${email}) as is`;
  expect(row?.is).toBe(isOne);
});

it.each(phones)('%j is a number: %s', async (phone, isOne) => {
  const [row] = await db.sql<{ is: boolean }[]>`select private.is_phone(${phone}) as is`;
  expect(row?.is).toBe(isOne);
});
