import { readdirSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startDatabase } from '#local/database/start.ts';
import { runService } from '#local/service.ts';

const MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;
const NAME = /^test-database-(\d+)-/;

/** Runs a temporary Postgres in its own process, so that it always ends with the test run. */
await runService(async () => {
  const dir = await mkdtemp(path.join(temporaryFolder(), `test-database-${process.pid}-`));
  // The folder is removed on exit, because the database library ends the process itself after a signal.
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return startDatabase({ dir, port: 0, durable: false, maxConnections: 300 });
});

/**
 * Returns a folder in memory if there is space. Each test file has a database of a thousand files, which takes a third
 * of the time there. The function first deletes what a killed run left.
 */
function temporaryFolder(): string {
  try {
    for (const name of readdirSync(MEMORY))
      if (isLeftBehind(name)) rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize > 4 * GIGABYTE && os.freemem() > 6 * GIGABYTE) return MEMORY;
  } catch {
    // The folder does not exist (not on Linux), or belongs to another user.
  }
  return os.tmpdir();
}

function isLeftBehind(name: string): boolean {
  const pid = NAME.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
