/** If any file of a page fails to load, the page says so and never waits for ever (spec 1 §2). */
import { expect, type Locator, type Page } from '@playwright/test';
import { paths } from '#config/paths.ts';
import { expectAccessible } from '../support/axe.ts';
import { closeCamps, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const loadingError = 'Loading error. Please refresh.';
const address = (path: string) => `${env('SITE_URL')}${path}`;
const notFound = (page: Page) => page.locator('.empty:visible');
/** The pages, each with an element that its island shows once everything has loaded. */
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
/** A file that several islands share fails only on the first page, because its error handling is shared too. */
const failed = new Set<string>();
const AT_ONCE = 6;
const chunk = '**/_astro/*.js*';
const nameOf = (url: string) => new URL(url).pathname;

for (const [path, ready] of pages)
  test(`${path}: the page survives a failure of each of its files that no page before it loads`, async ({
    browser,
  }) => {
    // Each file opens a page, and some pages wait for a second attempt.
    test.setTimeout(600_000);
    const draft = await makeSpark(20);
    const open = async (failing: string | null) => {
      const context = await browser.newContext();
      await context.addInitScript(
        (storedCart) => localStorage.setItem('selected_camp_data', storedCart),
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
    const complete = await open(null);
    await expect(ready(complete.page).first()).toBeVisible();
    await complete.page.waitForLoadState('networkidle');
    const fetched = new Set(complete.fetched);
    const files = [...fetched].filter((file) => !failed.has(file));
    await complete.context.close();
    expect(fetched.size).toBeGreaterThan(2);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) failed.add(file);
    const failOne = async (file: string) => {
      const { page, context } = await open(file);
      // The island does not need the files of the page around it.
      await expect(page.getByText(loadingError).or(ready(page)).first(), file).toBeVisible({
        timeout: 30_000,
      });
      await expect(page.locator('.spinner:visible'), file).toHaveCount(0);
      await context.close();
    };
    // Most of the time is spent waiting for a second attempt, so several pages run at once.
    for (let at = 0; at < files.length; at += AT_ONCE)
      await Promise.all(files.slice(at, at + AT_ONCE).map(failOne));
    await closeCamps([draft]);
  });

test('/auth says so if React does not load, and offers a link', async ({ page }) => {
  await page.route(/\/_astro\/(client|Account)\.[^/]*\.js/, (route) => route.abort());
  await page.goto(address('/auth'));
  await expect(page.getByRole('alert')).toContainText(loadingError);
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  await expectAccessible(page);
});

/** Pages with their own script, each with an element that does not work without the script. */
const scripted: [path: string, useless: string][] = [
  [paths.birthdayRsvp, '[data-state="loading"]'],
  ['/birthdays-rsvp', '[data-state="loading"]'],
  ['/dynamic-form', '[data-state="loading"]'],
  [paths.campsBook, '.book-cards'],
  [paths.birthdays, '[data-submit]'],
  [paths.tryOut, '[data-when="loading"]'],
  [paths.tryOutForKids, '[data-when="loading"]'],
  [paths.stopNews, '[data-stop]'],
  [paths.home, '[data-booking]'],
  // The cards of the camps stay, because they inform.
  [paths.camps, '.spinner'],
];
for (const [path, withoutUse] of scripted)
  test(`${path} says so if its own script does not load`, async ({ page }) => {
    await page.goto(address(path));
    const script = await page.locator('script[type="module"][src]').first().getAttribute('src');
    await expect(page.getByText(loadingError).filter({ visible: true })).toHaveCount(0);
    await page.route(`**${script}`, (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(address(path));
    const failed = page.getByRole('alert').filter({ hasText: loadingError });
    await expect(failed).toBeVisible();
    await expect(page.locator(withoutUse).filter({ visible: true })).toHaveCount(0);
    await page.unrouteAll();
    await failed.getByRole('button', { name: 'Refresh Page' }).click();
    await expect(failed).toBeHidden();
  });

test('the booking on the home page says so if its script does not load', async ({ page }) => {
  await page.route(/\/_astro\/(hydrate|BookingFlow)\.[^/]*\.js/, (route) => route.abort());
  await page.goto(`${env('SITE_URL')}/#book-your-otter-experience`);
  await expect(page.locator('[data-booking]')).toContainText(loadingError);
});
