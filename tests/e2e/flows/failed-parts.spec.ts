/** Whatever a page fetches may not come: the page says so, and never waits for ever (spec 1 §2). */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { closeCamps, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const said = 'Loading error. Please refresh.';
const address = (path: string) => `${env('SITE_URL')}${path}`;
const notFound = (page: Page) => page.locator('.empty:visible');
/** Each with what its island shows once all of it is there. */
const pages: [path: string, ready: (page: Page) => Locator][] = [
  ['/auth', (page) => page.getByRole('button', { name: 'Sign in' })],
  ['/try-out-checkout', (page) => page.getByRole('heading', { name: 'Which session?' })],
  ['/checkout?type=camp', (page) => page.getByRole('group', { name: 'Child 1' })],
  [
    '/checkout?experience=overnight-camping-thu',
    (page) => page.getByRole('heading', { name: 'Which week?' }),
  ],
  ['/waitlist?entry=10000000-0000-4000-8000-000000000001', notFound],
  [`/manage-booking?access=${'0'.repeat(32)}`, notFound],
];
/** What several islands share fails on the first of them: what answers for it is shared as well. */
const failed = new Set<string>();
const AT_ONCE = 6;
const chunk = '**/_astro/*.js*';
const nameOf = (url: string) => new URL(url).pathname;

for (const [path, ready] of pages)
  test(`${path}: each of its files that no page before had fails once`, async ({ browser }) => {
    // A page for each of its files, some of them waiting for a second try.
    test.setTimeout(600_000);
    const draft = await makeSpark(20);
    const open = async (failing: string | null) => {
      const context = await browser.newContext();
      await context.addInitScript(
        (kept) => localStorage.setItem('selected_camp_data', kept),
        JSON.stringify(draft),
      );
      const page = await context.newPage();
      const fetched: string[] = [];
      await page.route(chunk, (route) => {
        const name = nameOf(route.request().url());
        fetched.push(name);
        return name === failing ? route.abort() : route.continue();
      });
      await page.goto(address(path));
      return { page, context, fetched };
    };
    const whole = await open(null);
    await expect(ready(whole.page).first()).toBeVisible();
    await whole.page.waitForLoadState('networkidle');
    const fetched = new Set(whole.fetched);
    const files = [...fetched].filter((file) => !failed.has(file));
    await whole.context.close();
    expect(fetched.size).toBeGreaterThan(2);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) failed.add(file);
    const failOne = async (file: string) => {
      const { page, context } = await open(file);
      // Of the shell's own files the island needs none.
      await expect(page.getByText(said).or(ready(page)).first(), file).toBeVisible({ timeout: 30_000 });
      await expect(page.locator('.spinner:visible'), file).toHaveCount(0);
      await context.close();
    };
    // Most of the time is waiting for a second try: some wait beside each other.
    for (let at = 0; at < files.length; at += AT_ONCE)
      await Promise.all(files.slice(at, at + AT_ONCE).map(failOne));
    await closeCamps([draft]);
  });

test('without React /auth says it, and a way on', async ({ page }) => {
  await page.route(/\/_astro\/(client|Account)\.[^/]*\.js/, (route) => route.abort());
  await page.goto(address('/auth'));
  await expect(page.getByRole('alert')).toContainText(said);
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  await expectAccessible(page);
});

test('the booking on the home page says it too', async ({ page }) => {
  await page.route(/\/_astro\/(alive|BookingFlow)\.[^/]*\.js/, (route) => route.abort());
  await page.goto(`${env('SITE_URL')}/#book-your-otter-experience`);
  await expect(page.locator('[data-booking]')).toContainText(said);
});
