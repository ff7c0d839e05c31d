import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The folder of pictures. It survives builds, including those on hosts that keep `node_modules/.cache`. All its files
 * can be made again.
 */
export const pictureCache = path.resolve(process.env['PICTURE_CACHE'] ?? 'node_modules/.cache/pictures');

/** Returns a file, which is made at most once. A cancelled build leaves no partial file. */
export async function readOrMake(dir: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = path.join(dir, name);
  const stored = await readFile(file).catch(() => null);
  if (stored) return stored;
  const bytes = await make();
  await mkdir(dir, { recursive: true });
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, bytes);
  await rename(fresh, file);
  return bytes;
}
