/** Staff read, preview and publish consent texts. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test('an admin plans a new text, and sees its effect before saving', { tag: '@wide' }, async ({ page }) => {
  await enter(page, { email: 'admin@otter.test' }, '/management/consents');
  await expectAccessible(page);
  // This text starts after the tests and asks nobody again, so other tests are not affected.
  await page.getByRole('link', { name: 'Medical treatment' }).click();
  const sheet = page.getByRole('dialog', { name: 'Medical treatment' });
  await sheet.getByRole('button', { name: 'Publish a new text' }).click();
  await expect(sheet.getByText(/asked again at their next booking/)).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'Ask families again' }).uncheck();
  await sheet.getByRole('textbox', { name: 'Text' }).fill('Coaches may call a doctor.');
  await expect(sheet.locator('.consents-words').first()).toHaveText('Coaches may call a doctor.');
  await sheet.getByLabel('First day').fill('2020-01-01');
  await expect(sheet.getByText(/^From .* 2020, new consents .* nobody will be asked again/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Publish text' }).click();
  await expect(sheet.getByText(/Please choose a day within the next year/)).toBeVisible();
  const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await sheet.getByLabel('First day').fill(inThirtyDays);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Publish text' }).click();
  await expect(sheet.getByText('Version 2 is published.')).toBeVisible();
  await expect(sheet.getByText('Planned', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Version 2 begins/)).toBeVisible();
});
