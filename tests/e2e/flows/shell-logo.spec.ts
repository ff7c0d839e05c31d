import { expect, type Page } from '@playwright/test';
import { paths, storageKeys } from '#config/paths.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const lightPages = [
  paths.home,
  paths.birthdayRsvp,
  paths.tryOut,
  paths.camps,
  paths.birthdays,
  paths.passes,
  paths.teamPasses,
];
for (const theme of ['light', 'dark'] as const)
  test(`the logo is light on the seven pages and on a scrolled bar, in the ${theme} theme`, async ({
    page,
  }) => {
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.theme,
      theme,
    ] as const);
    const link = bar(page).getByRole('link', { name: 'home' });
    const colors = () =>
      link.evaluate((logo) => {
        const { color, backgroundColor } = getComputedStyle(logo);
        return { color, backgroundColor };
      });
    await page.goto(env('SITE_URL') + paths.about);
    const box = await link.boundingBox();
    expect(await colors()).toEqual({
      color: theme === 'light' ? 'rgb(16, 22, 20)' : 'rgb(255, 248, 234)',
      backgroundColor: 'rgba(0, 0, 0, 0)',
    });
    for (const path of lightPages) {
      await page.goto(env('SITE_URL') + path, { waitUntil: 'domcontentloaded' });
      // The contrast is 18 to 1, and the page behind cannot make the letters unreadable.
      await expect
        .poll(colors, path)
        .toEqual({ color: 'rgb(255, 253, 248)', backgroundColor: 'rgb(16, 22, 20)' });
      expect(await link.boundingBox(), path).toEqual(box);
    }
    await page.goto(env('SITE_URL') + paths.about);
    await page.evaluate(() => window.scrollTo({ top: 21, behavior: 'instant' }));
    await expect(bar(page)).toHaveClass(/solid/);
    await expect.poll(() => colors().then(({ color }) => color)).toBe('rgb(255, 253, 248)');
  });
