import { expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { buy, manageLink } from '../support/after-sale.ts';
import { rpc } from '../support/backend.ts';
import { payButton } from '../support/booking.ts';
import { childCard, closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

// A long word without a space is shown again where it was typed, and must not widen a phone's page.
test.use({ viewport: { width: 360, height: 740 } });
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
const word = (letters: number) => 'W'.repeat(letters);

async function expectNarrow(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((one) => !one.closest('.sr-only') && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName}: ${one.textContent.slice(0, 40)}`),
    );
  await expect.poll(tooWide).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);
}

test('the checkout stays as wide as the phone, whatever a parent types', async ({ page }) => {
  const camp = await makeSpark(5);
  createdCamps.push(camp);
  await openCampCheckout(page, camp);
  await page.getByRole('button', { name: 'Add a child' }).click();
  for (const n of [1, 2]) await childCard(page, n).getByLabel('Child’s full name').fill(word(300));
  await page.getByLabel('Parent’s full name').fill(word(300));
  await page.getByLabel('E-mail').fill(`${word(300)}@example.com`);
  await page.getByLabel('Mobile (WhatsApp)').fill('9'.repeat(300));
  await page.getByLabel('Your signature').fill(word(300));
  await expectNarrow(page);
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'things before you pay' })).toBeFocused();
  await expectNarrow(page);
});

test('the success page, the booking opened by a mail’s link, and the waitlist stay as wide, too', async ({
  page,
}, { project }) => {
  const email = `long.words.${project.name}@families.test`;
  const camp = await makeSpark(1);
  createdCamps.push(camp);
  const order = await buy(page, {
    email,
    children: [word(120)],
    lines: [{ offer_id: 'tier-spark', camp_id: camp.campId, child: 0 }],
  });
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  await expectNarrow(page);
  await page.goto(await manageLink(email));
  await expect(page.getByText(order.number).first()).toBeVisible();
  await expectNarrow(page);

  const { body } = await rpc<{ secret: string }>('join_waitlist', {
    p_entry: {
      camp_id: camp.campId,
      offer_id: null,
      parent: { name: word(120), email, phone: '+6598765432' },
      children: [{ name: word(120), dob: '2016-05-01' }],
    },
  });
  await page.goto(`${env('SITE_URL')}/waitlist?entry=${body.secret}`);
  await expect(page.getByRole('heading', { name: /Please confirm/ })).toBeVisible();
  await expectNarrow(page);
});
