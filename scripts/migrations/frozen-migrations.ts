import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { migrationFiles } from '#local/database/schemas.ts';
import { root } from '../sources.ts';

const Frozen = v.object({
  /** The version of the last release. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** The SHA-256 of every migration that was released, by its path within supabase. */
  migrations: v.record(v.string(), v.string()),
});
export type Frozen = v.InferOutput<typeof Frozen>;

export const supabaseDir = path.join(root, 'supabase');
const fileOf = (dir: string) => path.join(dir, 'released/migrations.json');

/** Reads the record of the last release. Returns null until the first release. */
export function readFrozen(dir = supabaseDir): Frozen | null {
  const file = fileOf(dir);
  return existsSync(file)
    ? v.parse(v.pipe(v.string(), v.parseJson(), Frozen), readFileSync(file, 'utf8'))
    : null;
}

const hashOf = (dir: string, file: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(dir, file), 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex');

/** Records all migrations, which from then on are never changed. */
export function freeze(version: string, dir = supabaseDir): void {
  const migrations = Object.fromEntries(migrationFiles(dir).map((file) => [file, hashOf(dir, file)]));
  mkdirSync(path.dirname(fileOf(dir)), { recursive: true });
  writeFileSync(fileOf(dir), `${JSON.stringify(v.parse(Frozen, { version, migrations }), null, 2)}\n`);
}

/** Returns the migrations that are not released yet. Before the first release these are all migrations. */
export function openMigrations(dir = supabaseDir): string[] {
  const frozen = readFrozen(dir);
  return migrationFiles(dir).filter((file) => !frozen || !(file in frozen.migrations));
}

/** Returns, in sentences, what was changed although it was released. */
export function findChangedMigrations(dir = supabaseDir): string[] {
  const frozen = readFrozen(dir);
  if (!frozen) return [];
  const files = migrationFiles(dir);
  const last = Object.keys(frozen.migrations).toSorted().at(-1) ?? '';
  const release = `v${frozen.version}`;
  return [
    ...Object.entries(frozen.migrations).flatMap(([file, hash]) => {
      if (!files.includes(file)) return [`supabase/${file} was released with ${release} and is missing`];
      if (hashOf(dir, file) === hash) return [];
      return [
        `supabase/${file} was released with ${release} and may not change: put it back, and add a new one`,
      ];
    }),
    ...openMigrations(dir)
      .filter((file) => file < last)
      .map((file) => `supabase/${file} sorts before ${last}, which was released: give it a later time`),
  ];
}
