import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';

for (const [path, title] of [
  ['terms-and-conditions', 'Terms and conditions'],
  ['privacy-policy', 'Privacy policy'],
  ['terms-of-service', 'Terms of service'],
] as const)
  test(`/${path} can be read, with its date and a way to each section`, async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(/Valid from \w{3} \d+ \w{3} \d{4}/)).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link').last().click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport();
    await expectAccessible(page);
  });

test('the footer leads to the terms', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
});
