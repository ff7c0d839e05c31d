/** Tests the icons for a tab, for a home screen, and for programs that request only `favicon.ico`. */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const read = async (path: string) => {
  const answer = await fetch(env('SITE_URL') + path);
  return { type: answer.headers.get('content-type'), body: Buffer.from(await answer.arrayBuffer()) };
};
const readSize = async (png: Buffer) => {
  const { width, height, format, hasAlpha } = await sharp(png).metadata();
  return { size: `${width}x${height}`, format, hasAlpha };
};

test('every page names its icons, and each icon has the size that it says', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const linked = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(linked).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']);

  const ico = await read('/favicon.ico');
  expect(ico.body.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]));
  expect(await readSize(ico.body.subarray(ico.body.readUInt32LE(18)))).toMatchObject({
    size: '32x32',
    format: 'png',
    hasAlpha: true,
  });

  // An iPhone paints transparent areas black.
  const touch = await read('/apple-touch-icon.png');
  expect(await readSize(touch.body)).toMatchObject({ size: '180x180', hasAlpha: false });

  const manifest = await read('/manifest.webmanifest');
  expect(manifest.type).toMatch(/^application\/manifest\+json/);
  const { icons, start_url } = JSON.parse(manifest.body.toString()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
    start_url: string;
  };
  expect(start_url).toBe('/');
  for (const { src, sizes, purpose } of icons)
    expect(await readSize((await read(src)).body)).toMatchObject({
      size: sizes,
      hasAlpha: purpose !== 'maskable',
    });
});
