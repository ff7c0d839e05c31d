import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { fillCheckout, goToPayment, payButton, payText } from '../support/booking.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { childCard, closeCamps, goToCampCheckout, makeCamp, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.setTimeout(120_000);
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
async function newCamp(tier: 'spark' | 'epic'): Promise<CampDraft> {
  const camp = await makeCamp(tier, 10);
  createdCamps.push(camp);
  return camp;
}
const countHeld = async ({ campId }: CampDraft) => {
  const [row] = await sql()`
    select count(*)::integer as held from holds where camp_id = ${campId} and expires_at > clock_timestamp()`;
  return Number(row?.['held']);
};

test(
  'choosing a second camp never drops the first one silently, and Pay says what it pays for',
  { tag: ['@once', '@look'] },
  async ({ page }, { project }) => {
    const [spark, epic] = [await newCamp('spark'), await newCamp('epic')];
    const parent = {
      name: 'Lim Hui Min',
      email: `two.camps.${project.name}@example.com`,
      phone: '81234567',
      child: 'Aaron',
    };
    await openCampCheckout(page, spark);
    await fillCheckout(page, parent);
    await expect(payButton(page)).toHaveText(payText(spark.price));
    await expect(payButton(page)).toContainText('Spark Camp');
    await expect(payButton(page)).toContainText(/East Coast, .+, for Aaron/);
    await expect(page.getByRole('main')).toContainText(/Spark Camp, East Coast, .+ for Aaron/);

    await test.step('the checkout asks before the parent chooses the second camp', async () => {
      await goToCampCheckout(page, epic);
      const question = page.getByRole('region', { name: 'We are already holding one spot' });
      await expect(question).toContainText('Spark Camp');
      await expect(question).toContainText(/East Coast, .+, for Aaron/);
      await expect(question).toContainText('You have now chosen EPIC Camp');
      await expectAccessible(page);
      expect([await countHeld(spark), await countHeld(epic)]).toEqual([1, 0]);
      await question.getByRole('button', { name: /^Finish booking Spark Camp, \w{3} \d+ \w{3}$/ }).click();
      await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue('Aaron');
      await expect(payButton(page)).toContainText('Spark Camp');
    });

    await test.step('the parent gives up the first camp', async () => {
      await page.reload();
      await page.getByRole('button', { name: /^Release that spot and book EPIC Camp/ }).click();
      await expect(payButton(page)).toContainText('EPIC Camp');
      expect([await countHeld(spark), await countHeld(epic)]).toEqual([0, 1]);
    });

    await test.step('or the parent pays for it, and then finds the second camp in the cart', async () => {
      await fillCheckout(page, parent);
      await goToCampCheckout(page, spark);
      await page.getByRole('button', { name: /^Finish booking EPIC Camp/ }).click();
      await fillCheckout(page, parent);
      await goToPayment(page);
      await page.getByRole('button', { name: /^Pay S\$/ }).click();
      await page.waitForURL(`${env('SITE_URL')}/camp-booking-success**`);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
      await expect(page.getByText(/You also chose Spark Camp, .+It is not booked yet/)).toBeVisible();
      await expect(page.getByText('Only you. You can add a person')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Book Spark Camp now' }).click();
      await expect(payButton(page)).toContainText('Spark Camp');
    });
  },
);
