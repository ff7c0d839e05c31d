/** Families see passes, their renewal, and receipts of all years (spec 1 §3, spec 2 §8). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { eventually, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, givePass } from '../support/family.ts';
import { makeParent, completeDetails } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { addDays } from '#domain/dates.ts';

test(
  'a parent buys a pass in a new tab, sees when it renews, and prints its receipt',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const parent = await makeParent(['Kai']);
    await completeDetails(parent);
    await enter(page, parent, '/family-base/passes');
    await expect(page.getByText('No passes yet.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Get Flexi' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Get Flexi' });
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Continue to checkout' }).click();
    const tab = await popup;
    await expect(page.getByText('Checkout opened in new tab')).toBeVisible();
    await tab.getByRole('button', { name: /^Pay S\$/ }).click();
    await tab.waitForURL('**/payment-success?**');
    await expect(tab.getByText('Pass activated successfully!')).toBeVisible();
    // A signed-in parent needs no link from an e-mail to book the sessions.
    await expect(tab.getByRole('main').getByRole('link', { name: 'in Family Base' })).toHaveAttribute(
      'href',
      '/family-base/book',
    );
    await tab.close();
    await eventually(
      'the pass',
      () => sql()`select 1 from passes where family_id = ${parent.familyId}`,
      (rows) => rows.length > 0,
    );

    await page.reload();
    const pass = page.getByRole('region', { name: 'Your passes' }).getByRole('listitem');
    await expect(pass).toContainText(/Renews on .* for S\$\d+/);
    const receipts = page.getByRole('region', { name: 'Receipts' });
    await receipts.getByRole('button', { name: /^Receipt/ }).click();
    await expect(receipts.getByRole('heading', { name: /^Receipt / })).toBeFocused();
    await expect(receipts.getByRole('button', { name: 'Print, or save as PDF' })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(receipts.getByRole('heading', { name: /^Receipt / })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Passes and receipts' })).toBeHidden();
    await page.emulateMedia({ media: null });

    // The family opens its order without a link from an e-mail; others cannot.
    await pass.getByRole('link', { name: /Details, cancel, refund/ }).click();
    await expect(page).toHaveURL(/\/manage-booking\?order=/);
    await expect(page.getByText('Flexi').first()).toBeVisible();
    const address = page.url();
    const other = await makeParent(['Nora']);
    await enter(page, other, address.replace(env('SITE_URL'), ''));
    await expect(page.getByText('Flexi')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test(
  'an ended pass is listed separately, with a link to buy a new one',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await givePass(parent, 'Kai', { days: -3 });
    await enter(page, parent, '/family-base/passes');
    const pass = page.getByRole('region', { name: 'Your passes' }).getByRole('listitem');
    await expect(pass).toContainText(/Ended on /);
    await expect(pass.getByRole('link', { name: /^Get this pass again/ })).toBeVisible();
    await expectAccessible(page);

    // A valid pass can be paused by its terms. The parent sees what changes before the tap, and can undo it.
    await givePass(parent, 'Kai');
    await page.reload();
    const valid = page.getByRole('listitem').filter({ hasText: 'It does not renew.' });
    await valid.getByRole('button', { name: /^Pause/ }).click();
    const first = await valid.getByLabel('First day').getAttribute('min');
    const day = addDays(first ?? '', 5);
    await valid.getByLabel('First day').fill(day);
    await valid.getByLabel('Last day').fill(addDays(day, 9));
    await valid.getByRole('button', { name: 'See what changes' }).click();
    await expect(valid).toContainText('That is 10 days. The pass then ends on');
    await expectAccessible(page);
    await valid.getByRole('button', { name: 'Pause the pass' }).click();
    await expect(valid).toContainText('The pass is paused.');
    await valid.getByRole('button', { name: /^Cancel the pause/ }).click();
    await expect(valid).toContainText('You can book with this pass again.');
  },
);

test(
  'a parent is told that receipts could not be loaded, and can load them again',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await page.route(/\/rpc\/get_family_orders$/, (route) => route.abort());
    await enter(page, parent, '/family-base/passes');
    await expect(page.getByText('The receipts did not load.')).toBeVisible();
    await page.unroute(/\/rpc\/get_family_orders$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('No receipts yet.')).toBeVisible();
  },
);
