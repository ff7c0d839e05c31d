import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Everything that a build of the Studio is made of, in one number: the same, and nothing has to be built. */
export function inputsHash(settings: Record<string, string | undefined>): string {
  const files = [
    ...globSync('studio/**/*.{ts,tsx,css,json}', {
      cwd: root,
      exclude: ['studio/{dist,node_modules,.sanity,seed}/**'],
    }),
    // The rooms that Studio may import (scripts/doors.js), whole.
    ...globSync(['src/config/*.ts', 'supabase/functions/_shared/contract/**/*.ts'], { cwd: root }),
    // Of the schema library, which the contract brings along.
    'package-lock.json',
  ].sort();
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
