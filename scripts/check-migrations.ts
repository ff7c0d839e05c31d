// Checks that released migrations have not changed, and that later ones say which data they drop and hold no
// lock for long. Until the first release, the first migration is still rewritten, so it is not checked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filledTables } from './migrations/changed-rows.ts';
import { findUnsaid } from './migrations/data-changes.ts';
import {
  findChangedMigrations,
  openMigrations,
  readFrozen,
  supabaseDir,
} from './migrations/frozen-migrations.ts';
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
