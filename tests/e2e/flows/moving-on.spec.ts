/**
 * Tests that going back and moving on feel instant. Pages stay in memory, and a link's page is fetched before it is
 * opened.
 */
import { type CDPSession, expect, type Page } from '@playwright/test';
import { paths } from '#config/paths.ts';
import { pageList } from '#config/pages.ts';
import { browserFlags, usualBrowser } from '#scripts/browser.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? usualBrowser();
// With Playwright's flag the browser would not examine pages for its back-forward cache.
test.use({
  launchOptions: {
    args: browserFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath ? { executablePath } : {}),
  },
});

interface Explanation {
  type: 'SupportPending' | 'PageSupportNeeded' | 'Circumstantial';
  reason: string;
}

/**
 * Leaves the page, goes back, and returns the reasons of the page that keep it out of the browser's back-forward cache.
 * The browser of the tests stores no page at all, but still examines each one. Its own reasons have the type
 * "circumstantial" and are left out.
 */
async function reasonsAgainstCache(page: Page, session: CDPSession): Promise<string[]> {
  const { promise, resolve } = Promise.withResolvers<Explanation[]>();
  session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    resolve(notRestoredExplanations),
  );
  await page.goto(`${env('SITE_URL')}${paths.terms}`);
  await page.goBack();
  const explanations = await promise;
  expect(explanations.length).toBeGreaterThan(0);
  return explanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason);
}

async function examine(
  page: Page,
  addresses: readonly string[],
  breakPage: () => void = () => undefined,
): Promise<Record<string, string[]>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await page.goto(env('SITE_URL') + address, { waitUntil: 'networkidle' });
    await page.evaluate(breakPage);
    const reasons = await reasonsAgainstCache(page, session);
    if (reasons.length > 0) found[address] = reasons;
  }
  await session.detach();
  return found;
}

const addressesOf = (...access: readonly string[]) =>
  pageList.filter((one) => access.includes(one.access) && one.path !== paths.terms).map(({ path }) => path);

test('nothing keeps a public page out of the back-forward cache', { tag: '@once' }, async ({ page }) => {
  const found = await examine(page, addressesOf('public', 'link'));
  expect(found).toEqual({});
});

test('nothing keeps a family’s page out of the back-forward cache', { tag: '@once' }, async ({ page }) => {
  await enter(page, { email: 'parent@otter.test' }, paths.familyBase);
  expect(await examine(page, addressesOf('account'))).toEqual({});
});

test('nothing keeps a staff page out of the back-forward cache', { tag: '@once' }, async ({ page }) => {
  await enter(page, { email: 'admin@otter.test' }, '/management');
  expect(await examine(page, addressesOf('staff'))).toEqual({});
});

test('a page that listens to `unload` would be found', { tag: '@once' }, async ({ page }) => {
  const found = await examine(page, [paths.about], () => addEventListener('unload', () => undefined));
  expect(found[paths.about]).toEqual(['UnloadHandlerExistsInMainFrame']);
});

const rules = (page: Page) => page.locator('script[type="speculationrules"]');

test('a page is fetched while a visitor points at its link', { tag: '@wide' }, async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Preload.enable');
  const { promise: fetched, resolve } = Promise.withResolvers<string>();
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') resolve(prefetchUrl);
  });
  await page.goto(env('SITE_URL'));
  const link = page.getByRole('main').getByRole('link', { name: 'View All Camps' });
  await link.hover();
  expect(new URL(await fetched).pathname).toBe(paths.camps);
  await link.click();
  await page.waitForURL('**/camps');
  const delivery = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return navigation && 'deliveryType' in navigation ? navigation.deliveryType : null;
  });
  expect(delivery).toBe('navigational-prefetch');
});

test('a visitor who saves data fetches nothing ahead', { tag: '@wide' }, async ({ page }) => {
  await page.goto(env('SITE_URL'));
  await expect(rules(page)).toHaveCount(1);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(rules(page)).toHaveCount(0);
});
