/** In the try-out's checkout the parent chooses a session (spec 2 §2). Every known type of checkout has its page. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const address = (path: string) => `${env('SITE_URL')}${path}`;

for (const path of ['/try-out-checkout', '/checkout/try-out'])
  test(
    `${path} without a cart asks for a session and then shows the form`,
    { tag: ['@wide', '@look'] },
    async ({ page }) => {
      await page.goto(address(path));
      await expect(page.getByRole('heading', { name: 'Which session?' })).toBeVisible();
      await expect(page.getByText('S$38 for the Try-Out')).toBeVisible();
      // A new skater sees which team starts later.
      await expect(page.getByText(/^X-Otter, ages .*, for levels 7 to 8/).first()).toBeVisible();
      await expectAccessible(page);
      await page
        .getByRole('button', { name: /^Choose / })
        .first()
        .click();
      await expect(page.getByRole('group', { name: 'Child 1' })).toBeVisible();
      // The bar shows the hold as one item.
      await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeEnabled();
      await page.reload();
      await expect(page.getByRole('group', { name: 'Child 1' })).toBeVisible();
    },
  );

for (const type of ['camp', 'flexi', 'term', 'x-term', 'try-out', 'flexi-pass', 'term-pass', 'x-term-pass'])
  test(`/checkout/${type} is the address of a checkout`, { tag: '@once' }, async ({ page }) => {
    const answer = await page.goto(address(`/checkout/${type}`));
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      type === 'try-out' ? 'Almost there.' : 'Nothing in your cart yet',
    );
  });
