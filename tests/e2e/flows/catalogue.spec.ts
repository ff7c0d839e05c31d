/** Covers rows of spec 2 §8 and states of §4 that no other test covers. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { packageNames } from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const open = (page: Page, path: string) => page.goto(env('SITE_URL') + path);
const cardOf = (page: Page, tier: keyof typeof packageNames) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: packageNames[tier] }) });

test('a refused reservation says why', async ({ page }) => {
  await page.route('**/rpc/reserve_spot', (route) => route.fulfill({ status: 429, json: {} }));
  await open(page, '/passes');
  await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reserve Your Spot' });
  await dialog.getByPlaceholder('Your full name').fill('Mei Tan');
  await dialog.getByLabel('E-mail').fill('mei@families.test');
  await dialog.getByPlaceholder('+65 9123 4567').fill('9123 4567');
  await dialog.getByRole('button', { name: 'Reserve my spot' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to reserve spot: Please try again in a moment.');
  await expectAccessible(page);
});

test('packages whose camps have all gone off sale since the build say so', async ({ page }) => {
  await page.route('**/rpc/get_camp_prices', (route) => route.fulfill({ json: [] }));
  await open(page, '/camps#packages');
  for (const tier of ['spark', 'ignite', 'epic'] as const) {
    const card = cardOf(page, tier);
    await card.scrollIntoViewIfNeeded();
    const emptyText = 'No upcoming camps available at this time';
    await expect(card.getByRole('paragraph').filter({ hasText: emptyText })).toBeVisible();
    await expect(card.locator('[data-book]')).toHaveAttribute('aria-disabled', 'true');
  }
  await expectAccessible(page);
});

test('a package starts at Orchard Central, EPIC has no other base, and no date is chosen', async ({
  page,
}) => {
  await open(page, '/camps#packages');
  for (const tier of ['spark', 'ignite'] as const)
    await expect(cardOf(page, tier).getByRole('radio', { name: 'Orchard Central' })).toBeChecked();
  const epic = cardOf(page, 'epic');
  await expect(epic).toContainText('Orchard Central');
  await expect(epic.getByRole('radio', { name: /Orchard|East Coast|Bishan/ })).toHaveCount(0);
  await expect(page.locator('input[name="camp"]:checked')).toHaveCount(0);
});

test('the first early bird of EPIC is sold out, and the second is limited and on sale', async ({ page }) => {
  await open(page, '/camps/epic');
  const rungs = page.locator('.epic-rungs li');
  await expect(rungs.nth(0)).toContainText(/S\$890.*SOLD OUT/s);
  await expect(rungs.nth(1)).toContainText(/S\$990.*(LIMITED|[1-5] LEFT)/s);
  await expect(page.getByRole('link', { name: 'Early Bird S$990 - Save S$300!' })).toBeVisible();
});
