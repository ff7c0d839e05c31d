import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface DenoOptions {
  port: number;
  env: Record<string, string>;
  projectDir: string;
  cacheDir: string;
  denoPath: string;
  /** The output folder of `npm run functions`. Its files run without sources and packages, as on the host. */
  bundlesDir?: string | undefined;
  inspectPort?: number | undefined;
  log: (line: string) => void;
}

/** Returns the path of the binary from the npm package `deno`. */
export function installedDeno(projectDir: string): string {
  const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const file = path.join(projectDir, 'node_modules/deno', name);
  if (!existsSync(file))
    throw new Error(`${file} is missing: install again, with the install script of "deno" allowed`);
  return file;
}

/** Starts the host in Deno. Resolves when it listens, and rejects with its last output if it never does. */
export function spawnHost(options: DenoOptions): Promise<{ child: ChildProcess; port: number }> {
  const sourceDir = path.join(options.projectDir, 'supabase/functions');
  const functionsDir = options.bundlesDir ?? sourceDir;
  const child = spawn(
    options.denoPath,
    [
      'run',
      ...(options.inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${options.inspectPort}`]),
      ...permissions([
        functionsDir,
        path.join(import.meta.dirname, 'host.ts'),
        ...(options.bundlesDir === undefined ? [path.join(options.projectDir, 'node_modules')] : []),
      ]),
      `--config=${path.join(sourceDir, 'deno.json')}`,
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
        ...readSystemEnvironment(),
      },
      // The host exits when this pipe closes, so that it never outlives this process.
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  return listening(child, options.log);
}

function permissions(readable: string[]): string[] {
  return [
    '--quiet',
    '--no-prompt',
    '--no-lock',
    // npm installs all packages, so Deno must not download anything.
    '--cached-only',
    '--node-modules-dir=manual',
    '--allow-net=127.0.0.1,localhost',
    // The functions get only the permissions that they need.
    '--allow-env',
    `--allow-read=${readable.map((file) => realpathSync(file)).join(',')}`,
  ];
}

function readSystemEnvironment(): Record<string, string> {
  const names = ['SystemRoot', 'TEMP', 'TMP'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function listening(
  child: ChildProcess,
  log: (line: string) => void,
): Promise<{ child: ChildProcess; port: number }> {
  return new Promise((resolve, reject) => {
    const tail: string[] = [];
    const readLine = (line: string) => {
      const port = /^functions listening on (\d+),/.exec(line)?.[1];
      if (port) resolve({ child, port: Number(port) });
      tail.push(line);
      tail.splice(0, tail.length - 20);
      log(line);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', readLine);
    }
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`The functions stopped (${signal ?? `code ${code}`}).\n${tail.join('\n')}`)),
    );
  });
}
