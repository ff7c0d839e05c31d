import { expect, type Page } from '@playwright/test';
import { buy, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { payButton, sessionButton } from '../support/booking.ts';
import { childCard, closeCamps, goToCampCheckout, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { expectToFit } from '../support/fit.ts';
import { addresses } from '../support/pages.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

const letters = (page: Page, size: string) =>
  page.evaluate((size) => (document.documentElement.style.fontSize = size), size);

/** Removes the page's own fonts, as if they could not be loaded. */
const systemLetters = (page: Page) =>
  page.evaluate(() => {
    for (const sheet of document.styleSheets)
      for (let at = sheet.cssRules.length - 1; at >= 0; at--)
        if (sheet.cssRules[at] instanceof CSSFontFaceRule && sheet.cssRules[at]?.cssText.includes('.woff2'))
          sheet.deleteRule(at);
  });

for (const path of addresses)
  test(`${path} fits large text, an upright tablet and 180 px`, async ({ page }) => {
    await page.goto(env('SITE_URL') + path, { waitUntil: 'networkidle' });
    await test.step('the page needs no horizontal scrolling if the text is twice as large', async () => {
      await letters(page, '200%');
      await expectToFit(page);
      await systemLetters(page);
      await expectToFit(page);
      await letters(page, '');
    });
    await test.step('the page fits a tablet and is accessible there, in both themes', async () => {
      await page.setViewportSize({ width: 768, height: 1024 });
      await expectToFit(page);
      await expectAccessible(page);
    });
    await test.step('the page fits a watch, or a phone that zooms in', async () => {
      await page.setViewportSize({ width: 180, height: 400 });
      await expectToFit(page);
      for (const button of await page.getByRole('banner').getByRole('button').all()) {
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      }
    });
  });

test('a checkout that asks for a session fits a watch and text of twice the size', async ({ page }) => {
  const ownedSession = await ownSession('Black Otter', 2);
  const { promise: answers, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route('**/rpc/get_session_availability_with_enrollments', async (route) => {
    await answers;
    await route.continue();
  });
  await chooseTeam(page, 'Black Otter');
  await page.setViewportSize({ width: 180, height: 400 });
  // The page must fit both while the sessions load and afterwards.
  await expectToFit(page);
  answer(undefined);
  await expect(sessionButton(page, ownedSession)).toBeVisible();
  await expectToFit(page);
  await sessionButton(page, ownedSession).click();
  const flexi = page.getByRole('article').filter({ has: page.getByRole('heading', { name: /Flexi/ }) });
  await expect(flexi).toBeVisible();
  await expectToFit(page);
  await flexi.getByRole('button').click();
  await page.waitForURL('**/checkout/flexi');
  await expect(payButton(page)).toBeEnabled();
  await expectToFit(page);
  await page
    .getByRole('button', { expanded: false })
    .and(page.locator('.checkout-summary *'))
    .first()
    .click();
  await expectToFit(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectToFit(page);
  // The browser's own font size also changes rules with widths in rem.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect(payButton(page)).toHaveCSS('font-size', '34px');
  await expectToFit(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await expect(payButton(page)).toHaveCSS('font-size', '17px');
  await browser.detach();
  await ownedSession.close();
});

test('a camp’s checkout with two children fits a watch', async ({ page }) => {
  const camp = await makeSpark(3);
  await page.setViewportSize({ width: 180, height: 400 });
  await goToCampCheckout(page, camp);
  await page.getByRole('button', { name: 'Add a child' }).click();
  await expect(childCard(page, 2)).toBeVisible();
  await expectToFit(page);
  await closeCamps([camp]);
});

test('the waitlist form and a booking opened by a mail’s link fit, too', async ({ page }) => {
  const [full, own] = [await ownSession('Red Otter', 0), await ownSession('Red Otter', 2)];
  await page.setViewportSize({ width: 180, height: 400 });
  await page.goto(`${env('SITE_URL')}/waitlist?session=${full.id}`);
  await page.getByRole('button', { name: 'Add a friend' }).click();
  await expect(page.getByLabel('Friend’s name')).toBeFocused();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please fix' })).toBeFocused();
  await expectToFit(page);

  const email = 'watch.bought@families.test';
  await buy(page, {
    email,
    lines: [{ offer_id: 'pass-flexi', session_id: own.id, child: 0 }],
    children: ['Kai on a watch'],
  });
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  await expectToFit(page);
  await page.goto(await manageLink(email));
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Book another session' }).click();
  await expect(page.getByRole('heading', { name: 'Which session?' })).toBeFocused();
  await expectToFit(page);
  await full.close();
  await own.close();
});

test('large text fits in sessions, packages and a chosen week', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/try-out-otter-for-kids`);
  const sessions = page.locator('#next-sessions');
  await sessions.scrollIntoViewIfNeeded();
  await sessions.getByRole('button', { name: 'Show all sessions' }).click();
  await letters(page, '200%');
  await expectToFit(page);

  await page.goto(`${env('SITE_URL')}/camps`);
  await page.getByRole('link', { name: 'Package Options' }).first().click();
  await expect(page.locator('#packages').getByRole('article').first()).toBeVisible();
  await letters(page, '200%');
  await expectToFit(page);

  await page.goto(`${env('SITE_URL')}/camps/book`);
  await page.getByRole('radio').first().check({ force: true });
  await expect(page.locator('.book-card:not(.waiting)').first()).toBeVisible();
  await letters(page, '200%');
  await expectToFit(page);
});
