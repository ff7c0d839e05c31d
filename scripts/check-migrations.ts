// Checks that released migrations are as they were released, and that later ones lose no data unsaid and lock nothing
// for long. The first migration of all is made anew until the first release, so it is not judged.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filledTables } from './migrations/changed-rows.ts';
import { findUnsaid } from './migrations/data-changes.ts';
import { findChangedMigrations, openMigrations, readFrozen, supabaseDir } from './migrations/frozen.ts';
import { findLongLocks } from './migrations/locks.ts';
import { report } from './sources.ts';

export function findMigrationFaults(dir = supabaseDir): string[] {
  const small = filledTables(dir);
  const open = openMigrations(dir);
  const judged = readFrozen(dir) ? open : open.slice(1);
  return [
    ...findChangedMigrations(dir),
    ...judged.flatMap((file) => {
      const text = readFileSync(path.join(dir, file), 'utf8');
      return [...findUnsaid(text), ...findLongLocks(text, small)].map(
        (fault) => `supabase/${file}: ${fault}`,
      );
    }),
  ];
}

if (import.meta.main) report('migrations', findMigrationFaults());
