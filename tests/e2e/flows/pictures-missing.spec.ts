/** A picture that cannot be loaded is replaced by its emoji and label (spec 1 §8). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

for (const path of ['/', '/birthdays', '/camps'])
  test(`${path} shows emoji and label in the same space`, async ({ page }) => {
    const frames = page.locator('content-picture:has(.picture-image):visible');
    await page.goto(`${env('SITE_URL')}${path}`);
    const frame = frames.first();
    await frame.scrollIntoViewIfNeeded();
    await expect(frame).not.toHaveClass(/missing/);
    const before = await frame.boundingBox();
    const called = await frame.locator('.picture-image').getAttribute('alt');

    await page.route(/\/_astro\/picture\//, (route) => route.abort());
    await page.reload();
    const missing = page.locator('content-picture:visible').first();
    await missing.scrollIntoViewIfNeeded();
    await expect(missing).toHaveClass(/missing/);
    const placeholder = await missing.evaluate((frame) => getComputedStyle(frame, '::before').content);
    expect(placeholder).toMatch(/\p{Extended_Pictographic}/u);
    if (called) await expect(missing).toHaveAccessibleName(called);
    const after = await page.locator('content-picture:visible').first().boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
    // Pictures further down are loaded, and fail, only when they come into view.
    await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const image of document.querySelectorAll('.picture-image')) {
        image.scrollIntoView({ behavior: 'instant', block: 'center' });
        await frame();
        await frame();
      }
    });
    await expect(page.locator('.picture-image:visible')).toHaveCount(0);
    await expectAccessible(page);
  });
