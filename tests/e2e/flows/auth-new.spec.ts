import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { openOtherDevice, authMail, authPage, codeIn, enter, linkIn, password } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const newAddress = () => `new.${randomUUID().slice(0, 8)}@families.test`;

test('a new member opens the mail’s link on another device, and then chooses a password', async ({
  page,
  browser,
}) => {
  const email = newAddress();
  await page.goto(authPage('?show=sign-up'));
  await page.getByLabel('E-mail').fill(email);
  // The page asks for a password only after the address is verified, because anybody may have typed it.
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail.' })).toBeVisible();
  // A screen reader reads what this step is from the field, which has the focus.
  const code = page.getByLabel('Code from the e-mail');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(
    /^Check your e-mail\. We sent a link to confirm your address to/,
  );
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Send the e-mail again in \d+ s$/ })).toBeVisible();

  const link = linkIn(await authMail(email, /^Confirm/));
  // A mail program that checks the link does not use it up.
  for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
  const device = await openOtherDevice(browser);
  await device.page.goto(link);
  await expect(device.page).toHaveURL(/\/auth\?type=signup/);
  await expect(device.page.getByText(`This link is for ${email}.`)).toBeVisible();
  expect(device.page.url()).not.toContain('token_hash');
  await expectAccessible(device.page);
  await device.page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(device.page.getByRole('heading', { name: 'Choose a password.' })).toBeFocused();
  await expectAccessible(device.page);
  await device.page.getByLabel('New password').fill('short');
  await device.page.getByRole('button', { name: 'Save the password' }).click();
  const alert = device.page.getByRole('alert');
  await expect(alert).toContainText('This password is too easy to guess.');
  await expect(alert.getByRole('listitem')).toHaveText(['It needs at least 10 characters.']);
  await device.page.getByLabel('New password').fill(password);
  await device.page.getByRole('button', { name: 'Save the password' }).click();
  // The parent arrives on the home page (spec 1 §2).
  await expect(device.page).toHaveURL(`${env('SITE_URL')}/`);
  await device.page.goto(link);
  await device.page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(device.page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await expectAccessible(device.page);
  await device.context.close();

  // The name may be empty. The address is shown instead.
  await page.goto(authPage('?account=1'));
  await enter(page, email, password);
  await expect(page.getByRole('heading', { name: 'Hello', exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(email);
});

test('a new parent enters the code of the mail and returns to the page they came from', async ({ page }) => {
  const email = newAddress();
  await page.goto(`${authPage('?show=sign-up&from=%2Fabout')}#email=${encodeURIComponent(email)}`);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page).toHaveURL(authPage('?show=sign-up&from=%2Fabout'));
  await page.getByLabel('Your name').fill('‏מיה 🦦 <b>Tan</b>');
  await page.getByRole('button', { name: 'Create my account' }).click();
  const mail = await authMail(email, /^Confirm/);
  await page.getByLabel('Code from the e-mail').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('That code is wrong or has expired. Please check it, or ask for a new one.'),
  ).toBeVisible();
  await page.getByLabel('Code from the e-mail').fill(codeIn(mail));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Not now, I’ll sign in by e-mail' }).click();
  await expect(page).toHaveURL(`${env('SITE_URL')}/about`);
  await page.goto(authPage('?account=1'));
  await expect(page.getByRole('heading', { name: 'Hello, ‏מיה 🦦 <b>Tan</b>' })).toBeVisible();
});

const signInForms = [
  ['', 'Sign in', /^Invalid credentials/],
  ['?show=sign-up', 'Create my account', 'Check your e-mail.'],
  ['?show=link', 'Send me the link', 'Check your e-mail.'],
  ['?show=forgotten', 'Send the link', 'Check your e-mail.'],
] as const;
for (const [query, action, said] of signInForms)
  test(`@once a known address sees the same as a new one at “${action}”`, async ({ page }) => {
    const [existing] = demoLogins;
    if (!existing) throw new Error('no demo parent');
    const screens: string[] = [];
    for (const email of [existing.email, newAddress()]) {
      await page.goto(authPage(query));
      await page.getByLabel('E-mail').fill(email);
      const secret = page.getByLabel('Password');
      if (await secret.isVisible()) await secret.fill(password);
      await page.getByRole('button', { name: action }).click();
      await expect(page.getByText(said)).toBeVisible();
      const text = await page.locator('#main').innerText();
      screens.push(text.replace(email, '…').replace(/\d+ s/, '… s'));
    }
    expect(screens[0]).toBe(screens[1]);
  });

test('@once a sign-up with a known address is answered truthfully only by mail', async ({ page }) => {
  const { email } = await makeParent([]);
  await page.goto(authPage('?show=sign-up'));
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await authMail(email, /^You have an account/);
});
