/** A command that refuses ends with 1, so that a script or a CI stops there. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['migration', 'Name the migration in lower case with underscores.'],
  ['release', 'was not released'],
])('%s with a name that is none ends with 1', (command, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, 'no-Version'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(sentence);
  expect(status).toBe(1);
});
