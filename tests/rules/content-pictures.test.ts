import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it, test } from 'vitest';
import { buildImage } from '#content/pictures/build.ts';
import { encode } from '#content/pictures/encode.ts';
import { optionalPicture, toPicture, type PictureField } from '#content/pictures/picture.ts';
import { fileName, namesIn, buildRecipe, type Recipe } from '#content/pictures/recipe.ts';
import { cropArea, cutTo, focusOf, chooseWidths } from '#content/pictures/crop.ts';
import { assetAddress } from '#content/pictures/source.ts';

const sha = 'a'.repeat(40);
const id = (hash = sha) => `image-${hash}-800x400-png`;
const cache = mkdtempSync(path.join(tmpdir(), 'pictures-'));
afterAll(() => rmSync(cache, { recursive: true }));

describe('the visible area of a picture', () => {
  const size = { width: 1000, height: 500 };

  test.each([
    ['no crop', {}, [0, 0, 1000, 500]],
    ['a crop', { crop: { left: 0.1, right: 0.2, top: 0.5, bottom: 0 } }, [100, 250, 700, 250]],
    ['a crop that leaves nothing', { crop: { left: 0.6, right: 0.6 } }, [0, 0, 1000, 500]],
    ['half a crop', { crop: { left: null, top: 0.5 } }, [0, 250, 1000, 250]],
  ])('with %s', (_, framing, expected) => {
    const { left, top, width, height } = cropArea(size, framing);
    expect([left, top, width, height]).toEqual(expected);
  });

  test.each([
    [{}, { x: 50, y: 50 }],
    [{ hotspot: { x: 0.82, y: 0.1 } }, { x: 80, y: 10 }],
    // The focus is measured within the cropped area.
    [
      { hotspot: { x: 0.75, y: 0.5 }, crop: { left: 0.5 } },
      { x: 50, y: 50 },
    ],
    [
      { hotspot: { x: 0.1, y: 0.5 }, crop: { left: 0.5 } },
      { x: 0, y: 50 },
    ],
  ])('with %o has its focus at %o', (framing, focus) => {
    expect(focusOf(size, cropArea(size, framing), framing)).toEqual(focus);
  });

  it('is never enlarged', () => {
    expect(chooseWidths({ width: 300, height: 1 })).toEqual([300]);
    expect(chooseWidths({ width: 1000, height: 1 })).toEqual([400, 728, 1000]);
    expect(chooseWidths({ width: 5000, height: 1 })).toEqual([400, 728, 1200, 1800]);
  });

  it('is cut to a shape around its focus, within its edges', () => {
    const area = { left: 100, top: 0, width: 800, height: 400 };
    const square = { width: 1, height: 1 };
    expect(cutTo(area, { x: 50, y: 50 }, square)).toEqual({ left: 300, top: 0, width: 400, height: 400 });
    expect(cutTo(area, { x: 100, y: 50 }, square)).toEqual({ left: 500, top: 0, width: 400, height: 400 });
  });
});

describe('the name of a file', () => {
  const recipe: Recipe = {
    source: sha,
    area: { left: 1, top: 2, width: 300, height: 400 },
    width: 200,
    format: 'avif',
  };

  it('describes how it is made', () => {
    expect(buildRecipe(fileName(recipe))).toEqual(recipe);
  });

  it.each([
    '../../etc/passwd',
    `${sha}.avif`,
    fileName(recipe).replace('-2.avif', '-1.avif'),
    `${fileName(recipe)}.js`,
  ])('is not %s', (name) => expect(buildRecipe(name)).toBeNull());

  it('is found in a page once, escaped or not', () => {
    const name = fileName(recipe);
    const html = `<img srcset="/_astro/picture/${name} 1w, /_astro/picture/${name} 2w" data-a="&quot;/_astro/picture/${name}&quot;">`;
    expect(namesIn(html)).toEqual([name]);
  });
});

test('a picture is read from the image host, wherever the picture was uploaded', () => {
  const project = { SANITY_PROJECT_ID: 'p1', SANITY_DATASET: 'main' };
  expect(assetAddress(id(), project)).toBe(`https://cdn.sanity.io/images/p1/main/${sha}-800x400.png`);
  expect(assetAddress(id(), { ...project, SANITY_API_HOST: 'http://127.0.0.1:4900' })).toBe(
    `http://127.0.0.1:4900/images/p1/main/${sha}-800x400.png`,
  );
});

const flat = (more: object = {}) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#0e8c8a', ...more } });
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>',
);

