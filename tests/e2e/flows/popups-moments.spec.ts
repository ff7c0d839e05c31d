import { expect, type Page } from '@playwright/test';
import { INTERRUPTION_GAP_MS } from '#config/timing.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { openWithClock, personUserAgent, scrollTo } from '../support/visitor.ts';

test.use({ userAgent: personUserAgent });

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
const dialog = (page: Page) => page.getByRole('dialog');
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Hello! Which way?' });
const exitOffer = (page: Page) => page.getByRole('dialog', { name: 'Special Offer: Try-Out Session' });
const raise = (page: Page, name: string) => page.evaluate((event) => dispatchEvent(new Event(event)), name);
/** Moves the mouse out of the window at this height. */
const leaveBy = (page: Page, clientY: number) =>
  page.evaluate(
    (y) => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: y })),
    clientY,
  );

test('the welcome chooser opens by itself once, and not on a phone', async ({ page }) => {
  await openWithClock(page, '/');
  await page.clock.runFor(1_400);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(200);
  if (isPhone(page)) {
    await expect(dialog(page)).toHaveCount(0);
    return;
  }
  await expect(chooser(page)).toBeVisible();
  await expect(chooser(page).getByRole('link', { name: /I am New: Tryout/ })).toHaveAttribute(
    'href',
    '/try-out-otter-for-kids',
  );
  await expect(chooser(page).getByRole('link', { name: /Book a Holiday Camp/ })).toHaveAttribute(
    'href',
    '/camps',
  );
  await chooser(page)
    .getByRole('button', { name: /I’m a member - help!/ })
    .click();
  const help = page.getByRole('dialog', { name: 'Members help members.' });
  await expect(help.getByRole('heading')).toBeFocused();
  await expect(help.getByRole('link', { name: 'Join the WhatsApp group' })).toHaveAttribute(
    'href',
    /^https:\/\/chat\.whatsapp\.com\//,
  );
  await help.getByRole('button', { name: 'Back' }).click();
  await chooser(page)
    .getByRole('link', { name: /I want to book a pass/ })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#book-your-otter-experience$/);
  expect(await page.evaluate(() => sessionStorage.getItem('otter-welcome-seen'))).toBe('true');

  await page.reload();
  await page.clock.runFor(5_000);
  // An offer comes only some time after another popup.
  await leaveBy(page, 0);
  await page.clock.runFor(500);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(INTERRUPTION_GAP_MS);
  await leaveBy(page, 0);
  await expect(exitOffer(page)).toBeVisible();
});

