import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readStackEnvironment, root } from '#local/environment.ts';
import { clearLeftovers } from '#local/leftovers.ts';
import { loadSecrets } from '#local/secrets.ts';
import { startStack } from '#local/supervisor.ts';
import { sources } from '#scripts/sources.ts';

const createdFolders: string[] = [];
const folder = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'stack-'));
  createdFolders.push(dir);
  return dir;
};
afterEach(() => {
  for (const dir of createdFolders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

test('the documented ports are used in an empty environment', () => {
  const env = readStackEnvironment({});
  expect([env.SITE_PORT, env.API_PORT, env.DATABASE_PORT, env.STUDIO_PORT]).toEqual([
    4321, 54321, 54322, 3333,
  ]);
  expect([env.LAKE_PORT, env.PAYMENTS_PORT, env.MAIL_PORT]).toEqual([4900, 4600, 4601]);
});

test('the error names all invalid variables', () => {
  const read = () => readStackEnvironment({ SITE_PORT: 'abc', API_PORT: '70000', CALENDAR_NOW: 'soon' });
  expect(read).toThrow(/SITE_PORT[\s\S]*API_PORT[\s\S]*CALENDAR_NOW/);
});

test('.env.example documents every variable of the stack', () => {
  const documented = readFileSync(path.join(root, '.env.example'), 'utf8');
  for (const name of Object.keys(readStackEnvironment({})))
    expect(documented, name).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('.env.example documents every variable that the site reads', () => {
  const documented = readFileSync(path.join(root, '.env.example'), 'utf8');
  const read = sources(['src', 'astro.config.mjs'], /\.(ts|mjs|astro)$/).flatMap(({ text }) =>
    Array.from(
      text.matchAll(/\benv(?:\['([A-Z_]+)'\]|\.([A-Z_]+))/g),
      ([, bracket, dot]) => bracket ?? dot ?? '',
    ),
  );
  const viteNames = new Set(['NODE_ENV', 'PROD', 'DEV', 'SSR', 'MODE']);
  const names = new Set(read.filter((name) => !viteNames.has(name)));
  expect(names.size).toBeGreaterThan(5);
  for (const name of names) expect(documented, name).toMatch(new RegExp(`^${name}=`, 'm'));
});

test('the secrets are random for each installation and do not change', () => {
  const dir = folder();
  const first = loadSecrets(dir);
  expect(loadSecrets(dir)).toEqual(first);
  expect(loadSecrets(folder()).JWT_SECRET).not.toBe(first.JWT_SECRET);
  expect(first.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_[0-9a-f]{48}$/);
});

test('a second stack in the same folder is refused while the first one runs', async () => {
  const dir = folder();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', root], { stdio: 'ignore' });
  await once(other, 'spawn');
  writeFileSync(path.join(dir, 'run.json'), JSON.stringify({ supervisor: other.pid, parts: {} }));
  expect(() => clearLeftovers(dir)).toThrow(`already runs here (process ${other.pid})`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(() => clearLeftovers(dir)).not.toThrow();
});

test('processes that a killed supervisor left behind are ended, but not another program with the same id', async () => {
  const dir = folder();
  const idle = ['-e', 'setInterval(() => {}, 1000)'];
  const part = spawn(process.execPath, [...idle, root], { stdio: 'ignore' });
  const stranger = spawn(process.execPath, idle, { stdio: 'ignore', cwd: tmpdir() });
  await Promise.all([once(part, 'spawn'), once(stranger, 'spawn')]);
  const run = { supervisor: 2 ** 22 - 1, parts: { api: part.pid, mail: stranger.pid } };
  writeFileSync(path.join(dir, 'run.json'), JSON.stringify(run));
  const ended = once(part, 'exit');
  clearLeftovers(dir);
  expect((await ended)[1]).toBe('SIGTERM');
  expect(stranger.signalCode).toBeNull();
  stranger.kill('SIGKILL');
});

test('the error about a taken port names the variable that changes it', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as { port: number };
  const env = { ...readStackEnvironment({ LOCAL_DIR: folder() }), MAIL_PORT: port };
  await expect(startStack(env, { say: () => undefined })).rejects.toThrow(
    `${port} (mail): another program uses it. Set MAIL_PORT to choose another port.`,
  );
  blocker.close();
});
