import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type DenoOptions, installedDeno, spawnHost } from './deno.ts';
import { onChange } from './watch.ts';

const project = path.resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 4_000;

export interface FunctionsOptions {
  port: number;
  env: Record<string, string>;
  cacheDir: string;
  watch?: boolean;
  inspectPort?: number | undefined;
  log?: (line: string) => void;
  projectDir?: string;
  denoPath?: string;
  bundlesDir?: string;
}

export interface RunningFunctions {
  url: string;
  pid(): number | undefined;
  stop(): Promise<void>;
  /** Resolves with the reason if Deno exits before `stop` is called. */
  exited: Promise<string>;
}

/**
 * The process cannot download code, and sees only the loopback network and the variables in `env`. If a function
 * fails to start, it answers 503, and the others still work.
 */
export async function startFunctions(options: FunctionsOptions): Promise<RunningFunctions> {
  const { projectDir = project, log = ignore } = options;
  mkdirSync(options.cacheDir, { recursive: true });
  const denoPath = options.denoPath ?? installedDeno(projectDir);
  const settings: DenoOptions = { ...options, projectDir, denoPath, log };

  const { promise: exited, resolve: died } = Promise.withResolvers<string>();
  let child: ChildProcess | undefined;
  const start = async (port: number): Promise<number> => {
    const host = await spawnHost({ ...settings, port });
    child = host.child;
    host.child.once('exit', (code, signal) => {
      if (child === host.child) died(`Deno stopped (${signal ?? `code ${code}`}).`);
    });
    return host.port;
  };
  const stop = async (): Promise<void> => {
    const old = child;
    child = undefined;
    if (old) await end(old);
  };

  const port = await start(options.port);
  const unwatch = options.watch
    ? onChange(path.join(projectDir, 'supabase/functions'), async () => {
        log('functions changed; starting them again');
        await stop();
        await start(port).catch((error: unknown) => died(String(error)));
      })
    : ignore;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid,
    exited,
    async stop() {
      unwatch();
      await stop();
    },
  };
}

function ignore(): void {
  // Messages are dropped if there is no `log` option.
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await exited;
  clearTimeout(killTimer);
}
