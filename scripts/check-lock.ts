// npm leaves other platforms' packages out of the lock file if the registry lacked one while the file was written.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { report, root } from './sources.ts';

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export type Lock = Record<string, Locked>;

/** Returns where `name` resolves from a package at `from`, like Node does. Null if the lock file does not have it. */
function locate(lock: Lock, from: string, name: string): string | null {
  for (let at = from; ;) {
    const candidate = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (candidate in lock) return candidate;
    if (!at) return null;
    const up = at.lastIndexOf('/node_modules/');
    at = up >= 0 ? at.slice(0, up) : '';
  }
}

export function findMissing(lock: Lock, file = 'package-lock.json'): string[] {
  return Object.entries(lock).flatMap(([from, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => locate(lock, from, name) === null)
      .map((name) => `${file}: ${from || 'the project'} needs ${name}, which is not in it`),
  );
}

const locks = ['package-lock.json', 'studio/package-lock.json', 'scripts/node/package-lock.json'];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report(
    'lock file',
    locks.flatMap((file) => {
      const { packages } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { packages: Lock };
      return findMissing(packages, file);
    }),
  );
