/** At a zoom of 400 %, 1280 × 1024 points become 320 × 256. Tests checkout, sign-in, family pages and the roster. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { demoLogins, demoPassword } from '#local/demo/logins.ts';
import { authPage, openAccount } from '../support/auth.ts';
import { payButton } from '../support/booking.ts';
import { childCard, closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { enter, expectOverview, givePass } from '../support/family.ts';
import { expectFieldsInSight, expectToFit } from '../support/fit.ts';
import { completeDetails, makeParent, recordDetails } from '../support/parents.ts';
import { classToday, openRosterEntry, reportHealth } from '../support/staff.ts';
import { test } from '../support/test.ts';

test.use({ viewport: { width: 320, height: 256 } });
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

test(
  'the checkout fits 400 % zoom, with two children and with mistakes',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await makeSpark(4);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    await page.getByRole('button', { name: 'Add a child' }).click();
    await expect(childCard(page, 2)).toBeVisible();
    // The line above the form grows with the second spot, and moves the fields.
    await expect(page.getByText('2 spots held').locator('visible=true').first()).toBeVisible();
    await expectToFit(page);
    await expectFieldsInSight(page);
    await payButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'things before you pay' })).toBeVisible();
    await expectToFit(page);
  },
);

test('sign-in and account fit 400 % zoom', { tag: '@once' }, async ({ page }) => {
  const { email } = await makeParent([]);
  for (const show of ['', '?show=sign-up', '?show=link', '?show=forgotten']) {
    await page.goto(authPage(show));
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expectToFit(page);
    await expectFieldsInSight(page);
  }
  await openAccount(page, email, demoPassword);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeVisible();
  await expectToFit(page);
  await expectFieldsInSight(page);
});

test('the family pages fit 400 % zoom', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Nurul Izzati', 'Kai']);
  await completeDetails(parent);
  await recordDetails(parent);
  await givePass(parent, 'Kai');
  await enter(page, parent, '/family-base');
  await expectOverview(page);
  await expectToFit(page);
  for (const [path, heading] of [
    ['book', 'Book'],
    ['passes', 'Passes'],
    ['parents', 'Parents'],
    ['privacy', 'Privacy'],
    ['child', 'Add a child'],
    [`child?id=${parent.children['Kai'] ?? ''}#health`, 'Kai'],
  ] as const) {
    await page.goto(`${env('SITE_URL')}/family-base/${path}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectToFit(page);
    await expectFieldsInSight(page);
  }
});

test('the roster fits 400 % zoom', { tag: '@once' }, async ({ page }) => {
  const coach = demoLogins.find(({ role }) => role === 'coach');
  if (!coach) throw new Error('no demo coach');
  const parent = await makeParent(['Odette Narrow']);
  const place = await classToday(parent, 'Odette Narrow');
  await reportHealth(parent, 'Odette Narrow', 'Peanut: EpiPen in the blue pocket');
  await enter(page, coach, '/management/roster');
  await openRosterEntry(page, place);
  await expect(page.getByRole('listitem').filter({ hasText: 'Odette Narrow' })).toBeVisible();
  await expectToFit(page);
});
