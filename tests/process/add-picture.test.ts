import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteFile } from '#local/site/files.ts';
import { addPicture } from '#local/site/pictures.ts';
import { fileName, folder, type Recipe } from '#content/pictures/recipe.ts';

const source = 'a'.repeat(40);
const recipe: Recipe & Required<Pick<Recipe, 'area'>> = {
  source,
  width: 60,
  format: 'webp',
  area: { left: 10, top: 0, width: 120, height: 80 },
};
const address = folder + fileName(recipe);
let dir: string;
let site: { files: Map<string, SiteFile> };

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  site = { files: new Map() };
  const red = { width: 160, height: 80, channels: 3 as const, background: '#c00' };
  await writeFile(path.join(dir, `${source}.source`), await sharp({ create: red }).png().toBuffer());
});
afterEach(() => rm(dir, { recursive: true }));

it('the requested picture is made as its name says, and served from then on', async () => {
  await addPicture(site, address, dir);
  const file = site.files.get(address);
  expect(file?.type).toBe('image/webp');
  expect(await sharp(path.join(dir, fileName(recipe))).metadata()).toMatchObject({
    format: 'webp',
    width: 60,
    height: 40,
  });
  await addPicture(site, address, dir);
  expect(site.files.get(address)).toBe(file);
  expect(await readdir(dir)).toHaveLength(2);
});

it.each([
  ['another address of the site', '/_astro/page.js'],
  ['a name that no build creates', `${folder}${source}-0.0.1.1-60-1.exe`],
  ['a path out of the folder', `${folder}../../package.json`],
  ['other settings of the encoder', address.replace(/-\d+\.webp$/, '-999.webp')],
])('no file is made for %s', async (_, asked) => {
  await addPicture(site, asked, dir);
  expect(site.files.size).toBe(0);
  expect(await readdir(dir)).toHaveLength(1);
});

it('a missing source is named, and no incomplete picture is stored', async () => {
  await expect(addPicture(site, address.replace(/a{40}/, 'b'.repeat(40)), dir)).rejects.toThrow('ENOENT');
  expect(site.files.size).toBe(0);
  expect(await readdir(dir)).toHaveLength(1);
});
