import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { listOpenEnquiries } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

test.each(['visitor', 'service'] as const)('%s may not read the view', async (role) => {
  expect(await sqlState(listOpenEnquiries(db, people.callers[role]))).toBe('42501');
});

test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
  '%s gets an error instead of an empty list',
  async (role) => {
    expect(await sqlState(listOpenEnquiries(db, people.callers[role]))).toBe('PT403');
  },
);

test('an admin can read the view', async () => {
  expect(await listOpenEnquiries(db, people.callers.admin)).toHaveLength(1);
});
