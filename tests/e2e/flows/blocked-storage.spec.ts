/** In a browser that blocks the site's storage, booking works, and the page promises nothing that needs storage. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { demoLogins } from '#local/demo/logins.ts';
import { authPage, enter } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { fillCheckout, goToPayment } from '../support/booking.ts';
import { closeCamps, makeSpark } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const campsMade: CampDraft[] = [];
test.afterAll(() => closeCamps(campsMade));

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const throwError = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: throwError });
  }),
);

test(
  'the sign-in says that this browser stores nothing, and what to do',
  { tag: '@once' },
  async ({ page }) => {
    const [parent] = demoLogins;
    if (!parent) throw new Error('no demo parent');
    const note = page
      .getByRole('alert')
      .or(page.locator('.notice'))
      .filter({ hasText: 'saves nothing for our site' });
    await page.goto(authPage('?from=%2Ffamily-base'));
    await expect(note).toBeVisible();
    await expect(note).toContainText(`allow cookies and site data for ${new URL(env('SITE_URL')).host}`);
    await expect(note).toContainText('You can book without an account.');
    await expectAccessible(page);
    await enter(page, parent.email, parent.password);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await expect(note).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
  },
);

test(
  'the checkout does not say that it saves what is typed, and reaches the payment',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await makeSpark(4);
    campsMade.push(camp);
    await page.goto(`${env('SITE_URL')}/checkout?type=camp&camp=${camp.campId}`);
    await expect(page.getByText('please keep this page open until you have paid')).toBeVisible();
    await expect(page.getByText('we save what you typed')).toHaveCount(0);
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect(page.getByText('Keep my details in this browser')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sign in and come back here' })).toHaveCount(0);
    await fillCheckout(page, {
      name: 'Tan Li Hua',
      email: 'blocked@example.com',
      phone: '81234567',
      child: 'Kai blocked',
    });
    await goToPayment(page);
  },
);
