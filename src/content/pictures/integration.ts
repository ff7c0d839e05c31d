import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pictureCache } from './cache.ts';
import { encode } from './encode.ts';
import { fileName, folder, namesIn, buildRecipe, type Recipe } from './recipe.ts';

/**
 * Makes the picture files that built pages mention. In development, each picture is made when a browser requests it.
 */
export function pictures(): AstroIntegration {
  return {
    name: 'pictures',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost');
          const recipe = pathname.startsWith(folder) ? buildRecipe(pathname.slice(folder.length)) : null;
          if (!recipe) {
            next();
            return;
          }
          make(recipe).then(
            (bytes) => {
              const type = recipe.format === 'jpg' ? 'jpeg' : recipe.format;
              response.writeHead(200, { 'content-type': `image/${type}` }).end(bytes);
            },
            (error: unknown) => next(error),
          );
        });
      },
      'astro:build:done': async ({ dir, logger }) => {
        // The local stack makes pictures on request, so that its build does not wait for two hundred of them.
        if (process.env['PICTURES_ON_REQUEST']) return;
        const count = await makeNamed(fileURLToPath(dir));
        if (count > 0) logger.info(`${count} picture files are in place`);
      },
    },
  };
}

async function makeNamed(dir: string, cacheDir: string = pictureCache): Promise<number> {
  const names = new Set<string>();
  for (const entry of await readdir(dir, { recursive: true })) {
    if (!entry.endsWith('.html')) continue;
    for (const name of namesIn(await readFile(path.join(dir, entry), 'utf8'))) names.add(name);
  }
  const target = path.join(dir, folder);
  if (names.size > 0) await mkdir(target, { recursive: true });
  const remaining = [...names];
  const work = async () => {
    for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) {
      const recipe = buildRecipe(name);
      if (!recipe) throw new Error(`No picture can be made for ${name}`);
      await make(recipe, cacheDir);
      await copyFile(path.join(cacheDir, fileName(recipe)), path.join(target, name));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return names.size;
}

/** Makes a picture. Its source has been in the cache since the page was built. */
const make = (recipe: Recipe, dir: string = pictureCache) =>
  encode(recipe, () => readFile(path.join(dir, `${recipe.source}.source`)), dir);
