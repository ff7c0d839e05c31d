import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { addresses } from '../support/pages.ts';

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

for (const path of addresses)
  test(`${path}: letters of twice the size need no scrolling to the side`, async ({ page }) => {
    await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
    await enlarge(page);
    await expectToFit(page);
  });

test('nor do they in the system’s own letters', async ({ page }) => {
  test.setTimeout(120_000);
  await page.route('**/*.woff2', (route) => route.abort());
  for (const path of addresses)
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
    for (const path of addresses)
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

test(
  'a tablet held upright fits and reads every page, in both themes',
  { tag: '@once' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const path of addresses)
      await test.step(path, async () => {
        await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
        await expectToFit(page);
        await expectAccessible(page);
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
