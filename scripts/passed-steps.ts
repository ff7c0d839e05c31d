// Remembers in .local/checked the files with which a step of `npm run check` passed, so that it repeats only
// what a change can break. A step also depends on the lock file, the configuration and the Node version.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.ts';

/** The content hashes of files, by path. */
export type Snapshot = Record<string, string>;

const folder = path.join(root, '.local', 'checked');
const fileOf = (step: string) => path.join(folder, `${step.replaceAll(/[^a-z]+/gi, '-')}.json`);
const hash = (content: string | Buffer) => createHash('sha1').update(content).digest('base64url');

/** Returns the hashes of all files that git tracks or would add, and of what else decides the outcome of a step. */
export function snapshotNow(): Snapshot {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const snapshot: Snapshot = { node: process.version };
  for (const file of listed.split('\0'))
    try {
      if (file !== '') snapshot[file] = hash(readFileSync(path.join(root, file)));
    } catch {
      // The file was deleted, and git does not know yet.
    }
  return snapshot;
}

/** Returns what a step passed with, or null if it has not passed here. */
export function lastPassed(step: string): Snapshot | null {
  try {
    return JSON.parse(readFileSync(fileOf(step), 'utf8')) as Snapshot;
  } catch {
    return null;
  }
}

export function rememberPassed(step: string, snapshot: Snapshot): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(step), JSON.stringify(snapshot));
}

/** Returns the paths that were added, changed or removed, sorted. */
export const differences = (before: Snapshot, now: Snapshot): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((file) => before[file] !== now[file])
    .sort();
