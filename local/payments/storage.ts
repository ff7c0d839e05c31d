import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PersistenceAdapter } from 'emulate';

/**
 * One JSON file, replaced whole: a reader finds the state before or after, never a torn one. The adapter
 * that comes with `emulate` leaves a temporary file behind for every kill, and writes for every question.
 */
export function fileStorage(path: string, stateVersion: number): PersistenceAdapter {
  let written: string | null = null;
  return {
    async load() {
      try {
        const found = await readFile(path, 'utf8');
        // Written by another version: started over, as when there was none.
        if ((JSON.parse(found) as { stateVersion?: number }).stateVersion !== stateVersion) return null;
        written = found;
        return written;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    // Never two at a time: `emulate` waits for one save before the next.
    async save(data) {
      if (data === written) return;
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.new`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(data, 'utf8');
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      written = data;
    },
  };
}
