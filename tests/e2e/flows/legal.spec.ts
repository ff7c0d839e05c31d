import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { choosePass, chooseWeekendClass, payButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { ownSession } from '../support/weekend.ts';

const pages = [
  { link: 'Terms', path: '/terms-and-conditions', title: 'Terms and conditions' },
  { link: 'Privacy', path: '/privacy-policy', title: 'Privacy policy' },
  { link: 'Terms of Service', path: '/terms-of-service', title: 'Terms of service' },
] as const;

for (const { link, path, title } of pages)
  test(`the footer leads to ${path}, which has its date and links to each section`, async ({ page }) => {
    await page.goto(env('SITE_URL'));
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await page.waitForURL(`**${path}`);
    await expectLegalPage(page, title);
    await expectAccessible(page);

    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    const headings = page.getByRole('main').locator('section').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText(await contents.allTextContents());
    await contents.last().click();
    await expect(headings.last()).toBeInViewport();
  });

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, title } of pages)
    test(`${path} is complete and fits the screen`, async ({ page }) => {
      await page.goto(env('SITE_URL') + path);
      await expectLegalPage(page, title);
      const width = page.viewportSize()?.width ?? 0;
      for (const part of await page.getByRole('main').locator('header, nav, section').all())
        expect(
          await part.boundingBox().then((box) => (box ? box.x + box.width : Infinity)),
        ).toBeLessThanOrEqual(width);
    });
});

test('a printed page has the text only', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  await page.emulateMedia({ media: 'print' });
  await expectLegalPage(page, 'Terms and conditions');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('a parent can read the terms in another tab during the checkout', async ({ page }) => {
  const session = await ownSession('White Otter', 1);
  await chooseWeekendClass(page, 'White Otter', session);
  await choosePass(page, 'Flexi');
  await expect(payButton(page)).toBeVisible();
  const consent = page
    .locator('.checkout-consent')
    .filter({ has: page.getByRole('checkbox', { name: /terms/ }) });
  await consent.locator('summary').click();
  const terms = page.waitForEvent('popup');
  await consent.getByRole('link', { name: 'Terms and conditions' }).click();
  await expectLegalPage(await terms, 'Terms and conditions');
  // Opening the link must not tick the box.
  await expect(page.getByRole('checkbox', { name: /terms/ })).not.toBeChecked();
  await session.close();
});

async function expectLegalPage(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/^Valid from \w{3} \d+ \w{3} \d{4}$/)).toBeVisible();
  await expect(page.getByText(/^Last changed \w{3} \d+ \w{3} \d{4}$/)).toBeVisible();
}
