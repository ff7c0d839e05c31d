import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { published, asStudioShows } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

// Crawlers see no dialogs that open automatically. Those are not the subject of these tests.
test.use({ userAgent: crawlerUserAgent });

test('the sections are in the order of the content, and the page is complete in both themes', async ({
  page,
}) => {
  const violations = await policyViolations(page);
  await page.goto(env('SITE_URL'));
  const { rating } = await published<{ rating: number }>('*[_id == "siteSettings"][0].claims');
  const headings = await published<string[]>(
    '*[_id == "homePage"][0].sections[_type != "homeMediaLogos"].heading',
  );
  const main = page.getByRole('main');
  const found = await main.locator('h1, h2').allTextContents();
  expect(found.map(oneLine)).toEqual(
    headings.map((heading) => asStudioShows(heading).replace('{rating}', String(rating))),
  );
  await expectAccessible(page);
  expect(violations).toEqual([]);
});

test('the first screen leads to the try-out and to the camps, and the strip to their dates', async ({
  page,
}) => {
  await page.goto(env('SITE_URL'));
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Find Your Starting Point' })).toHaveAttribute(
    'href',
    '/try-out-otter-for-kids',
  );
  await expect(main.getByRole('link', { name: 'View All Camps' })).toHaveAttribute('href', '/camps');
  const strip = main.getByRole('complementary', { name: 'Early-bird offer' });
  // The price must be the published one.
  const listed = await published<number>('*[_type == "campTier" && tier == "spark"][0].price');
  await expect(strip).toContainText(`Spark Camp S$549, usually S$${listed}: 3 days`);
  // The content has no deadline, so there is no countdown (decisions "Truth in selling").
  await expect(strip.getByRole('timer')).toHaveCount(0);
});

test('the try-out costs 38 instead of 58, and links to its page', { tag: '@once' }, async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const offer = page.locator('#try-out');
  await expect(offer).toContainText('S$38');
  await expect(offer).toContainText('usually S$58');
  await expect(offer).toContainText('Save S$20');
  await offer.getByRole('link', { name: 'Book the Try-Out' }).click();
  await expect(page).toHaveURL(/\/try-out-otter-for-kids$/);
});

test('the journey has four levels with their ages', { tag: '@once' }, async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const levels = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^\s*\w+\s*Ages \d/ });
  // Sections far from the screen have no layout yet.
  await levels.first().scrollIntoViewIfNeeded();
  const names = async () =>
    (await levels.allInnerTexts()).map((text) => oneLine(text).split(/(?<=\d–\d+) /)[0]);
  await expect
    .poll(names)
    .toEqual(['Spark Ages 6–8', 'Ignite Ages 9–12', 'EPIC Ages 9–12', 'Fire Ages 13–17']);
  // If the camp with the level's name has a different age range, the level's card shows it.
  await expect(levels.first()).toContainText('Spark Camp: ages 7–12');
  await expect(levels.last()).not.toContainText('Camp');
});

test('Get My Pass is hidden while the booking is in view, and returns after it', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  const bottomBar = page.getByRole('complementary', { name: 'Book a class' });
  const bar = bottomBar.getByRole('link', { name: 'Get My Pass' });
  const booking = page.locator('#book-your-otter-experience');
  /** Scrolls so that this many pixels of the booking are in view, above the rest of the page. */
  const scrollUntilVisible = (pixels: number) =>
    booking.evaluate((section, visiblePixels) => {
      const bottom = () => section.getBoundingClientRect().bottom;
      // Sections get their layout only when they come near the screen, which may move the page.
      for (let time = 0; time < 5 && Math.abs(bottom() - visiblePixels) > 1; time++)
        scrollBy({ top: bottom() - visiblePixels, behavior: 'instant' });
    }, pixels);
  await scrollUntilVisible(-40);
  await expect(bar).toBeInViewport();
  await scrollUntilVisible(40);
  await expect(booking).toBeInViewport();
  await expect(bar).toBeHidden();
  // While nothing is chosen, nothing may cover the booking.
  await booking.evaluate((section) => section.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
  await expect(bar).toBeHidden();
  await scrollUntilVisible(-40);
  await expect(bar).toBeInViewport();
});

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and WhatsApp can be reached', { tag: '@once' }, async ({ page }) => {
    await page.goto(env('SITE_URL'));
    const main = page.getByRole('main');
    await expect(main.locator('noscript .notice')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Four stages, one trail.' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Coach Nadia' })).toBeAttached();
    await expect(main.getByRole('link', { name: 'WhatsApp Us' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\//,
    );
    // A button that needs a script is hidden.
    await expect(main.getByRole('button', { name: 'Start the quiz' })).toBeHidden();
  });
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Collects violations of the page's content security policy, as the browser reports them. */
async function policyViolations(page: Page): Promise<string[]> {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusals.push(message.text());
  });
  await page.goto('about:blank');
  return refusals;
}
