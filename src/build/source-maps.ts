import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the folder for source maps. If the variable is not set, the build makes none, which saves a quarter of its
 * time.
 */
const folder = () => process.env['SOURCE_MAPS'];

/** Returns `hidden`, which writes a map beside each script but no reference to it in the script. */
export const sourcemap = () => (folder() ? ('hidden' as const) : false);

export async function takeMaps(dist: string, release: string): Promise<void> {
  const target = folder();
  if (!target) return;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const built = path.join(dist, '_astro');
  const files = new Set(await readdir(built));
  for (const file of files) {
    if (!file.endsWith('.js.map')) continue;
    // Some scripts were joined into a page's script and no longer exist.
    if (files.has(file.slice(0, -4))) await rename(path.join(built, file), path.join(target, file));
    else await rm(path.join(built, file));
  }
  await writeFile(path.join(target, 'release'), release);
}

export const mapOf = async (script: string): Promise<string | undefined> =>
  folder() ? await readFile(`${script}.map`, 'utf8').catch(() => undefined) : undefined;
