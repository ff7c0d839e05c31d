import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawCard } from '#content/pictures/card.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cards-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const draw = (title: string) => drawCard({ title, site: 'Otter Trails', picture: null }, dir);
/** Returns the share of dark pixels in the panel, which are text. */
async function ink(card: Buffer): Promise<number> {
  const { data } = await sharp(card)
    .extract({ left: 104, top: 150, width: 560, height: 300 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 80).length / data.length;
}

it('the card is a small JPEG of 1200 by 630 pixels with the title on it', async () => {
  const card = await draw('Holiday camps in Singapore');
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(card.length).toBeLessThan(100_000);
  expect(await ink(card)).toBeGreaterThan((await ink(await draw('.'))) + 0.02);
});

it('a title of the maximal length stays within the panel', async () => {
  const card = await draw('Otters & <camps> '.repeat(6).trim());
  // Sharp computes statistics of the source, so the area is extracted first.
  const beside = await sharp(card).extract({ left: 712, top: 0, width: 488, height: 630 }).toBuffer();
  const { channels } = await sharp(beside).stats();
  expect(channels.every(({ min, max }) => max - min < 24)).toBe(true);
});

it('the card is drawn with our font, not a system font', async () => {
  const width = async (title: string) => {
    const { data, info } = await sharp(await draw(title))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dark = [...data].flatMap((value, index) => (value < 80 ? [index % info.width] : []));
    return Math.max(...dark) - Math.min(...dark);
  };
  // The width is about 437 pixels in our font and 493 in the usual fallback.
  expect(await width('Skate birthday')).toBeLessThan(465);
});
