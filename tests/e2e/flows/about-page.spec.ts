import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

test(
  'the page shows the years since the founding, the coaches, safety, and the way to each base',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/about`);
    const main = page.getByRole('main');
    const founded = await published<number>('*[_id == "siteSettings"][0].foundingYear');
    const year = Number(
      new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Singapore' }).format(),
    );
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${year - founded} years`);
    await expect(main.getByText(String(founded), { exact: true })).toBeVisible();
    for (const name of await published<string[]>('*[_type == "coach" && shown].name'))
      await expect(main.getByRole('heading', { name })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'First aid', exact: true })).toBeVisible();
    const bases = await published<{ name: string; mapUrl: string }[]>('*[_type == "base"]{ name, mapUrl }');
    expect(bases).toHaveLength(4);
    for (const { name, mapUrl } of bases) {
      const map = main.getByRole('link', { name: `Open the map: ${name}` });
      await expect(map).toHaveAttribute('href', mapUrl);
      await expect(map).toHaveAttribute('target', '_blank');
    }
    await expectAccessible(page);
  },
);

test.describe('the page for an unknown address', () => {
  test(
    'says that the page is missing, and offers a reload and a chat',
    { tag: ['@once', '@look'] },
    async ({ page }) => {
      const answer = await page.goto(`${env('SITE_URL')}/no-such-trail`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This trail ends in the river.');
      await expect(page.getByRole('link', { name: 'Message Us on WhatsApp' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/\d+\?text=/,
      );
      await expect(page.getByRole('img', { name: 'The mascot in a kayak, off the map' })).toBeVisible();
      await expectAccessible(page);
      const secondRequest = page.waitForRequest(`${env('SITE_URL')}/no-such-trail`);
      await page.getByRole('button', { name: 'Refresh Page' }).click();
      await secondRequest;
    },
  );

  test('shows no picture if the picture cannot be loaded', { tag: ['@once', '@look'] }, async ({ page }) => {
    await page.route(/\.(avif|webp|png|jpe?g)$/, (route) => route.abort());
    await page.goto(`${env('SITE_URL')}/no-such-trail`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.lost-picture')).toBeHidden();
  });
});
