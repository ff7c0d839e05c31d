import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { hasSeenPopups, person, scrollTo, shift } from '../support/visitor.ts';

/** Each popup with its own clock running: names, contrast and roles in both themes, and the way out by keyboard. */
test.use({ userAgent: person });

async function expectLeavable(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  // The keyboard stays inside, and Escape leads out.
  await page.keyboard.press('Tab');
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('chooser and its community panel', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await page.evaluate(() => dispatchEvent(new Event('openWelcomeModal')));
  const chooser = page.getByRole('dialog', { name: 'Hello! Which way?' });
  await expect(chooser.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await chooser.getByRole('button', { name: /I’m a member - help!/ }).click();
  await expectLeavable(page, 'Members help members.');
});

test('exit intent', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/about`);
  await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave')));
  await expectLeavable(page, 'Special Offer: Try-Out Session');
});

test('birthday mascot', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/birthdays`);
  await expectLeavable(page, 'Somebody’s turning something!');
});

test('what opens by itself on the home page', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  await expectLeavable(page, /^(Hello! Which way\?|Ready to roll\?)$/);
});

test('chat launcher with its teaser', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await scrollTo(page, 0.6);
  await expect(page.getByRole('button', { name: 'Open help' })).toBeVisible();
  // Shown from the start here: looking at both themes may take longer than its five seconds.
  const teaser = page.locator('[data-teaser]');
  const moved = await shift(page);
  await teaser.evaluate((element) => element.removeAttribute('hidden'));
  await expect(page.getByText('Lost on the trail?')).toBeVisible();
  expect(await shift(page)).toBe(moved);
  await expectAccessible(page);
  const still = await shift(page);
  await teaser.evaluate((element) => element.remove());
  await expect(teaser).toHaveCount(0);
  expect(await shift(page)).toBe(still);
});

test('social proof', async ({ page }) => {
  await hasSeenPopups(page);
  await page.route('**/rpc/get_recent_bookings', (route) =>
    route.fulfill({ json: [{ title: 'Flexi', class_type: 'Red', location: 'Somerset', minutes_ago: 8 }] }),
  );
  await page.goto(env('SITE_URL'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByText('A family booked Flexi')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).hover();
  await expectAccessible(page);
});
