import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Returns a hash of all inputs of Studio's build. If it is unchanged, no build is needed. */
export function inputsHash(settings: Record<string, string | undefined>): string {
  const files = [
    ...globSync('studio/**/*.{ts,tsx,css,json}', {
      cwd: root,
      exclude: ['studio/{dist,node_modules,.sanity,seed}/**'],
    }),
    // These are all files of the folders that Studio may import (scripts/doors.js).
    ...globSync(['src/config/*.ts', 'supabase/functions/_shared/contract/**/*.ts'], { cwd: root }),
    // The contract imports the schema library, whose version is in this file.
    'package-lock.json',
  ].sort();
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
