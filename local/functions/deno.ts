import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface DenoOptions {
  /** 0 asks the system for a free port. */
  port: number;
  /** All that the functions can read of the environment. */
  env: Record<string, string>;
  /** Project whose `supabase/functions` and `node_modules` are used. */
  projectDir: string;
  /** Where Deno keeps what it compiled. */
  cacheDir: string;
  denoPath: string;
  /** Where a debugger may attach; without it none can. */
  inspectPort?: number | undefined;
  log: (line: string) => void;
}

/** The binary that the npm package `deno` brought. */
export function installedDeno(projectDir: string): string {
  const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const file = path.join(projectDir, 'node_modules/deno', name);
  if (!existsSync(file))
    throw new Error(`${file} is missing: install again, with the install script of "deno" allowed`);
  return file;
}

/** Starts the host in Deno; resolves when it listens, rejects with its last words when it does not. */
export function spawnHost(options: DenoOptions): Promise<{ child: ChildProcess; port: number }> {
  const functionsDir = path.join(options.projectDir, 'supabase/functions');
  const child = spawn(
    options.denoPath,
    [
      'run',
      ...(options.inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${options.inspectPort}`]),
      ...permissions(options.projectDir, functionsDir),
      `--config=${path.join(functionsDir, 'deno.json')}`,
      path.join(import.meta.dirname, 'host.ts'),
      pathToFileURL(functionsDir + path.sep).href,
      String(options.port),
    ],
    {
      cwd: options.projectDir,
      env: {
        ...options.env,
        DENO_DIR: options.cacheDir,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        ...ofTheSystem(),
      },
      // Its input is the line by which it notices that we are gone.
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  return listening(child, options.log);
}

function permissions(projectDir: string, functionsDir: string): string[] {
  const readable = [
    functionsDir,
    path.join(projectDir, 'node_modules'),
    path.join(import.meta.dirname, 'host.ts'),
  ];
  return [
    '--quiet',
    '--no-prompt',
    '--no-lock',
    // Everything is installed by npm; nothing may be fetched.
    '--cached-only',
    '--node-modules-dir=manual',
    '--allow-net=127.0.0.1,localhost',
    // The process is given nothing but what the functions need.
    '--allow-env',
    `--allow-read=${readable.map((file) => realpathSync(file)).join(',')}`,
  ];
}

/** Without these a program does not start on Windows. */
function ofTheSystem(): Record<string, string> {
  const names = ['SystemRoot', 'TEMP', 'TMP'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function listening(
  child: ChildProcess,
  log: (line: string) => void,
): Promise<{ child: ChildProcess; port: number }> {
  return new Promise((resolve, reject) => {
    const tail: string[] = [];
    const say = (line: string) => {
      const port = /^functions listening on (\d+),/.exec(line)?.[1];
      if (port) resolve({ child, port: Number(port) });
      tail.push(line);
      tail.splice(0, tail.length - 20);
      log(line);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', say);
    }
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`The functions stopped (${signal ?? `code ${code}`}).\n${tail.join('\n')}`)),
    );
  });
}
