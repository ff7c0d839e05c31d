import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { camps } from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

test('all camps are in one list with filters, at an address that can be shared', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/camps-new`);
  const all = await camps();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(rows).toHaveCount(all.length);
  const filtersToggle = page.getByText('Narrow it down').filter({ visible: true });
  if ((await filtersToggle.count()) > 0) {
    await expect(rows.first().getByRole('heading')).toBeInViewport({ ratio: 1 });
    await filtersToggle.click();
  }
  await page.getByLabel('Camp', { exact: true }).selectOption('epic');
  const epic = all.filter(({ tier }) => tier === 'epic');
  await expect(page.getByRole('status')).toHaveText(`Camps found: ${epic.length}`);
  await expect(rows.filter({ visible: true })).toHaveCount(epic.length);
  await expect(page).toHaveURL(/\?tier=epic$/);
  await page.reload();
  await expect(page.getByLabel('Camp', { exact: true })).toHaveValue('epic');
  await page.getByLabel('Base').selectOption('bishan');
  await expect(page.getByRole('heading', { name: 'No camp fits all of that' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.filter({ visible: true })).toHaveCount(all.length);
  await expect(page).toHaveURL(/\/camps-new$/);
  await expectAccessible(page);
});

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every camp can be read, and booked by chat', { tag: '@once' }, async ({ page }) => {
    const all = await camps();
    await page.goto(`${env('SITE_URL')}/camps-new`);
    await expect(page.getByRole('main').getByRole('heading', { name: /Camp$/ })).toHaveCount(all.length);
  });
});
