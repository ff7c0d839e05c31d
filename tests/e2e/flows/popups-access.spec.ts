import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { markPopupsSeen, personUserAgent, scrollTo, shift } from '../support/visitor.ts';

/** Checks each popup's names, contrast and roles in both themes, and that the keyboard closes it. */
test.use({ userAgent: personUserAgent });

async function expectLeavable(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  // The focus stays inside, and Escape closes the dialog.
  await page.keyboard.press('Tab');
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('the chooser and its community panel are accessible', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await page.evaluate(() => dispatchEvent(new Event('openWelcomeModal')));
  const chooser = page.getByRole('dialog', { name: 'Hello! Which way?' });
  await expect(chooser.getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await chooser.getByRole('button', { name: /I’m a member - help!/ }).click();
  await expectLeavable(page, 'Members help members.');
});

test('the exit offer is accessible', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/about`);
  await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave')));
  await expectLeavable(page, 'Special Offer: Try-Out Session');
});

test('the birthday mascot is accessible', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/birthdays`);
  await expectLeavable(page, 'Somebody’s turning something!');
});

test('the dialogs that open by themselves on the home page are accessible', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  await expectLeavable(page, /^(Hello! Which way\?|Ready to roll\?)$/);
});

test('the chat launcher with its teaser is accessible', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await scrollTo(page, 0.6);
  await expect(page.getByRole('button', { name: 'Open help' })).toBeVisible();
  // The teaser is shown from the start, because checking both themes may take longer than its five seconds.
  const teaser = page.locator('[data-teaser]');
  const shiftBefore = await shift(page);
  await teaser.evaluate((element) => element.removeAttribute('hidden'));
  await expect(page.getByText('Lost on the trail?')).toBeVisible();
  expect(await shift(page)).toBe(shiftBefore);
  await expectAccessible(page);
  const shiftAfterwards = await shift(page);
  await teaser.evaluate((element) => element.remove());
  await expect(teaser).toHaveCount(0);
  expect(await shift(page)).toBe(shiftAfterwards);
});

test('the social proof is accessible', async ({ page }) => {
  await markPopupsSeen(page);
  await page.route('**/rpc/get_recent_bookings', (route) =>
    route.fulfill({ json: [{ title: 'Flexi', class_type: 'Red', location: 'Somerset', minutes_ago: 8 }] }),
  );
  await page.goto(env('SITE_URL'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByText('A family booked Flexi')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).hover();
  await expectAccessible(page);
});
