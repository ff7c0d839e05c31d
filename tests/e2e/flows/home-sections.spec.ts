import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { published, shown } from '../support/content.ts';
import { env } from '../support/env.ts';
import { crawler } from '../support/visitor.ts';

// Nothing of this is about what opens by itself.
test.use({ userAgent: crawler });

test('the sections stand in the order of content, and the page is whole in both themes', async ({ page }) => {
  const violations = await policyViolations(page);
  await page.goto(env('SITE_URL'));
  const { rating } = await published<{ rating: number }>('*[_id == "siteSettings"][0].claims');
  const headings = await published<string[]>(
    '*[_id == "homePage"][0].sections[_type != "homeMediaLogos"].heading',
  );
  const main = page.getByRole('main');
  const found = await main.locator('h1, h2').allTextContents();
  expect(found.map(oneLine)).toEqual(
    headings.map((heading) => shown(heading).replace('{rating}', String(rating))),
  );
  await expectAccessible(page);
  expect(violations).toEqual([]);
});

test('the first screen leads to the try-out and to the camps, the strip to their dates', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Find Your Starting Point' })).toHaveAttribute(
    'href',
    '/try-out-otter-for-kids',
  );
  await expect(main.getByRole('link', { name: 'View All Camps' })).toHaveAttribute('href', '/camps');
  const strip = main.getByRole('complementary', { name: 'Early-bird offer' });
  // Whatever marketing has published by now.
  const listed = await published<number>('*[_type == "campTier" && tier == "spark"][0].price');
  await expect(strip).toContainText(`Spark Camp S$549, usually S$${listed}: 3 days`);
  // Content gives no deadline, so nothing counts down (decisions "Truth in selling").
  await expect(strip.getByRole('timer')).toHaveCount(0);
});

test('the try-out says 38 instead of 58, and leads to its page', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const offer = page.locator('#try-out');
  await expect(offer).toContainText('S$38');
  await expect(offer).toContainText('usually S$58');
  await expect(offer).toContainText('Save S$20');
  await offer.getByRole('link', { name: 'Book the Try-Out' }).click();
  await expect(page).toHaveURL(/\/try-out-otter-for-kids$/);
});

test('the journey has four levels with their ages', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const levels = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^\s*\w+\s*Ages \d/ });
  // Sections far from the screen are not laid out yet.
  await levels.first().scrollIntoViewIfNeeded();
  expect((await levels.allInnerTexts()).map((text) => oneLine(text).split(/(?<=\d–\d+) /)[0])).toEqual([
    'Spark Ages 6–8',
    'Ignite Ages 9–12',
    'Epic Ages 9–12',
    'Fire Ages 13–17',
  ]);
});

test('the bar with Get My Pass comes after one screen of scrolling', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const bar = page.getByRole('link', { name: 'Get My Pass' });
  await page.evaluate(() => scrollTo({ top: innerHeight - 20, behavior: 'instant' }));
  await expect(bar).toBeHidden();
  await page.evaluate(() => scrollTo({ top: innerHeight + 20, behavior: 'instant' }));
  await expect(bar).toBeInViewport();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is read, and WhatsApp is reached', async ({ page }) => {
    await page.goto(env('SITE_URL'));
    const main = page.getByRole('main');
    await expect(main.locator('noscript .notice')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Four levels, one trail.' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Coach Nadia' })).toBeAttached();
    await expect(main.getByRole('link', { name: 'WhatsApp Us' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\//,
    );
    // A button that does nothing is not there.
    await expect(main.getByRole('button', { name: 'Start the quiz' })).toBeHidden();
  });
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What the page's own policy refused, as the browser says it. */
async function policyViolations(page: Page): Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) said.push(message.text());
  });
  await page.goto('about:blank');
  return said;
}
