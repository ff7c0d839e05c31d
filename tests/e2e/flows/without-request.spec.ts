/** Pages that need a choice or a link say at once if there is none, without loading their island. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { closeCamps, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const pages = [
  ['/checkout', 'Nothing in your cart yet'],
  ['/checkout/flexi', 'Nothing in your cart yet'],
  ['/payment-success', 'We can’t find this order'],
  ['/camp-booking-success', 'We can’t find this order'],
  ['/waitlist', 'What would you like to wait for?'],
] as const;
const island = (page: Page) => page.locator('astro-island[client="when-needed"]').first();
const address = (path: string) => `${env('SITE_URL')}${path}`;

for (const [path, title] of pages)
  test(`${path} says at once that its link is missing, without loading its island`, async ({ page }) => {
    await page.goto(address(path), { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(island(page)).toHaveAttribute('ssr');
    await expectAccessible(page);
  });

test('/manage-booking loads only the form for a new link', async ({ page }) => {
  await page.goto(address('/manage-booking'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You need a link to open this page');
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(page.getByLabel('E-mail address of the booking')).toHaveAttribute('aria-invalid', 'true');
  await expect(island(page)).toHaveAttribute('ssr');
  await expectAccessible(page);
});

test('/shared-roster without its secret says that it shows nothing, and calls nothing', async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (one) => one.url().includes('read_shared_roster') && requestedUrls.push(one.url()));
  await page.goto(address('/shared-roster'), { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The link to this roster has expired.');
  expect(requestedUrls).toEqual([]);
  await expectAccessible(page);
});

test('the form for a new link accepts nothing before its script has loaded', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address('/manage-booking'), { waitUntil: 'commit' });
  await expect(page.getByLabel('Order number')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Send me a new link' })).toBeDisabled();
  resolve(undefined);
  await expect(page.getByLabel('Order number')).toBeEnabled();
});

test('the checkout reads the cart again when a visitor comes back from choosing', async ({ page }) => {
  const draft = await makeSpark(5);
  await page.goto(address('/checkout'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing in your cart yet');
  // The browser kept this page in memory while the visitor chose a camp on another page.
  await page.evaluate((storedCart) => {
    localStorage.setItem('selected_camp_data', storedCart);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, JSON.stringify(draft));
  await expect(island(page)).not.toHaveAttribute('ssr');
  await expect(page.getByRole('heading', { name: 'Nothing in your cart yet' })).toBeHidden();
  await expect(page.getByRole('group', { name: 'Child 1' })).toBeVisible();
  await closeCamps([draft]);
});

test('the island decides in a browser that blocks its storage', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'localStorage', blocked);
    Object.defineProperty(window, 'sessionStorage', blocked);
  });
  await page.goto(address('/checkout'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing in your cart yet');
  await expect(island(page)).not.toHaveAttribute('ssr');
});
