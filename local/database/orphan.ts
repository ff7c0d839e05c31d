import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProcess, type Process } from './process.ts';

/** The signals to a postmaster, from gentle to hard (fast, immediate, kill), and the time before the next one. */
const SIGNALS: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/**
 * Stops a postmaster that a killed run left, so that the new one is our own child. The lock file of a dead process
 * stays, because Postgres finds old backends by it.
 */
export async function stopOrphan(data: string): Promise<void> {
  const lock = path.join(data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(await readFile(lock, 'utf8'), 10);
  const owner = Number.isNaN(pid) ? null : await findProcess(pid);
  if (!owner) return;
  if (!isPostmasterOf(owner, data)) return rm(lock, { force: true });
  if (await hasLivingParent(owner))
    throw new Error(`The database in ${data} is already running (process ${owner.parent}). Stop that first.`);
  await stop(pid);
}

function isPostmasterOf(process: Process, data: string): boolean {
  return process.command.includes('postgres') && process.command.includes(data);
}

/** An orphan's parent is init or a session manager, never Node. */
async function hasLivingParent(postmaster: Process): Promise<boolean> {
  if (postmaster.parent <= 1) return false;
  const parent = await findProcess(postmaster.parent);
  return parent !== null && /\bnode\b/.test(parent.command);
}

async function stop(pid: number): Promise<void> {
  for (const [signal, patience] of SIGNALS) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const end = Date.now() + patience;
    while (Date.now() < end) {
      if (!(await findProcess(pid))) return;
      await delay(50);
    }
  }
  throw new Error(`The database process ${pid} of an earlier run does not stop.`);
}
