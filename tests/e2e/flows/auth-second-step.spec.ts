import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoPassword } from '#local/demo/logins.ts';
import { authPage, enter, openAccount } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

/** Returns the codes of an authenticator app. Each works once, so the next code is taken 30 seconds ahead. */
function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let ahead = 0;
  return () => totp.generate({ timestamp: Date.now() + ahead++ * 30_000 });
}

const step = (page: Page) => page.getByRole('form', { name: 'Two-step sign-in' });

test('a member sets up a second factor, needs it at the next sign-in, and removes it again', async ({
  page,
  context,
}) => {
  const { email } = await makeParent([]);
  await openAccount(page, email, demoPassword);
  await step(page).getByRole('button', { name: 'Set up an app' }).click();
  const picture = step(page).getByRole('img', { name: 'Code to scan with an authenticator app' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const key = await step(page).locator('code').innerText();
  const next = appOf(key);
  // A phone cannot scan its own screen, so there is a link.
  const link = await step(page).getByRole('link', { name: 'Open in your app' }).getAttribute('href');
  expect(link).toMatch(/^otpauth:\/\/totp\//);
  expect(new URL(link ?? '').searchParams.get('secret')).toBe(key.replaceAll(' ', ''));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await step(page).getByRole('button', { name: 'Copy the key' }).click();
  await expect(step(page).getByRole('button', { name: 'Key copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.replaceAll(' ', ''));
  await expectAccessible(page);
  await step(page).getByLabel('Code from the app').fill('000000');
  await step(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(step(page).getByText('That code is not right.')).toBeVisible();
  await step(page).getByLabel('Code from the app').fill(next());
  await step(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(step(page).getByText('Two-step sign-in is on.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(authPage('?from=%2Fabout'));
  await enter(page, email, demoPassword);
  await expect(page.getByRole('heading', { name: 'One more step.' })).toBeVisible();
  await expectAccessible(page);
  // The password alone opens no page.
  await page.goto(authPage('?from=%2Fabout'));
  await expect(page.getByRole('heading', { name: 'One more step.' })).toBeVisible();
  await page.getByText('No access to the app?').click();
  await expect(page.getByRole('link', { name: 'Write to us' })).toBeVisible();
  await page.getByLabel('Code from the app').fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The code has 6 digits.')).toBeVisible();
  await page.getByLabel('Code from the app').fill(next());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${env('SITE_URL')}/about`);

  await page.goto(authPage('?account=1'));
  await step(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await step(page).getByRole('button', { name: 'Yes, remove device' }).click();
  await expect(step(page).getByRole('button', { name: 'Set up an app' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await enter(page, email, demoPassword);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});
