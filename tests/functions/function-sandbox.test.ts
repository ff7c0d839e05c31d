import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningFunctions, startFunctions } from '#local/functions/start.ts';
import { testEnv } from '#support/functions-env.ts';
import { freePort } from '#support/functions-stack.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** This function tries everything that no function may do, and returns the results. */
const probe = `
const tried = async (work: () => unknown) => { try { return String(await work()); } catch (error) { return (error as Error).name; } };
Deno.serve(async () => Response.json({
  network: await tried(() => fetch('http://192.0.2.1/')),
  registry: await tried(() => import('npm:left-pad@1.3.0')),
  file: await tried(() => (Deno as any).readTextFile('/etc/hostname')),
  write: await tried(() => (Deno as any).writeTextFile('x', 'y')),
  program: await tried(() => new (Deno as any).Command(${JSON.stringify(process.execPath)}).output()),
  given: Deno.env.get('SITE_URL'),
  secret: String(Deno.env.get('A_SECRET_OF_THIS_MACHINE')),
}));`;

let dir: string;
let functions: RunningFunctions;
const lines: string[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'functions-walls-'));
  const folder = path.join(dir, 'supabase/functions');
  await mkdir(path.join(folder, 'probe'), { recursive: true });
  await mkdir(path.join(folder, 'broken'));
  await cp(path.join(project, 'supabase/functions'), folder, { recursive: true });
  await writeFile(path.join(folder, 'probe/index.ts'), probe);
  await writeFile(path.join(folder, 'broken/index.ts'), `throw new Error('broken on purpose');`);
  await cp(path.join(project, 'package.json'), path.join(dir, 'package.json'));
  await symlink(path.join(project, 'node_modules'), path.join(dir, 'node_modules'));
  process.env['A_SECRET_OF_THIS_MACHINE'] = 'not for functions';
  functions = await startFunctions({
    port: 0,
    env: testEnv() as Record<string, string>,
    cacheDir: path.join(dir, 'deno'),
    projectDir: dir,
    watch: true,
    log: (line) => lines.push(line),
  });
});
afterAll(async () => {
  delete process.env['A_SECRET_OF_THIS_MACHINE'];
  await functions.stop();
  await rm(dir, { recursive: true, force: true });
});

const ask = async (name: string) => {
  const response = await fetch(`${functions.url}/functions/v1/${name}`, { method: 'POST', body: 'null' });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a function can use the loopback network only, and no downloads, files, programs or variables of the host', async () => {
  expect((await ask('probe')).body).toEqual({
    network: 'NotCapable',
    registry: 'TypeError',
    file: 'NotCapable',
    write: 'NotCapable',
    program: 'NotCapable',
    given: 'http://127.0.0.1:4321',
    secret: 'undefined',
  });
});

test('a function that does not start is named and answers 503, and the others work', async () => {
  expect(await ask('broken')).toMatchObject({ status: 503, body: { code: 'BOOT_ERROR' } });
  expect(lines).toContainEqual(expect.stringContaining('function broken failed to start: broken on purpose'));
  expect((await ask('error-monitor')).status).toBe(200);
});

test('a changed function is reloaded, and this does not count as a crash', async () => {
  const before = functions.pid();
  await writeFile(
    path.join(dir, 'supabase/functions/broken/index.ts'),
    `Deno.serve(() => Response.json({ mended: true }));`,
  );
  await vi.waitFor(async () => expect((await ask('broken')).body).toEqual({ mended: true }), 30_000);
  expect(functions.pid()).not.toBe(before);
  const died = await Promise.race([functions.exited, Promise.resolve('alive')]);
  expect(died).toBe('alive');
});

test('no function runs with half of the configuration, and each says so', async () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...rest } = testEnv();
  const output: string[] = [];
  const half = await startFunctions({
    port: 0,
    env: rest as Record<string, string>,
    cacheDir: path.join(dir, 'deno'),
    log: (line) => output.push(line),
  });
  const response = await fetch(`${half.url}/functions/v1/stripe-webhook`, { method: 'POST', body: '{}' });
  await half.stop();
  expect(response.status).toBe(503);
  expect(output.join('\n')).toContain(
    'stripe-webhook failed to start: Missing or wrong in the environment: STRIPE_WEBHOOK_SECRET',
  );
});

describe('as a service of the stack', () => {
  let port: number;
  beforeAll(async () => void (port = await freePort()));

  /** Starts the service like the supervisor, and waits until it is ready. */
  async function part(): Promise<{ child: ChildProcess; deno: number }> {
    const child = fork(path.join(project, 'local/functions/main.ts'), {
      env: {
        ...process.env,
        ...(testEnv() as Record<string, string>),
        FUNCTIONS_PORT: String(port),
        LOCAL_DIR: dir,
        STACK_MODE: 'built',
        MAINTENANCE_SECONDS: '3600',
      },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(output))),
    ]);
    return { child, deno: Number(/process (\d+)/.exec(output)?.[1]) };
  }

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('when Deno is killed, the service ends with an error and can be started again at once', async () => {
    const first = await part();
    process.kill(first.deno, 'SIGKILL');
    expect(await once(first.child, 'exit')).toEqual([1, null]);
    const second = await part();
    const response = await fetch(`http://127.0.0.1:${port}/functions/v1/error-monitor`);
    expect(response.status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
    expect(isAlive(second.deno)).toBe(false);
  });

  test('when the service is killed, Deno ends too', async () => {
    const { child, deno } = await part();
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(deno)).toBe(false), 10_000);
  });
});
