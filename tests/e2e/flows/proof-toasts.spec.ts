import { expect } from '@playwright/test';
import { test } from '../support/test.ts';
import { markPopupsSeen, openWithClock, personUserAgent, scrollTo } from '../support/visitor.ts';

test.use({ userAgent: personUserAgent });

const booking = (title: string, minutes_ago: number) => ({
  title,
  class_type: 'Camp',
  location: 'East Coast',
  minutes_ago,
});

// Other popups would not wait for a toast to end, so the visitor has seen them.
test.beforeEach(({ page }) => markPopupsSeen(page));

test('at most five toasts appear, one every 12 s for 4 s, none twice and none over a dialog', async ({
  page,
}) => {
  const rows = ['One', 'Two', 'One', 'Three', 'Four', 'Five', 'Six'].map((title) => booking(title, 130));
  await page.route('**/rpc/get_recent_bookings', (route) => route.fulfill({ json: rows }));
  await openWithClock(page, '/');
  const toast = page.getByRole('status').filter({ hasText: 'A family booked' }).locator(':scope > div');
  await scrollTo(page, 0.75);
  await expect(toast).toHaveCount(0);
  // Toasts appear only where nothing can be chosen.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(toast).toBeVisible();
  await expect(toast).toContainText('A family booked One');
  await expect(toast).toContainText('East Coast');
  await expect(toast).toContainText('2 hours ago');
  await page.clock.runFor(3_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();

  await page.evaluate(() => dispatchEvent(new Event('openWelcomeModal')));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.runFor(8_000);
  await expect(toast).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  for (const title of ['Two', 'Three', 'Four', 'Five']) {
    await page.clock.runFor(12_000);
    await expect(toast).toBeVisible();
    await expect(toast).toContainText(`A family booked ${title}`);
  }
  await page.clock.runFor(24_000);
  await expect(toast).toBeHidden();
  await expect(toast).toContainText('Five');
});

test('toasts stay away once one was closed', async ({ page }) => {
  await page.route('**/rpc/get_recent_bookings', (route) =>
    route.fulfill({ json: [booking('One', 5), booking('Two', 9)] }),
  );
  await openWithClock(page, '/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.focus();
  await page.keyboard.press('Enter');
  await expect(dismiss).toBeHidden();
  await page.clock.runFor(30_000);
  await expect(dismiss).toBeHidden();
});

test('no toasts appear without bookings', async ({ page }) => {
  const bookingsResponse = page.waitForResponse('**/rpc/get_recent_bookings');
  await page.route('**/rpc/get_recent_bookings', (route) => route.fulfill({ json: [] }));
  await openWithClock(page, '/');
  await scrollTo(page, 0.85);
  await (await bookingsResponse).finished();
  await page.clock.runFor(30_000);
  await expect(page.getByText('A family booked')).toHaveCount(0);
});
