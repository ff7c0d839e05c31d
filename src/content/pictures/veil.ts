import { isReadable } from '#contract/contrast.ts';
import type { Picture } from '#domain/picture.ts';
import { readSource, type ReadSource } from './build.ts';
import { cached, pictureCache } from './cache.ts';
import { cutOut } from './encode.ts';
import { buildRecipe, fileName, folder } from './recipe.ts';

type Veil = number;

const text = '#fffdf8';
const ink = [16, 22, 20] as const;

/** Less would leave text on a dark picture without its ground where the picture is lively. */
const least = 30;
/** A picture is measured in patches as large as a letter on it. */
const patches = { width: 48, height: 32 };

/** The thinnest veil through which text can be read on every patch of a picture (at least 4.5 to 1). */
export function chooseVeil(pixels: ArrayLike<number>): Veil {
  for (let veil = least; veil < 100; veil += 5)
    if (everyPatch(pixels, (patch) => isReadable(text, through(patch, veil)))) return veil;
  return 100;
}

function everyPatch(pixels: ArrayLike<number>, holds: (patch: readonly number[]) => boolean): boolean {
  for (let at = 0; at + 2 < pixels.length; at += 3)
    if (!holds([pixels[at] ?? 255, pixels[at + 1] ?? 255, pixels[at + 2] ?? 255])) return false;
  return true;
}

/** The colour of a patch behind a veil, as a browser mixes it. */
const through = (patch: readonly number[], veil: Veil): string =>
  `#${patch
    .map((part, at) => Math.round(((ink[at] ?? 0) * veil + part * (100 - veil)) / 100))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** The veil of a picture, measured once; null without one. */
export async function readVeil(
  picture: Picture | null,
  read: ReadSource = readSource,
  dir: string = pictureCache,
): Promise<Veil | null> {
  if (!picture?.image) return null;
  const { asset, src } = picture.image;
  const recipe = buildRecipe(src.slice(folder.length));
  if (!recipe) return 100;
  const pixels = await cached(dir, `${fileName(recipe)}.patches`, async () =>
    (await cutOut(await read(asset), recipe.area))
      .resize(patches.width, patches.height, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  );
  return chooseVeil(pixels);
}
