/** Staff search, change and reset settings, and the bar says that sales are stopped. Nobody else can open the page. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test(
  'an admin finds a setting, sees its bounds, changes it and resets it',
  { tag: '@wide' },
  async ({ page }) => {
    // The real switch would stop the other tests from buying.
    let mode = 'stopped';
    await page.route('**/rpc/get_sales_notice', (route) =>
      route.fulfill({ json: { mode, sentence: 'We sell again on Monday.' } }),
    );
    await enter(page, { email: 'admin@otter.test' }, '/management/settings');
    const bar = page.getByText(/^Sales are stopped on the site. Parents read: We sell again on Monday/);
    await expect(bar.getByRole('link')).toHaveAttribute('href', '/management/settings?setting=sales_stopped');
    await expect(page.getByRole('heading', { name: 'How long we store data' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('weekends ahead');
    await page.getByRole('option', { name: /Weekends ahead/ }).click();

    const sheet = page.getByRole('dialog', { name: 'Weekends ahead' });
    const field = sheet.getByRole('textbox', { name: 'Weekends ahead' });
    await expect(field).toHaveValue('5');
    await field.fill('27');
    await sheet.getByRole('button', { name: 'Save setting' }).click();
    await expect(sheet.getByText('Please enter a number between 1 and 26.')).toBeVisible();
    await field.fill('6');
    mode = 'open';
    await sheet.getByRole('button', { name: 'Save setting' }).click();
    await expect(sheet.getByText('Setting saved.')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(sheet.getByText('5 weekends → 6 weekends')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Change back to 5' }).click();
    await expect(sheet.getByText('6 weekends → 5 weekends')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('second factor');
    await page.getByRole('link', { name: 'Two-step sign-in required' }).click();
    await expect(page.getByText('Only a business admin can change this.')).toBeVisible();
  },
);

test('a coach and a parent cannot open the settings', { tag: '@once' }, async ({ page }) => {
  for (const email of ['coach@otter.test', 'parent@otter.test']) {
    await enter(page, { email }, '/management/settings');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  }
});
