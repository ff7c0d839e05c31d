import { expect, type Page, test } from '@playwright/test';
import { env } from '../support/env.ts';

/** Every address that a visitor may open, the shells of the islands and what is not there too. */
const pages = [
  '/',
  '/camps',
  '/camps-new',
  '/camps/book',
  '/camps/epic',
  '/holiday-camps-singapore-campers',
  '/try-out-otter-for-kids',
  '/try-out-otter-for-campers',
  '/passes',
  '/team-passes',
  '/birthdays',
  '/birthday-rsvp',
  '/birthdays-rsvp',
  '/dynamic-form',
  '/about',
  '/terms-of-service',
  '/terms-and-conditions',
  '/privacy-policy',
  '/auth',
  '/waitlist',
  '/checkout',
  '/try-out-checkout',
  '/manage-booking',
  '/payment-success',
  '/camp-booking-success',
  '/nowhere',
];

/** Texts that are cut: beyond the screen, or beyond a box that hides what does not fit. */
const cutTexts = (page: Page, screen: number) =>
  page.evaluate((innerWidth) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    const range = document.createRange();
    const limitOf = (element: Element | null): number => {
      if (!element || element === document.body) return innerWidth;
      const { overflowX } = getComputedStyle(element);
      // Whoever scrolls it by a finger reads all of it: a carousel, the table that compares passes.
      if (overflowX === 'auto' || overflowX === 'scroll') return Infinity;
      const limit = limitOf(element.parentElement);
      return overflowX === 'visible' ? limit : Math.min(limit, element.getBoundingClientRect().right);
    };
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr-only, svg')) continue;
      range.selectNodeContents(text);
      const right = Math.max(0, ...Array.from(range.getClientRects(), (line) => line.right));
      if (right > limitOf(parent) + 1) cut.push(`${text.textContent?.trim().slice(0, 60) ?? ''}: ${right}`);
    }
    return cut;
  }, screen);

const enlarge = (page: Page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%'));

async function expectToFit(page: Page): Promise<void> {
  const screen = page.viewportSize()?.width ?? 0;
  // A phone makes room for what is too wide by making everything smaller.
  expect(await page.evaluate(() => [document.scrollingElement?.scrollWidth, innerWidth])).toEqual([
    screen,
    screen,
  ]);
  expect(await cutTexts(page, screen)).toEqual([]);
}

for (const path of pages)
  test(`${path}: letters of twice the size need no scrolling to the side`, async ({ page }) => {
    await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
    await enlarge(page);
    await expectToFit(page);
  });

test('nor do they in the system’s own letters', async ({ page }) => {
  test.setTimeout(120_000);
  await page.route('**/*.woff2', (route) => route.abort());
  for (const path of pages)
    await test.step(path, async () => {
      await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
      await enlarge(page);
      await expectToFit(page);
    });
});

test(
  'nor does a page of 180 px: a watch, or a phone that enlarges it',
  { tag: '@once' },
  async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 180, height: 400 });
    for (const path of pages)
      await test.step(path, async () => {
        await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
        await expectToFit(page);
        for (const button of await page.getByRole('banner').getByRole('button').all()) {
          const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
        }
      });
  },
);

test('nor where a visitor has asked for more: sessions, packages, a week', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/try-out-otter-for-kids`);
  const sessions = page.locator('#next-sessions');
  await sessions.scrollIntoViewIfNeeded();
  await sessions.getByRole('button', { name: 'Show all sessions' }).click();
  await enlarge(page);
  await expectToFit(page);

  await page.goto(`${env('SITE_URL')}/camps`);
  await page.getByRole('link', { name: 'Package Options' }).first().click();
  await expect(page.locator('#packages').getByRole('article').first()).toBeVisible();
  await enlarge(page);
  await expectToFit(page);

  await page.goto(`${env('SITE_URL')}/camps/book`);
  await page.getByRole('radio').first().check({ force: true });
  await expect(page.locator('.book-card:not(.waiting)').first()).toBeVisible();
  await enlarge(page);
  await expectToFit(page);
});

test('the list above has every page that is to be found', async ({ request }) => {
  const sitemap = await (await request.get(`${env('SITE_URL')}/sitemap.xml`)).text();
  const found = Array.from(
    sitemap.matchAll(/<loc>([^<]+)<\/loc>/g),
    ([, address = '']) => new URL(address).pathname,
  );
  expect(found.length).toBeGreaterThan(8);
  expect(pages).toEqual(expect.arrayContaining(found));
});
