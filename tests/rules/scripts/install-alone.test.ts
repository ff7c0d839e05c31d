/** Two commands install the same folder at once, with a fake npm that only logs its start and end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const npm = `
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
const say = (word) => appendFileSync('../log', word + ' ');
say('begins');
const wait = setInterval(() => {
  if (existsSync('../held')) return;
  clearInterval(wait);
  mkdirSync('node_modules', { recursive: true });
  say('ends');
}, 20);
`;
/** The timeout is long, because the machine may be busy. */
const soon = { timeout: 15_000 };
let dir: string;
const pathOf = (file: string) => path.join(dir, file);
const log = () => (existsSync(pathOf('log')) ? readFileSync(pathOf('log'), 'utf8').trim() : '');

beforeEach(async () => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'install-')));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  mkdirSync(pathOf('scripts'));
  mkdirSync(pathOf('studio'));
  for (const file of ['install.mjs', 'alone.mjs'])
    copyFileSync(path.join('scripts', file), pathOf(`scripts/${file}`));
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await writeFile(pathOf(`studio/${file}`), '');
  await writeFile(pathOf('package.json'), '{"type":"module"}');
  await writeFile(pathOf('npm.js'), npm);
  await writeFile(pathOf('held'), '');
});

function command() {
  const child = spawn(process.execPath, [pathOf('scripts/install.mjs'), 'studio'], {
    env: { PATH: process.env['PATH'], npm_execpath: pathOf('npm.js') },
    // The npm process must be killed together with this one.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const exited = once(child, 'exit');
  const kill = () =>
    child.exitCode === null && child.signalCode === null && child.pid && process.kill(-child.pid, 'SIGKILL');
  onTestFinished(() => void kill());
  return { said: () => output, exited, kill };
}

test('the second command waits for the first, and then has nothing to do', async () => {
  const first = command();
  await expect.poll(log, soon).toBe('begins');
  const second = command();
  await expect.poll(second.said, soon).toContain('are being installed by another command');
  await rm(pathOf('held'));
  expect(await Promise.all([first.exited, second.exited])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(log()).toBe('begins ends');
});

test('the lock of a killed command does not block the next one', async () => {
  const first = command();
  await expect.poll(log, soon).toBe('begins');
  first.kill();
  await first.exited;
  await rm(pathOf('held'));
  const second = command();
  expect(await second.exited).toEqual([0, null]);
  expect(log()).toBe('begins begins ends');
});

test('the next command tries again after a failure', async () => {
  await writeFile(pathOf('npm.js'), 'process.exitCode = 1;');
  const first = command();
  expect((await first.exited)[0]).not.toBe(0);
  await writeFile(pathOf('npm.js'), npm);
  await rm(pathOf('held'));
  expect(await command().exited).toEqual([0, null]);
  expect(log()).toBe('begins ends');
});
