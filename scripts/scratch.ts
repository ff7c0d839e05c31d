import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './sources.ts';

const memory = '/dev/shm';
const gigabyte = 1024 ** 3;

/**
 * A folder for what the tests write and throw away: in memory where there is plenty of it (each test file has a
 * database of a thousand files, and half of its time went into making and deleting them on a disk), else `.local`.
 * Empty, and by the project's own name: what a killed run left is gone with the next.
 */
export function scratchFolder(): string {
  const name = `otter-trails-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
  const dir = isRoomy() ? path.join(memory, name) : path.join(root, '.local', 'scratch');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return dir;
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 6 * gigabyte && os.freemem() > 8 * gigabyte;
  } catch {
    // No such folder: not Linux.
    return false;
  }
}
