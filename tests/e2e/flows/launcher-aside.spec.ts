import { expect, type Page } from '@playwright/test';
import { LAUNCHER_DELAY_MS, TEASER_DELAY_MS } from '#config/timing.ts';
import { payButton } from '../support/booking.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { markPopupsSeen, personUserAgent } from '../support/visitor.ts';

// Crawlers have no chat button, so these tests use a person's browser.
test.use({ userAgent: personUserAgent });

test.beforeEach(({ page }) => markPopupsSeen(page));

const launcher = (page: Page) => page.getByRole('button', { name: 'Open help' });

/** Scrolls the middle of an element to the height of the chat button, and returns what the button covers. */
const isCoveredAt = (page: Page, part: string, coverSelector: string) =>
  page.evaluate(
    async ([partOf, badges]) => {
      const button = document.querySelector('.launcher-button');
      const element = document.querySelector(partOf);
      if (!button || !element) return ['nothing to look at'];
      const middleOf = (one: Element) => {
        const { top, bottom } = one.getBoundingClientRect();
        return (top + bottom) / 2;
      };
      scrollBy({ top: middleOf(element) - middleOf(button), behavior: 'instant' });
      // The button checks its position in the frame after the scroll.
      for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
      const buttonBox = button.getBoundingClientRect();
      return Array.from(document.querySelectorAll(badges)).flatMap((badge) => {
        const { left, right, top, bottom } = badge.getBoundingClientRect();
        const isClear =
          right <= buttonBox.left ||
          left >= buttonBox.right ||
          bottom <= buttonBox.top ||
          top >= buttonBox.bottom;
        return isClear ? [] : [badge.textContent.trim()];
      });
    },
    [part, coverSelector] as const,
  );

test('the chat button moves aside for the numbers of spots in a list of sessions, and returns after it', async ({
  page,
}) => {
  await page.goto(`${env('SITE_URL')}/try-out-otter-for-kids`);
  await page.locator('#next-sessions').scrollIntoViewIfNeeded();
  await expect(page.locator('#next-sessions').getByRole('listitem').first()).toBeVisible();
  await expect(launcher(page)).toBeVisible();
  for (const card of [1, 2, 3])
    expect(await isCoveredAt(page, `.try-session:nth-child(${card}) .try-spots`, '.try-spots')).toEqual([]);
  await expect(launcher(page)).toHaveClass(/aside/);
  // The button can still be tapped and reached by keyboard.
  await launcher(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  // The page changes its height below the dialog.
  await page.evaluate(() => document.body.style.setProperty('padding-bottom', '1px'));
  await expect(launcher(page)).not.toHaveClass(/aside/);
  await page.keyboard.press('Escape');
  await expect(launcher(page)).toHaveClass(/aside/);

  expect(await isCoveredAt(page, '.tryout-hour .step:nth-child(3)', '.try-spots')).toEqual([]);
  await expect(launcher(page)).not.toHaveClass(/aside/);
  await expect(launcher(page)).toBeInViewport({ ratio: 1 });
});

// On a wide screen the questions end before the button's position.
test(
  'the chat button moves aside on a phone for questions with answers',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/passes`);
    const first = page.locator('.question').first();
    await first.scrollIntoViewIfNeeded();
    await first.locator('summary').click();
    await expect(first.locator('.answer')).toBeVisible();
    await expect(launcher(page)).toBeVisible();
    await isCoveredAt(page, '.question .answer', '.answer');
    await expect(launcher(page)).toHaveClass(/aside/);
  },
);

for (const [what, path] of [
  ['the sessions of a try-out', '/checkout/try-out'],
  ['the weeks of EPIC', '/checkout?experience=overnight-camping-thu'],
] as const)
  test(`the chat button moves aside at the checkout for ${what}`, { tag: '@once' }, async ({ page }) => {
    await page.clock.install();
    await page.goto(env('SITE_URL') + path);
    await expect(page.getByRole('button', { name: /^Choose / }).first()).toBeVisible();
    await page.clock.fastForward(LAUNCHER_DELAY_MS);
    await expect(launcher(page)).toBeVisible();
    expect(
      await isCoveredAt(page, '.checkout-weeks li .button', '.checkout-week h3, .checkout-week p'),
    ).toEqual([]);
    await expect(launcher(page)).toHaveClass(/aside/);
  });

test(
  'the chat button moves aside for the list of missing answers in a checkout',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await makeSpark(4);
    await page.clock.install();
    await openCampCheckout(page, camp);
    await payButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please fix' })).toBeFocused();
    await page.clock.fastForward(LAUNCHER_DELAY_MS);
    await expect(launcher(page)).toBeVisible();
    await isCoveredAt(page, '.error-summary li:nth-child(3)', '.error-summary li');
    await expect(launcher(page)).toHaveClass(/aside/);
    await closeCamps([camp]);
  },
);

test('the text beside the chat button is hidden over a form, too', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.goto(`${env('SITE_URL')}/birthdays`);
  const teaser = page.locator('[data-teaser]');
  await page.clock.fastForward(LAUNCHER_DELAY_MS);
  await expect(launcher(page)).toBeVisible();
  await isCoveredAt(page, 'main form', 'main form');
  await expect(launcher(page)).toHaveClass(/aside/);
  // This time is longer than the teaser's delay and than the shortest time between two popups.
  await page.clock.fastForward(TEASER_DELAY_MS);
  await expect(teaser).toHaveJSProperty('hidden', false);
  await expect(teaser).toBeHidden();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(teaser).toBeVisible();
});

/** Sections get their layout only when they come near the screen, which moves the end of the page away again. */
const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

for (const path of ['/', '/camps', '/terms-and-conditions'])
  test(`nothing that appears by itself covers the last line at the end of ${path}`, async ({ page }) => {
    await page.goto(env('SITE_URL') + path);
    const isPhone = page.viewportSize()?.width === 360;
    const guests = [
      '.launcher-button',
      // The camps page has only its own bar.
      path === '/camps' ? '.camps-bar' : '.sticky-bar',
      ...(isPhone ? [] : ['.mascot-button', '.mascot-button span']),
    ];
    await expect(async () => {
      await scrollToEnd(page);
      for (const guest of guests) await expect(page.locator(guest)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const findCoveredTexts = async () => {
      await scrollToEnd(page);
      return page.evaluate((guests) => {
        const range = document.createRange();
        const boxes = guests.map((guest) => document.querySelector(guest)?.getBoundingClientRect());
        return Array.from(document.querySelectorAll('.site-footer .base span')).flatMap((part) => {
          range.selectNodeContents(part);
          const isCovered = Array.from(range.getClientRects()).some((line) =>
            boxes.some(
              (box) =>
                box &&
                line.right > box.left &&
                line.left < box.right &&
                line.bottom > box.top &&
                line.top < box.bottom,
            ),
          );
          return isCovered ? [part.textContent.trim()] : [];
        });
      }, guests);
    };
    await expect.poll(findCoveredTexts).toEqual([]);
  });
