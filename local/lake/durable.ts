import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a file atomically: after a crash, it has either the old content or the new. */
export async function writeDurably(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/**
 * A rename survives a power cut only if its folder is synced too. Windows cannot open folders and does not need this.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
