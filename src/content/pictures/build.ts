import type { BuiltImage } from '#domain/picture.ts';
import { readContentEnv } from '../env.ts';
import * as v from 'valibot';
import { readOrMake, pictureCache } from './cache.ts';
import { readColours, measure } from './encode.ts';
import { fileName, folder, type Area, type Recipe } from './recipe.ts';
import { cropArea, cutTo, focusOf, chooseWidths, type Framing } from './crop.ts';
import { shaOf, sourceOf } from './source.ts';

const shareSize = { width: 1200, height: 630 };

/** Reads the bytes of an asset by its id. Tests pass another implementation. */
export type ReadSource = (id: string) => Promise<Buffer>;
export const readSource: ReadSource = (id) => sourceOf(id, readContentEnv());

/**
 * Measures a picture. Large files are made later, when all pages exist (`integration.ts`). Rejects if the source is
 * unreadable.
 */
export async function buildImage(
  id: string,
  framing: Framing,
  read: ReadSource = readSource,
  dir: string = pictureCache,
): Promise<BuiltImage> {
  const { sha, source, size } = await measureImage(id, read, dir);
  const area = cropArea(size, framing);
  const encodedWidths = chooseWidths(area);
  const addressOf = (width: number, format: Recipe['format']) =>
    address({ source: sha, area, width, format });
  const largest = encodedWidths.at(-1) ?? area.width;
  return {
    asset: id,
    width: largest,
    height: Math.round((largest * area.height) / area.width),
    avif: encodedWidths.map((width) => `${addressOf(width, 'avif')} ${width}w`).join(', '),
    src: addressOf(encodedWidths[Math.min(1, encodedWidths.length - 1)] ?? largest, 'webp'),
    colours: await readColours(source, sha, area, dir),
    focus: focusOf(size, area, framing),
  };
}

/** Returns the address of a picture for link previews, on this site. */
export async function buildShareImage(
  id: string,
  framing: Framing,
  read: ReadSource = readSource,
  dir: string = pictureCache,
) {
  const { sha, size } = await measureImage(id, read, dir);
  const visibleArea = cropArea(size, framing);
  const area = cutTo(visibleArea, focusOf(size, visibleArea, framing), shareSize);
  return address({ source: sha, area, width: shareSize.width, format: 'jpg' });
}

/** Measures a picture. The source is read only if a result is not in the cache. */
async function measureImage(id: string, read: ReadSource, dir: string) {
  const sha = shaOf(id);
  if (!sha) throw new Error(`“${id}” is no image`);
  const source = () => read(id);
  const sizeFile = await readOrMake(dir, `${sha}.size`, async () =>
    Buffer.from(JSON.stringify(await measure(await source()))),
  );
  return { sha, source, size: v.parse(Size, JSON.parse(sizeFile.toString())) };
}
const Size = v.object({ width: v.number(), height: v.number() });

const address = (recipe: { area: Area } & Recipe) => folder + fileName(recipe);
