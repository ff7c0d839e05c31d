/** Staff create, change, use and end promotion codes, and nobody else can open them. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { rpc } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test(
  'an admin creates a code, changes it, sees who used it, and ends it',
  { tag: '@wide' },
  async ({ page }) => {
    await enter(page, { email: 'admin@otter.test' }, '/management/promotions');
    await page.getByRole('button', { name: 'New code' }).click();
    const dialog = page.getByRole('dialog', { name: 'New promotion code' });
    await dialog.getByRole('button', { name: 'Create code' }).click();
    await expect(dialog.getByRole('link', { name: /^Code: / })).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill('kayak-20');
    await dialog.getByLabel('Campaign').fill('Kayak week');
    await dialog.getByLabel('Percentage or dollars').fill('20');
    await dialog.getByLabel('Orders in total').fill('3');
    await dialog.getByRole('group', { name: 'Only these products' }).getByLabel('Try-Out').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create code' }).click();

    const sheet = page.getByRole('dialog', { name: 'KAYAK-20' });
    await expect(sheet.getByText('No order has used this code yet.')).toBeVisible();
    await expect(sheet.getByText(/Only Try-Out · 3 orders in all/)).toBeVisible();
    const session_id = await makeSession();
    await rpc('hold_order', {
      p_order: {
        lines: [{ offer_id: 'pass-tryout', session_id, child: 0 }],
        children: [{}],
        code: 'kayak-20',
      },
    });
    await sheet.getByRole('button', { name: 'Change code' }).click();
    await sheet.getByLabel('Percentage or dollars').fill('10');
    await sheet.getByRole('button', { name: 'Save code' }).click();
    await expect(sheet.getByText('Code saved.')).toBeVisible();
    await expect(sheet.getByText('Changed: percentage 20 → 10')).toBeVisible();
    await expect(sheet.getByText('Not paid yet')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'End code' }).click();
    await sheet.getByRole('button', { name: 'End code' }).click();
    await expect(sheet.getByText('Code ended.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row').filter({ hasText: 'KAYAK-20' })).toContainText('Ended');
  },
);

test('a marketer creates codes, and is offered no other screen', { tag: '@once' }, async ({ page }) => {
  await enter(page, { email: 'marketing@otter.test' }, '/management/promotions');
  await expect(page.getByRole('button', { name: 'New code' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link')).toHaveText(['Codes']);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog', { name: 'New promotion code' });
  await dialog.getByLabel('Code', { exact: true }).fill('june-90');
  await dialog.getByLabel('Percentage or dollars').fill('90');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(dialog.getByText('Please ask an admin to create it.')).toBeVisible();
  await dialog.getByLabel('Percentage or dollars').fill('10');
  await dialog.getByRole('button', { name: 'Create code' }).click();
  await expect(page.getByRole('dialog', { name: 'JUNE-90' })).toBeVisible();
  for (const path of ['/management', '/management/orders', '/management/roster', '/sales']) {
    await page.goto(env('SITE_URL') + path);
    await expect(page).not.toHaveURL(new RegExp(`${path}$`));
  }
});

test('a coach and a parent cannot open the promotion codes', { tag: '@once' }, async ({ page }) => {
  for (const email of ['coach@otter.test', 'parent@otter.test']) {
    await enter(page, { email }, '/management/promotions');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  }
});
