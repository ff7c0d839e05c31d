/** A parent whose late payment found no spot keeps it as a credit, and books another week with it. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, lapse, manageLink } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test('a parent uses the credit for a camp in another week of its tier', async ({ page }) => {
  const email = `after.credit.${test.info().project.name}@families.test`;
  const spark = (await camps()).findLast(
    ({ tier, capacity, current_enrollments }) =>
      tier === 'spark' && current_enrollments > 0 && capacity - current_enrollments > 3,
  );
  if (!spark) throw new Error('no camp');
  await buy(page, {
    email,
    lines: [{ offer_id: 'tier-spark', camp_id: spark.id, child: 0 }],
    children: [`Noa ${test.info().project.name}`],
    before: async (secret) => {
      await lapse(secret);
      await sql()`update camp_weeks set capacity = ${spark.current_enrollments} where id = ${spark.id}`;
    },
  });
  await sql()`update camp_weeks set capacity = ${spark.capacity} where id = ${spark.id}`;
  await page.goto(await manageLink(email, /please choose/));
  await page.getByRole('radio', { name: /Keep as credit/ }).check();
  await page.getByRole('button', { name: 'Keep my payment as credit' }).click();
  await page.getByRole('button', { name: 'Choose a week' }).click();
  await page.getByRole('radio', { name: /Spark/ }).and(page.locator(':enabled')).first().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose this date' }).click();
  await expect(page.getByText('Your new date is booked')).toBeVisible();
  await expect(page.getByRole('region', { name: /Noa/ }).getByText('Booked', { exact: true })).toBeVisible();
});
