import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where a build leaves its maps; without it none are made, which is a quarter of its time. Each build anew. */
const folder = () => process.env['SOURCE_MAPS'];

/** Written beside each script, which does not name its own. */
export const sourcemap = () => (folder() ? ('hidden' as const) : false);

/** Takes the maps out of what visitors may fetch, for whoever keeps them (scripts/source-maps.ts). */
export async function takeMaps(dist: string, release: string): Promise<void> {
  const to = folder();
  if (!to) return;
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const built = path.join(dist, '_astro');
  const files = new Set(await readdir(built));
  for (const file of files) {
    if (!file.endsWith('.js.map')) continue;
    // Some scripts went into a page's own.
    if (files.has(file.slice(0, -4))) await rename(path.join(built, file), path.join(to, file));
    else await rm(path.join(built, file));
  }
  await writeFile(path.join(to, 'release'), release);
}

/** The map of a script that was built, for whoever builds on with it. */
export const mapOf = async (script: string): Promise<string | undefined> =>
  folder() ? await readFile(`${script}.map`, 'utf8').catch(() => undefined) : undefined;
