import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './environment.ts';
import { commandLine } from './process.ts';

interface Run {
  supervisor: number;
  parts: Record<string, number>;
}

const file = (dir: string) => path.join(dir, 'run.json');

function lastRun(dir: string): Run | null {
  try {
    return JSON.parse(readFileSync(file(dir), 'utf8')) as Run;
  } catch {
    return null;
  }
}

/** Process ids are reused, so a process is ours only if its command line still names this project. */
const isOurs = (pid: number) => commandLine(pid)?.includes(root) ?? false;

/**
 * Ends processes that a killed supervisor left, and returns true if it left a record of its run. Throws if a
 * supervisor still runs here.
 */
export function clearLeftovers(dir: string): boolean {
  const run = lastRun(dir);
  if (!run) return false;
  if (run.supervisor !== process.pid && isOurs(run.supervisor))
    throw new Error(
      `The stack already runs here (process ${run.supervisor}). Press Ctrl-C there to stop it first.`,
    );
  for (const pid of Object.values(run.parts)) if (isOurs(pid)) process.kill(pid, 'SIGTERM');
  rmSync(file(dir), { force: true });
  return true;
}

export function rememberRun(dir: string, parts: Record<string, number>): void {
  writeFileSync(`${file(dir)}.tmp`, JSON.stringify({ supervisor: process.pid, parts } satisfies Run));
  renameSync(`${file(dir)}.tmp`, file(dir));
}

export function forgetRun(dir: string): void {
  rmSync(file(dir), { force: true });
}
