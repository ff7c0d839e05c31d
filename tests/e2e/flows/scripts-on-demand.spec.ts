/** Tests what the home page loads before a visitor uses it. */
import { expect } from '@playwright/test';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test('no React and no foreign file is loaded before the booking is in view', async ({ page }) => {
  const scripts: string[] = [];
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
    const { hostname } = new URL(request.url());
    if (request.url().startsWith('http') && hostname !== '127.0.0.1') foreignUrls.push(request.url());
  });
  await page.goto(env('SITE_URL'), { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
  expect(bodies.filter((body) => /react\.(?:transitional\.)?element|createRoot/.test(body))).toEqual([]);

  await page.locator('#book-your-otter-experience').scrollIntoViewIfNeeded();
  await expect(async () => {
    const later = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
    expect(later.some((body) => /react\.(?:transitional\.)?element/.test(body))).toBe(true);
  }).toPass();
  expect(foreignUrls).toEqual([]);
});
