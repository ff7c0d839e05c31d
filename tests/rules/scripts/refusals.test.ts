/** A command that refuses ends with 1, so that a script or a CI stops there, also if it can start Postgres. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a migration with a name that is none ends with 1', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/migration.ts', 'No-name'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('Name the migration in lower case with underscores.');
  expect(status).toBe(1);
});
