import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { emails, phones } from '#support/contact-examples.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

it.each(emails)('%j is a valid address: %s', async (email, isOne) => {
  const [row] = await db.sql<{ is: boolean }[]>`select private.is_email(${email}) as is`;
  expect(row?.is).toBe(isOne);
});

it.each(phones)('%j is a valid number: %s', async (phone, isOne) => {
  const [row] = await db.sql<{ is: boolean }[]>`select private.is_phone(${phone}) as is`;
  expect(row?.is).toBe(isOne);
});

/** Two columns together hold one phone number: the country code and the number after it. */
const parts = ['whatsapp_country_code', 'whatsapp_phone'];

test('every column for a phone number accepts valid numbers, and nothing else', async () => {
  const columns = await db.sql<{ table: string; column: string; checks: string[] }[]>`
    select c.oid::regclass::text as table, a.attname as column, array(
      select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype
      and a.attname ~ 'phone|whatsapp' and a.attname <> all (${parts})`;
  expect(columns.length).toBeGreaterThan(10);
  const wrong = [];
  for (const { table, column, checks } of columns)
    for (const [phone, isOne] of phones) {
      const [row] = await db.sql.unsafe<{ is: boolean }[]>(
        `select ${['true', ...checks].join(' and ')} as is from (select $1::text as ${column}) t`,
        [phone],
      );
      if (row?.is !== isOne) wrong.push(`${table}.${column} ${phone}`);
    }
  expect(wrong).toEqual([]);
});
