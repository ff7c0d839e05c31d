/** Staff sell a gift voucher, and a parent adds it to the family's balance. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test('an admin sells a gift voucher, and a parent redeems its code', { tag: '@wide' }, async ({ page }) => {
  await enter(page, { email: 'admin@otter.test' }, '/management/vouchers');
  await page.getByRole('button', { name: 'New voucher' }).click();
  const form = page.getByRole('dialog', { name: 'New gift voucher' });
  await form.getByLabel('Amount (S$)').fill('50');
  await form.getByLabel('Buyer’s name').fill('Grandma Lim');
  await form.getByLabel('Buyer’s e-mail address').fill('grandma@example.test');
  await form.getByLabel('Cash').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create voucher' }).click();
  const code = page.getByText(/^Code ([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  await expect(code).toBeVisible();
  const voucherCode = ((await code.textContent()) ?? '').replace('Code ', '');
  await page.getByRole('button', { name: 'Open the voucher' }).click();
  await expect(page.getByRole('dialog', { name: /S\$50/ })).toContainText('Grandma Lim');

  await enter(page, { email: 'parent@otter.test' }, '/family-base/passes');
  await page.getByLabel('Gift voucher').fill(voucherCode.toLowerCase());
  await page.getByRole('button', { name: 'Add to my balance' }).click();
  await expect(page.getByText(/We added S\$50 to your balance/)).toBeVisible();
  await expectAccessible(page);
});
