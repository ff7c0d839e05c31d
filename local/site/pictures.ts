import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureCache } from '#content/pictures/cache.ts';
import { fileName, folder, buildRecipe } from '#content/pictures/recipe.ts';
import { type Site, SiteFile } from './files.ts';

/** Makes a picture at its first request and adds it to the site, because local builds skip pictures. */
export async function addPicture(
  site: Pick<Site, 'files'>,
  address: string,
  dir: string = pictureCache,
): Promise<void> {
  if (site.files.has(address) || !address.startsWith(folder)) return;
  const recipe = buildRecipe(address.slice(folder.length));
  if (!recipe) return;
  const { encode } = await import('#content/pictures/encode.ts');
  await encode(recipe, () => readFile(path.join(dir, `${recipe.source}.source`)), dir);
  site.files.set(address, new SiteFile(path.join(dir, fileName(recipe))));
}
