import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface Process {
  parent: number;
  command: string;
}

const run = promisify(execFile);

/**
 * Returns a running process by its id, or null. A zombie counts as dead. Linux has `/proc`, and on macOS `ps` is
 * needed.
 */
export async function findProcess(pid: number): Promise<Process | null> {
  try {
    return existsSync('/proc/self/stat') ? await readFromProc(pid) : await readFromPs(pid);
  } catch {
    return null;
  }
}

async function readFromProc(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // In "12 (name, maybe with blanks) S 1 …", state and parent follow the last bracket.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  return { parent: Number(parent), command };
}

async function readFromPs(pid: number): Promise<Process | null> {
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'stat=,ppid=,args=']);
  const [, state, parent, command] = /^\s*(\S+)\s+(\d+)\s+(.*)/.exec(stdout) ?? [];
  if (!state || state.startsWith('Z') || !command) return null;
  return { parent: Number(parent), command };
}
