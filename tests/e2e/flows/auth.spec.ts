import { expect, test } from '@playwright/test';
import { demoLogins } from '../../../local/demo/logins.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';

const names = {
  customer: 'Parent',
  coach: 'Coach',
  admin: 'Admin',
  business_admin: 'Business admin',
} as const;

for (const login of demoLogins)
  test(`the demo ${login.role} signs in, has the role, and signs out`, async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/auth`);
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(login.email);
    await page.getByLabel('Password').fill('not-the-password1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid credentials. Please check your email and password.',
    );
    await expect(page.getByLabel('E-mail')).toHaveValue(login.email);

    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: `Hello, ${login.name}` })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Roles' })).toContainText(names[login.role]);
    await expect(page.getByRole('link', { name: 'Open Studio' })).toHaveCount(
      login.role === 'customer' ? 0 : 1,
    );
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('heading', { name: `Hello, ${login.name}` })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
