import { type ChildProcess, fork } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProcess } from '#local/database/process.ts';
import { isRoot } from '#local/database/root.ts';
import { type RunningDatabase, startDatabase } from '#local/database/start.ts';
import { eventually } from './api-fixtures/eventually.ts';

const NOBODY = 65_534;
const main = path.join(import.meta.dirname, '../../local/database/main.ts');

let dir: string;
let running: RunningDatabase[] = [];
let parts: ChildProcess[] = [];
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'cluster-'));
});
afterEach(async () => {
  for (const database of running) await database.stop();
  for (const part of parts) if (part.exitCode === null) part.kill('SIGTERM');
  await eventually(() => parts.every(hasEnded)).toBe(true);
  running = [];
  parts = [];
  await rm(dir, { recursive: true, force: true });
});

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function start(port = 0): Promise<RunningDatabase> {
  const database = await startDatabase({ dir: path.join(dir, 'database'), port });
  running.push(database);
  return database;
}

/** Runs the service like the supervisor, in its own process. */
function startPart(
  options: { uid?: number; gid?: number } = {},
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(main, {
    env: { ...process.env, LOCAL_DIR: dir, DATABASE_PORT: '0' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    silent: true,
    ...options,
  });
  parts.push(child);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve({ url: message.url, child }));
    child.once('exit', (code) => reject(new Error(`the part stopped with ${code}\n${output}`)));
  });
}

async function query<T extends postgres.Row>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    return [...(await sql.unsafe<T[]>(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const lockFile = () => path.join(dir, 'database/data/postmaster.pid');
const postmaster = async () => Number((await readFile(lockFile(), 'utf8')).split('\n')[0]);
const remember = (url: string) => query(url, 'create table kept (id int); insert into kept values (42)');
const recall = (url: string) => query(url, 'select id from kept');

it('the cluster is durable, on 127.0.0.1 alone and without a socket file', async () => {
  const { url } = await start();
  const settings = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
      'listen_addresses', 'unix_socket_directories', 'max_connections', 'TimeZone')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    TimeZone: 'UTC',
  });
  expect(
    await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as version,
      lower('ÉTÉ') as lower, 'ÉTÉ' ilike 'été' as same`,
    ),
  ).toEqual([{ version: 17, lower: 'été', same: true }]);
});

it('the cluster keeps its data from one start to the next', async () => {
  const first = await start();
  await remember(first.url);
  await first.stop();
  const second = await start();
  expect(await recall(second.url)).toEqual([{ id: 42 }]);
});

it('the process notices that the postmaster was killed, and recovers at the next start', async () => {
  const first = await start();
  await remember(first.url);
  process.kill(await postmaster(), 'SIGKILL');
  expect(await first.exited).toContain('SIGKILL');
  const second = await start(Number(new URL(first.url).port));
  expect(await recall(second.url)).toEqual([{ id: 42 }]);
});

it('the process ends when Postgres is gone, so that the supervisor restarts it', async () => {
  const { url, child } = await startPart();
  await remember(url);
  process.kill(await postmaster(), 'SIGKILL');
  await eventually(() => child.exitCode).toBe(1);
  const restarted = await startPart();
  expect(await recall(restarted.url)).toEqual([{ id: 42 }]);
});

it('a new process takes over from an orphan whose parent was killed, and keeps what was committed', async () => {
  const { url, child } = await startPart();
  await remember(url);
  const orphan = await postmaster();
  child.kill('SIGKILL');
  await eventually(() => child.signalCode).toBe('SIGKILL');
  expect(await findProcess(orphan)).not.toBeNull();
  await expect(recall(url)).resolves.toEqual([{ id: 42 }]);

  const healed = await start(Number(new URL(url).port));
  expect(await findProcess(orphan)).toBeNull();
  expect(await recall(healed.url)).toEqual([{ id: 42 }]);
});

it('the cluster stops when its parent ends properly', async () => {
  const { child } = await startPart();
  const pid = await postmaster();
  child.disconnect();
  await eventually(() => hasEnded(child)).toBe(true);
  await eventually(() => findProcess(pid)).toBeNull();
});

it('the process does not touch a cluster that another living process runs', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/already running/);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('the process ignores a lock file whose process id belongs to another program', async () => {
  const first = await start();
  await remember(first.url);
  const lock = (await readFile(lockFile(), 'utf8')).split('\n');
  await first.stop();
  await writeFile(lockFile(), [process.pid, ...lock.slice(1)].join('\n'), { mode: 0o600 });
  const second = await start();
  expect(await recall(second.url)).toEqual([{ id: 42 }]);
});

it('the process creates the cluster again when the last attempt was interrupted', async () => {
  const state = path.join(dir, 'database');
  await mkdir(path.join(state, 'data.new-1/base'), { recursive: true });
  await mkdir(path.join(state, 'data/base'), { recursive: true });
  const { url } = await start();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('the process names a taken port and the variable that changes it', async () => {
  const stranger = net.createServer();
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as net.AddressInfo;
  await expect(start(port)).rejects.toThrow(new RegExp(`Port ${port} is taken.*DATABASE_PORT`));
  stranger.close();
});

it.runIf(isRoot())('the cluster runs for root in a folder that only root may enter', async () => {
  const closed = path.join(dir, 'closed');
  await mkdir(path.join(closed, 'deep'), { recursive: true });
  await chmod(closed, 0o700);
  const database = await startDatabase({ dir: path.join(closed, 'deep'), port: 0 });
  running.push(database);
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it.runIf(isRoot())('the cluster runs for an ordinary user as that user', async () => {
  await chown(dir, NOBODY, NOBODY);
  const { child } = await startPart({ uid: NOBODY, gid: NOBODY });
  const status = await readFile(`/proc/${await postmaster()}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\\s+${NOBODY}\\b`, 'm'));
  child.kill('SIGTERM');
  await eventually(() => hasEnded(child)).toBe(true);
});
