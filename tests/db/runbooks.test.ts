/** Runs each SQL statement of the runbooks, because nobody wants to meet a renamed column at night. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

const folder = new URL('../../docs/runbooks/', import.meta.url);
const statements = readdirSync(folder).flatMap((file) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/`((?:select|update|set role) [^`]+)`/g)].map(
    ([, statement = '']) => [file, statement] as const,
  ),
);

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test('the runbooks have statements', () => {
  // Every statement is for a developer, because what an admin does has a screen.
  expect(statements.length).toBeGreaterThan(4);
});

test.each(statements)('%s: %s', async (_file, statement) => {
  const filled = statement
    // No connection has this number, so nobody is cancelled.
    .replace('pg_cancel_backend(pid)', 'pg_cancel_backend(0)');
  expect(filled).not.toContain('…');
  await db.sql
    .begin(async (tx) => {
      await tx.unsafe(filled).simple();
      throw new Error('undone');
    })
    .catch((error: unknown) => {
      expect(error).toEqual(new Error('undone'));
    });
});