describe('an image', () => {
  it('has its shape, widths and colours', async () => {
    const png = await flat().png().toBuffer();
    const built = await buildImage(id(), {}, () => Promise.resolve(png), cache);
    expect(built).toMatchObject({ width: 800, height: 400, focus: { x: 50, y: 50 } });
    expect(built.avif.split(', ').map((entry) => entry.split(' ')[1])).toEqual(['400w', '728w', '800w']);
    expect(built.src).toContain(`${sha}-0.0.800.400-728-2.webp`);
    expect(built.colours).toEqual(Array.from({ length: 6 }, () => '#188'));
  });

  it('with transparency has no background colours', async () => {
    const png = await flat({ channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } })
      .png()
      .toBuffer();
    const built = await buildImage(id('b'.repeat(40)), {}, () => Promise.resolve(png), cache);
    expect(built.colours).toBeNull();
  });

  it('with an orientation is rotated before it is cut', async () => {
    const jpeg = await flat().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const built = await buildImage(id('c'.repeat(40)), {}, () => Promise.resolve(jpeg), cache);
    expect([built.width, built.height]).toEqual([400, 800]);
  });

  it('in SVG is rendered at the needed size', async () => {
    const built = await buildImage(id('d'.repeat(40)), {}, () => Promise.resolve(drawing), cache);
    expect([built.width, built.height]).toEqual([1800, 900]);
    const recipe = buildRecipe(built.src.split('/').at(-1) ?? '');
    if (!recipe) throw new Error('no recipe');
    const bytes = await encode(recipe, () => Promise.resolve(drawing), cache);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 728, height: 364 });
  });

  it('is encoded once', async () => {
    const png = await flat().png().toBuffer();
    const area = { left: 100, top: 0, width: 400, height: 400 };
    const recipe: Recipe = { source: 'e'.repeat(40), area, width: 200, format: 'avif' };
    const first = await encode(recipe, () => Promise.resolve(png), cache);
    expect(await sharp(first).metadata()).toMatchObject({ width: 200, height: 200 });
    const file = path.join(cache, fileName(recipe));
    const { mtimeMs } = statSync(file);
    const fromCache = await encode(recipe, () => Promise.reject(new Error('is not read again')), cache);
    expect(fromCache.equals(first)).toBe(true);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(cache).filter((name) => /\.[0-9a-f]{12}$/.test(name))).toEqual([]);
  });
});

describe('a picture that cannot be shown', () => {
  const document = { _id: 'coach-ana', type: 'coach', title: 'Ana of {product}' };
  const completeField: PictureField = {
    image: { asset: { _ref: id('f'.repeat(40)) } },
    alt: 'Ana on a ramp',
    emoji: '🛹',
    label: 'Coach Ana',
  };
  const resolvePicture = async (field: PictureField | null, bytes: Buffer | Error) => {
    const lines: string[] = [];
    const read = () => (bytes instanceof Error ? Promise.reject(bytes) : Promise.resolve(bytes));
    const picture = await toPicture(field, document, {
      report: (line) => lines.push(line),
      read,
      dir: cache,
    });
    return { picture, lines };
  };

  it.each([
    ['is not there', new Error('the image host answers 404')],
    ['is a text', Buffer.from('<html>Not found</html>')],
    ['is torn', 'torn'],
  ])('because it %s is replaced by its emoji and label, and a line names the document', async (_, source) => {
    const bytes = typeof source === 'string' ? (await flat().png().toBuffer()).subarray(0, 300) : source;
    const { picture, lines } = await resolvePicture(completeField, bytes);
    expect(picture).toEqual({ alt: 'Ana on a ramp', emoji: '🛹', label: 'Coach Ana', image: null });
    expect(lines).toEqual([
      expect.stringMatching(
        /^content: coach “Ana of \w+” \(coach-ana\) has a picture that cannot be read \(.+\); its emoji and label/,
      ),
    ]);
  });

  it('because it is missing says so, with a default label', async () => {
    const { picture, lines } = await resolvePicture(null, Buffer.alloc(0));
    expect(picture).toEqual({ alt: '', emoji: '🖼️', label: 'Image unavailable', image: null });
    expect(lines).toEqual([expect.stringContaining('(coach-ana) has no picture')]);
  });

  it('is no error if the page has an illustration, or an emoji replaces the picture', async () => {
    const lines: string[] = [];
    const options = { report: (line: string) => lines.push(line) };
    expect(await optionalPicture({ image: null, alt: 'A ramp' }, document, options)).toBeNull();
    expect(await optionalPicture({ ...completeField, image: null }, document, options)).toEqual({
      alt: 'Ana on a ramp',
      emoji: '🛹',
      label: 'Coach Ana',
      image: null,
    });
    expect(lines).toEqual([]);
  });
});
