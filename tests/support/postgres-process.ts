import { readdirSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startDatabase } from '#local/database/start.ts';
import { runPart } from '#local/part.ts';

const MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;
const NAME = /^test-database-(\d+)-/;

/** A throw-away Postgres. A process of its own, so that it leaves with the test run however that ends. */
await runPart(async () => {
  const dir = await mkdtemp(path.join(place(), `test-database-${process.pid}-`));
  // At the very end, as the database library ends the process on a signal by itself once Postgres has stopped.
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return startDatabase({ dir, port: 0, durable: false, maxConnections: 300 });
});

/**
 * In memory where there is plenty of it, and what a killed run left there goes first: each test file has a database of
 * a thousand files, and on a disk a third of the time goes into making and deleting them.
 */
function place(): string {
  try {
    for (const name of readdirSync(MEMORY))
      if (isLeftBehind(name)) rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize > 4 * GIGABYTE && os.freemem() > 6 * GIGABYTE) return MEMORY;
  } catch {
    // No such folder, or somebody else's: not Linux, not ours.
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
