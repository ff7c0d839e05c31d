import { expect, test } from '@playwright/test';
import { enter } from '../support/family.ts';
import { expectAccessible } from '../support/axe.ts';
test('shots', async ({ page }, { project }) => {
  test.setTimeout(180_000);
  const shot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `/tmp/people-shots/${name}-${project.name}-${scheme}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await enter(page, { email: 'business@otter.test' }, '/management/families');
  await expect(page.getByRole('heading', { name: 'Families' })).toBeVisible();
  await expect(page.locator('.staff-table tbody a').first()).toBeVisible();
  await shot('families');
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('mei tan');
  await expect(page.locator('.staff-table tbody a')).toHaveCount(1);
  await page.locator('.staff-table tbody a').first().click();
  await expect(page.getByRole('heading', { name: 'Children' })).toBeVisible();
  await page.getByRole('button', { name: /^Health and pick-up of/ }).first().click();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  await shot('family');
  await expectAccessible(page);
  await page.goto(page.url().split('/management')[0] + '/management/system');
  await expect(page.getByRole('heading', { name: 'System', exact: true })).toBeVisible();
  await shot('system');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Accounts and roles' }).click();
  await expect(page.getByRole('heading', { name: 'Who works here' })).toBeVisible();
  await shot('accounts');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
  await page.waitForTimeout(1500);
  await shot('log');
  await expectAccessible(page);
});
