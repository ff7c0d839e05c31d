/** A PayNow payment is pending. A parent who goes back to the checkout reads why there is no second payment. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { expectAccessible } from '../support/axe.ts';
import { fillCheckout, fillConfidence, goToPayment, payButton } from '../support/booking.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

test(
  'the page says beside Pay that a PayNow payment is still on its way',
  { tag: '@once' },
  async ({ page }) => {
    await page.clock.install();
    const camp = await makeSpark(4);
    createdCamps.push(camp);
    const parent = {
      name: 'Tan Li Hua',
      email: 'slow.paynow@example.com',
      phone: '81234567',
      child: 'Kai PayNow',
    };
    await openCampCheckout(page, camp);
    await fillCheckout(page, parent);
    await goToPayment(page);
    await page.getByRole('radio', { name: /PayNow/ }).check();
    await page.getByRole('button', { name: 'Pay, and the bank confirms later' }).click();
    const pending = page.getByRole('heading', { name: 'Your payment is on its way' });
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(pending).toBeVisible({ timeout: 200 });
    }).toPass();
    await page.getByRole('link', { name: 'I did not pay' }).click();
    await expect(payButton(page)).toBeEnabled();
    await fillConfidence(page, parent);
    await payButton(page).click();
    await expect(
      page.getByText('A payment for this booking has not arrived yet').filter({ visible: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Check the payment' }).filter({ visible: true }).click();
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(pending).toBeVisible({ timeout: 200 });
    }).toPass();
  },
);
