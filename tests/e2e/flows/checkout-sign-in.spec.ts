/** A guest signs in from the checkout, and everything chosen, held and typed is still there. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { demoPassword } from '#local/demo/logins.ts';
import { enter } from '../support/auth.ts';
import { sql } from '../support/backend.ts';
import { payButton, payText } from '../support/booking.ts';
import { childCard, closeCamps, makeSpark, openCampCheckout, withSummary } from '../support/checkout.ts';
import { completeDetails, makeParent, recordDetails } from '../support/parents.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

test(
  'a guest signs in from the checkout and finds the spot, the price and what was typed',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await completeDetails(parent);
    await recordDetails(parent);
    const camp = await makeSpark(1);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    await page.getByLabel('Parent’s full name').fill('Tan Li Hua');
    await page.getByRole('link', { name: 'Sign in and come back here' }).click();
    await enter(page, parent.email, demoPassword);
    await page.waitForURL('**/checkout?type=camp');
    await expect(page.getByLabel('Parent’s full name')).toHaveValue('Tan Li Hua');
    await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue('Kai');
    await expect(page.getByRole('link', { name: 'Sign in and come back here' })).toHaveCount(0);
    await expect(
      page.getByRole('button', { name: payText(camp.price) }).filter({ visible: true }),
    ).toBeEnabled();
    // The last spot is held only once, for the family, whose saved answers count.
    await expect(page.getByText('Is all of this still correct?')).toBeVisible();
    const holds = await sql()`
    select o.family_id from holds h join orders o on o.id = h.order_id
    where h.camp_id = ${camp.campId} and h.expires_at > clock_timestamp()`;
    expect(holds).toEqual([{ family_id: parent.familyId }]);
    await page.getByRole('checkbox', { name: /Nothing has changed/ }).check();
    await payButton(page).click();
    await page.waitForURL('**/c/pay/**');
  },
);

test(
  'a code for families leads to the sign-in with a link on one line',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await makeSpark(2);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    await page.route('**/rpc/hold_order', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'PT409', message: 'code_sign_in', details: null, hint: 'code' },
      }),
    );
    await withSummary(page, async () => {
      await page.getByLabel('Promo code').fill('FAMILY');
      await page.getByLabel('Promo code').press('Enter');
      const link = page.locator('#code-error').getByRole('link', { name: 'Sign in' });
      await expect(link).toBeVisible();
      expect(await link.evaluate((node) => node.getClientRects().length)).toBe(1);
    });
  },
);
