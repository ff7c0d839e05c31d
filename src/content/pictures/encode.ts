import sharp from 'sharp';
import { colourGrid } from '#domain/picture.ts';
import { readOrMake, pictureCache } from './cache.ts';
import { fileName, type Area, type Recipe } from './recipe.ts';

/**
 * The settings of the encoders. AVIF needs a quarter of the bytes of a JPEG. More effort would cost seconds per
 * picture and save only a tenth. On phones nobody sees that the colour resolution is halved.
 */
const encoders = {
  avif: { quality: 44, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 74 },
  jpg: { quality: 80, mozjpeg: true },
} as const;

/**
 * The width at which vector drawings are rendered. They have no size in pixels, and this is enough for every output.
 */
const drawnAt = 2000;

export async function measure(source: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient } = await (await open(source)).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

/**
 * Returns a picture's preview colours, which are cached with the encoded files. It reads every pixel, so it finds
 * damaged files.
 */
export async function readColours(
  source: () => Promise<Buffer>,
  sha: string,
  area: Area,
  dir: string = pictureCache,
): Promise<string[] | null> {
  const { width, height } = colourGrid;
  const name = fileName({ source: sha, area, width, format: 'webp' }).replace(/webp$/, 'colours');
  const text = await readOrMake(dir, name, async () => {
    const cut = await cutOut(await source(), area);
    const { isOpaque } = await sharp(await cut.clone().resize(256).png().toBuffer()).stats();
    // A preview would be visible behind a transparent picture.
    if (!isOpaque) return Buffer.alloc(0);
    const small = cut.resize(width, height, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
    const parts = Array.from(await small.raw().toBuffer(), (part) => Math.round(part / 17).toString(16));
    return Buffer.from(parts.join(''));
  });
  return (
    text
      .toString()
      .match(/.{3}/g)
      ?.map((colour) => `#${colour}`) ?? null
  );
}

/** Returns the area of a picture after rotation, for resizing. */
export const cutOut = async (source: Buffer, area: Area) => (await open(source)).autoOrient().extract(area);

/** Returns the encoded file of a recipe from the cache, or makes it. */
export function encode(recipe: Recipe, source: () => Promise<Buffer>, dir: string = pictureCache) {
  return readOrMake(dir, fileName(recipe), async () => {
    const resized = (await cutOut(await source(), recipe.area)).resize(recipe.width);
    if (recipe.format === 'avif') return resized.avif(encoders.avif).toBuffer();
    if (recipe.format === 'webp') return resized.webp(encoders.webp).toBuffer();
    return resized.flatten({ background: '#ffffff' }).jpeg(encoders.jpg).toBuffer();
  });
}

async function open(source: Buffer) {
  const { format, width, density = 72 } = await sharp(source).metadata();
  if (format !== 'svg') return sharp(source, { failOn: 'error' });
  return sharp(source, { density: Math.min(20_000, (density * drawnAt) / width) });
}
