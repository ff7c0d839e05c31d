import { expect } from '@playwright/test';
import { test } from '../support/test.ts';
import { crawlerUserAgent, openWithClock, scrollTo } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

test('nothing opens by itself for a crawler', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await openWithClock(page, '/');
  await page.clock.runFor(20_000);
  await scrollTo(page, 2);
  await scrollTo(page, 0);
  await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave')));
  await page.clock.runFor(20_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open help' })).toHaveCount(0);
  expect(fetched).not.toContain('/fragments/popups');

  // A dialog that is requested opens for everybody.
  await page.evaluate(() => dispatchEvent(new Event('openWelcomeModal')));
  await expect(page.getByRole('dialog', { name: 'Hello! Which way?' })).toBeVisible();
});
