import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a file whole: a reader, or the next start after a crash, sees the old content or the new, never a part. */
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

/** A rename survives a power cut only once its folder is on disk too. Windows cannot open folders, and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
