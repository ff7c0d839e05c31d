// One at a time, between processes: a file says who is at it. Plain JavaScript, because it runs on any Node from 20.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 100;
/** No installation takes longer: what is older was left behind, though its process id is in use again. */
const forgottenMs = 30 * 60_000;

/**
 * Does the work while no other process that names this file does its own. Who finds another one there says so by
 * `waits`, once, and waits; what a killed process left behind is taken away.
 * @template T @param {string} file @param {() => Promise<T>} work @param {() => void} [waits]
 */
export async function alone(file, work, waits = () => undefined) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  try {
    for (let asked = false; !take(mine, file); asked = true) {
      if (!asked) waits();
      if (isLeftBehind(file)) rmSync(file, { force: true });
      else await sleep(lookMs);
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
  // Linked into place: it is never there without the number in it.
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
    if (Date.now() - statSync(file).mtimeMs > forgottenMs) return true;
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    // No such process. Another error says that it is there, or that the file has just gone.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
