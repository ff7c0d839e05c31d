// A lock between processes: a file that contains the process id of its owner. Plain JavaScript, which runs on any
// Node from 20.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** No installation takes this long, so an older lock is left over, even if its process id is in use again. */
const STALE_MS = 30 * 60_000;

/**
 * Does the work while holding the lock `file`. If another process holds it, calls `waits` once and waits. Removes the
 * lock of a process that was killed.
 * @template T @param {string} file @param {() => Promise<T>} work @param {() => void} [waits]
 */
export async function alone(file, work, waits = () => undefined) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  try {
    for (let asked = false; !take(mine, file); asked = true) {
      if (!asked) waits();
      if (isLeftBehind(file)) rmSync(file, { force: true });
      else await sleep(POLL_MS);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} mine @param {string} file */
function take(mine, file) {
  // The file is linked into place, so that it never exists without the process id.
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isLeftBehind(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true;
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    // ESRCH means that there is no such process. Other errors mean that the process exists or that the file has just
    // been removed.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