test(
  'the mascot of the birthday pages waits for a while after the chooser of another page',
  { tag: '@wide' },
  async ({ page }) => {
    await openWithClock(page, '/about');
    await page.clock.runFor(1_600);
    await expect(chooser(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${env('SITE_URL')}/birthdays`);
    await page.clock.runFor(700);
    await expect(dialog(page)).toHaveCount(0);
    await page.clock.runFor(INTERRUPTION_GAP_MS + 1_000);
    await expect(page.getByRole('button', { name: 'START' })).toBeVisible();
  },
);

test(
  'a popup that is opened again on request returns the focus when it closes',
  { tag: '@once' },
  async ({ page }) => {
    await openWithClock(page, '/terms-and-conditions');
    const contact = page.getByRole('contentinfo').getByRole('button', { name: 'Contact Us' });
    await contact.click();
    await expect(chooser(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(contact).toBeFocused();
    await raise(page, 'openChatbot');
    await expect(chooser(page)).toBeVisible();
    await chooser(page).getByRole('button', { name: 'Close' }).click();
    await raise(page, 'forceChatOpen');
    await expect(chooser(page)).toBeVisible();
  },
);

test(
  'only one dialog is open at a time: a request during an open dialog waits until that one is closed',
  { tag: '@once' },
  async ({ page }) => {
    await openWithClock(page, '/terms-and-conditions');
    await raise(page, 'openWhatsAppModal');
    await expect(page.getByRole('dialog', { name: /Coach/ })).toBeVisible();
    await raise(page, 'openWelcomeModal');
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(chooser(page)).toBeVisible();
    await expect(dialog(page)).toHaveCount(1);
  },
);

test('the gate on a phone follows the page, can be closed, and appears once', async ({ page }) => {
  await openWithClock(page, '/');
  await page.clock.runFor(1_000);
  await expect(dialog(page)).toHaveCount(0);
  await page.clock.runFor(2_100);
  const gate = page.getByRole('dialog', { name: 'Ready to roll?' });
  if (!isPhone(page)) {
    await expect(chooser(page)).toBeVisible();
    await expect(gate).toHaveCount(0);
    return;
  }
  await expect(gate.getByRole('link', { name: 'Start My Otter Adventure!' })).toBeVisible();
  await gate.getByRole('button', { name: 'Just looking' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await page.clock.runFor(8_000);
  await expect(dialog(page)).toHaveCount(0);
});

test.describe('a visitor who is booking on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  for (const [what, key, value] of [
    ['a cart', 'otter_cart', '{}'],
    ['a camp', 'otter-booking-data', '{}'],
    ['a place that is held', 'otter_order', JSON.stringify({ heldUntil: '2090-01-01T00:00:00.000Z' })],
  ] as const)
    test(`with ${what} sees no gate`, { tag: '@once' }, async ({ page }) => {
      await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [key, value] as const);
      await openWithClock(page, '/');
      await page.clock.runFor(8_000);
      await expect(dialog(page)).toHaveCount(0);
    });
});

test('the mascot opens once on the birthday pages', async ({ page }) => {
  await openWithClock(page, '/birthdays');
  await page.clock.runFor(700);
  const intro = page.getByRole('dialog', { name: 'Somebody’s turning something!' });
  await expect(intro).toBeVisible();
  await intro.getByRole('button', { name: 'START' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await page.clock.runFor(700);
  await expect(dialog(page)).toHaveCount(0);
});

test('the exit offer opens once ever, within 50 px of the top', async ({ page }) => {
  await openWithClock(page, '/about');
  await leaveBy(page, 51);
  await expect(dialog(page)).toHaveCount(0);
  await leaveBy(page, 50);
  await expect(exitOffer(page)).toContainText('S$38');
  await expect(exitOffer(page)).toContainText('S$58');
  await expect(exitOffer(page)).toContainText('Save S$20');
  await expect(exitOffer(page).getByRole('link', { name: 'Claim S$20 Discount' })).toHaveAttribute(
    'href',
    '/try-out-checkout',
  );
  await exitOffer(page).getByRole('button', { name: 'No, thank you' }).click();
  await leaveBy(page, 0);
  await page.reload();
  await leaveBy(page, 0);
  await page.clock.runFor(500);
  await expect(exitOffer(page)).toHaveCount(0);
});

test('the exit offer opens after scrolling up to less than 100 px', async ({ page }) => {
  await openWithClock(page, '/about');
  await scrollTo(page, 0.8);
  await scrollTo(page, 0.3);
  await expect(exitOffer(page)).toHaveCount(0);
  await scrollTo(page, 0.1);
  await expect(exitOffer(page)).toBeVisible();
});

for (const key of ['otter_cart', 'otter-booking-data', 'selected_camp_data', 'otter-auth-token'])
  test(`there is no exit offer for a visitor with ${key}`, { tag: '@wide' }, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem(name, '{}'), key);
    await openWithClock(page, '/about');
    await leaveBy(page, 0);
    // The next requested dialog opens, so the offer is not just late.
    await raise(page, 'openWelcomeModal');
    await expect(chooser(page)).toBeVisible();
    await expect(exitOffer(page)).toHaveCount(0);
  });

test(
  'the chat launcher appears after 10 s, pulses for 5, and shows its teaser after 8 for 5',
  { tag: '@wide' },
  async ({ page }) => {
    await openWithClock(page, '/terms-and-conditions');
    const launcher = page.getByRole('button', { name: 'Open help' });
    const teaser = page.getByText('Lost on the trail?');
    await page.clock.runFor(9_900);
    await expect(launcher).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(launcher).toBeVisible();
    await expect(launcher).toHaveClass(/pulsing/);
    await page.clock.runFor(5_000);
    await expect(launcher).not.toHaveClass(/pulsing/);
    await expect(teaser).toBeHidden();
    await page.clock.runFor(3_000);
    await expect(teaser).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(teaser).toHaveCount(0);
    await launcher.click();
    await expect(chooser(page)).toBeVisible();
  },
);

test(
  'the chat launcher appears earlier after half a window of scrolling',
  { tag: '@wide' },
  async ({ page }) => {
    await openWithClock(page, '/terms-and-conditions');
    await scrollTo(page, 0.45);
    await expect(page.getByRole('button', { name: 'Open help' })).toHaveCount(0);
    await scrollTo(page, 0.55);
    await expect(page.getByRole('button', { name: 'Open help' })).toBeVisible();
  },
);
