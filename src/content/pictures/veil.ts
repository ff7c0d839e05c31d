import { isReadable } from '#contract/contrast.ts';
import type { Picture } from '#domain/picture.ts';
import { readSource, type ReadSource } from './build.ts';
import { readOrMake, pictureCache } from './cache.ts';
import { cutOut } from './encode.ts';
import { buildRecipe, fileName, folder } from './recipe.ts';

type Veil = number;

const text = '#fffdf8';
const ink = [16, 22, 20] as const;

/**
 * The thinnest veil, in per cent. With a thinner one, text would be hard to read on the lively areas of a dark
 * picture.
 */
const THINNEST = 30;
/** The number of patches in which a picture is measured. Each is about as large as a letter. */
const patches = { width: 48, height: 32 };

/**
 * Returns the thinnest veil that makes text readable on every patch of the picture, with a contrast of at least 4.5 to
 * 1.
 */
export function chooseVeil(pixels: ArrayLike<number>): Veil {
  for (let veil = THINNEST; veil < 100; veil += 5)
    if (everyPatch(pixels, (patch) => isReadable(text, mixWithVeil(patch, veil)))) return veil;
  return 100;
}

function everyPatch(pixels: ArrayLike<number>, holds: (patch: readonly number[]) => boolean): boolean {
  for (let at = 0; at + 2 < pixels.length; at += 3)
    if (!holds([pixels[at] ?? 255, pixels[at + 1] ?? 255, pixels[at + 2] ?? 255])) return false;
  return true;
}

/** Returns the colour of a patch behind a veil, mixed as browsers do. */
const mixWithVeil = (patch: readonly number[], veil: Veil): string =>
  `#${patch
    .map((part, index) => Math.round(((ink[index] ?? 0) * veil + part * (100 - veil)) / 100))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** Returns a picture's veil, which is measured once. Returns null if there is no picture. */
export async function readVeil(
  picture: Picture | null,
  read: ReadSource = readSource,
  dir: string = pictureCache,
): Promise<Veil | null> {
  if (!picture?.image) return null;
  const { asset, src } = picture.image;
  const recipe = buildRecipe(src.slice(folder.length));
  if (!recipe) return 100;
  const pixels = await readOrMake(dir, `${fileName(recipe)}.patches`, async () =>
    (await cutOut(await read(asset), recipe.area))
      .resize(patches.width, patches.height, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  );
  return chooseVeil(pixels);
}
