import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './environment.ts';
import { commandLine } from './process.ts';

interface Run {
  supervisor: number;
  parts: Record<string, number>;
}

const fileIn = (dir: string) => path.join(dir, 'run.json');

function readLastRun(dir: string): Run | null {
  try {
    return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Run;
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
  const run = readLastRun(dir);
  if (!run) return false;
  if (run.supervisor !== process.pid && isOurs(run.supervisor))
    throw new Error(
      `The stack already runs here (process ${run.supervisor}). Press Ctrl-C there to stop it first.`,
    );
  for (const pid of Object.values(run.parts)) if (isOurs(pid)) process.kill(pid, 'SIGTERM');
  rmSync(fileIn(dir), { force: true });
  return true;
}

export function rememberRun(dir: string, parts: Record<string, number>): void {
  writeFileSync(`${fileIn(dir)}.tmp`, JSON.stringify({ supervisor: process.pid, parts } satisfies Run));
  renameSync(`${fileIn(dir)}.tmp`, fileIn(dir));
}

export function forgetRun(dir: string): void {
  rmSync(fileIn(dir), { force: true });
}
