import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { openOtherDevice, authMail, authPage, codeIn, enter, linkIn, password } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

test('a sign-in link opened in another tab signs both tabs in', async ({ page, context }) => {
  const { email, name } = await makeParent([]);
  await page.goto(authPage('?show=link&from=%2Fabout'));
  await expect(page.getByRole('heading', { name: 'Sign in by e-mail.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail.' })).toBeVisible();
  const secondTab = await context.newPage();
  await secondTab.goto(linkIn(await authMail(email, /sign-in link/)));
  await secondTab.getByRole('button', { name: 'Sign me in' }).click();
  await expect(secondTab).toHaveURL(`${env('SITE_URL')}/about`);
  await expect(page).toHaveURL(`${env('SITE_URL')}/about`);
  await page.goto(authPage('?account=1'));
  await expect(page.getByRole('heading', { name: `Hello, ${name}` })).toBeVisible();
});

test('a sign-in link creates an account for a new address', async ({ page }) => {
  const email = `link.${randomUUID().slice(0, 8)}@families.test`;
  await page.goto(authPage('?show=link'));
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.goto(linkIn(await authMail(email, /./)));
  await page
    .getByRole('button')
    .filter({ hasText: /Confirm my address|Sign me in/ })
    .click();
  await page.getByRole('button', { name: 'Not now, I’ll sign in by e-mail' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto(authPage('?account=1'));
  // The address is not shown as a heading, because a long address would break within a word.
  await expect(page.getByRole('heading', { name: 'Hello', exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test('a parent replaces a forgotten password on the device that reads the mail, and the old one no longer works', async ({
  page,
  browser,
}) => {
  const { email } = await makeParent([]);
  await page.goto(authPage());
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If this address has an account')).toBeVisible();
  const device = await openOtherDevice(browser);
  await device.page.goto(linkIn(await authMail(email, /new password/)));
  await device.page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(device.page.getByRole('heading', { name: 'Choose a password.' })).toBeVisible();
  await expectAccessible(device.page);
  await device.page.getByLabel('New password').fill(demoPassword);
  await device.page.getByRole('button', { name: 'Save the password' }).click();
  await expect(device.page.getByText('That is already your password.')).toBeVisible();
  await device.page.getByLabel('New password').fill(password);
  await device.page.getByRole('button', { name: 'Save the password' }).click();
  await expect(device.page).not.toHaveURL(/\/auth/);
  await device.context.close();

  await page.goto(authPage('?account=1'));
  await enter(page, email, demoPassword);
  await expect(page.getByRole('alert')).toContainText('Invalid credentials.');
  await enter(page, email, password);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});

test('@once the code of a forgotten password leads to a new one, as its link does', async ({ page }) => {
  const { email } = await makeParent([]);
  await page.goto(authPage('?show=forgotten&from=%2Fabout'));
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const code = codeIn(await authMail(email, /new password/));
  await page.getByLabel('Code from the e-mail').fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(`${env('SITE_URL')}/about`);
});

test('@once an address without an account sees what every address sees', async ({ page }) => {
  await page.goto(authPage('?show=forgotten'));
  await page.getByLabel('E-mail').fill('nobody.here@families.test');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If this address has an account')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
