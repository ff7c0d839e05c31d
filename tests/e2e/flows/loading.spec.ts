/**
 * Screens behind a sign-in say "Loading..." while session and roles load, and show nothing for staff until then (spec
 * 1 §2).
 */
import { expect, type Page } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { paths } from '#config/paths.ts';
import { env } from '../support/env.ts';
import { signInThrough } from '../support/family.ts';
import { test } from '../support/test.ts';

const emailOf = (role: string) => demoLogins.find((one) => one.role === role)?.email ?? '';

/** Delays the answers of the API until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<null>();
  await page.route(`${env('SUPABASE_URL')}/rest/**`, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve(null);
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Finds the visible links to staff screens. */
const staffScreens = (page: Page) => page.getByRole('navigation', { name: 'Management' }).getByRole('link');

for (const path of [paths.management, paths.roster, paths.familyBase, paths.familyBook, paths.familyPasses])
  test(`${path} shows a centred spinner with "Loading..." while it loads`, async ({ page }) => {
    const isStaff = path.startsWith(paths.management);
    const email = emailOf(isStaff ? 'admin' : 'customer');
    await signInThrough(page, { email });
    const releaseAnswers = await holdAnswers(page);
    await page.goto(env('SITE_URL') + path);
    const loading = page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ });
    await expect(loading).toBeVisible();
    await expect(loading.locator('.spinner')).toBeVisible();
    // The island replaces the spinner that the page was built with, so both are checked with retries.
    await expect(loading).toHaveCSS('justify-content', 'center');
    await expect.poll(async () => (await loading.boundingBox())?.width).toBeGreaterThan(100);
    if (isStaff) await expect(staffScreens(page)).toHaveCount(0);
    await releaseAnswers();
    await expect(loading).toBeHidden();
    if (isStaff) await expect(staffScreens(page).first()).toBeVisible();
  });

test(
  'a parent at an address for staff never sees the navigation of staff',
  { tag: '@wide' },
  async ({ page }) => {
    await signInThrough(page, { email: emailOf('customer') });
    const releaseAnswers = await holdAnswers(page);
    await page.goto(env('SITE_URL') + paths.sales);
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expect(staffScreens(page)).toHaveCount(0);
    await releaseAnswers();
    await page.waitForURL(`**${paths.familyBase}`);
  },
);
