import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { listOpenEnquiries } from '#support/sql-leads.ts';
import { type Cast, makeCast } from '#support/sql-cast.ts';
import { sqlState } from '#support/sql.ts';

let db: TestDatabase;
let cast: Cast;
beforeAll(async () => {
  db = await createDatabase();
  cast = await makeCast(db);
});
afterAll(() => db.drop());

test.each(['visitor', 'service'] as const)('%s may not read the view', async (part) => {
  expect(await sqlState(listOpenEnquiries(db, cast.callers[part]))).toBe('42501');
});

test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
  '%s gets an error instead of an empty list',
  async (part) => {
    expect(await sqlState(listOpenEnquiries(db, cast.callers[part]))).toBe('PT403');
  },
);

test('an admin can read the view', async () => {
  expect(await listOpenEnquiries(db, cast.callers.admin)).toHaveLength(1);
});
