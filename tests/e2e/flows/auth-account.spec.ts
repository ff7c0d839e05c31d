import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { openOtherDevice, authMail, authPage, linkIn, openAccount, password } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

test('a parent changes the password', async ({ page }) => {
  const { email } = await makeParent([]);
  await openAccount(page, email, demoPassword);
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByRole('listitem')).toHaveText(['It needs at least 10 characters.']);
  await form.getByLabel('New password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Your password has been changed.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await openAccount(page, email, password);
});

test('a new address is used once both mailboxes have agreed', async ({ page }) => {
  const { email } = await makeParent([]);
  const next = `moved.${randomUUID().slice(0, 8)}@families.test`;
  await openAccount(page, email, demoPassword);
  const form = page.getByRole('form', { name: 'E-mail' });
  await form.getByLabel('New e-mail').fill(next);
  await form.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(form.getByText(`We sent one link to ${next}`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(linkIn(await authMail(email, /new e-mail/)));
  const confirm = page.getByRole('button', { name: 'Confirm the change' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'One more address to confirm.' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(linkIn(await authMail(next, /new e-mail/)));
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto(authPage('?account=1'));
  await expect(page.getByText(`Current e-mail address: ${next}`)).toBeVisible();
});

test('a parent signs out on the other devices and on all, and another tab follows', async ({
  page,
  context,
  browser,
}) => {
  const { email } = await makeParent([]);
  const other = await openOtherDevice(browser);
  await openAccount(other.page, email, demoPassword);
  await openAccount(page, email, demoPassword);
  const tab = await context.newPage();
  await tab.goto(authPage('?account=1'));
  await expect(tab.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  const otherDevices = page.getByRole('form', { name: 'Other devices' });
  await otherDevices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(otherDevices.getByText('Signed out everywhere else.')).toBeVisible();
  await expectAccessible(page);
  // The other device's token would be valid for an hour, but the service refuses it at once.
  await other.page.getByRole('form', { name: 'Password' }).getByLabel('New password').fill(password);
  await other.page.getByRole('button', { name: 'Change password' }).click();
  await expect(other.page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
  await expect(other.page.getByText('You were signed out. Please sign in again.')).toBeVisible();
  await expectAccessible(other.page);
  await other.context.close();

  await otherDevices.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
  await expect(tab.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
});
