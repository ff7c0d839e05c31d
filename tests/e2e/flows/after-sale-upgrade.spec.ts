import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, manageLink } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `after.${title}.${test.info().project.name}@families.test`;

test.afterAll(forgetSessions);
const line = (page: Page, name: RegExp) => page.getByRole('region', { name });

/** Opens the order of a family on a Spark camp, chooses an Ignite camp, and waits for the extra cost. */
async function askForIgnite(page: Page, title: string) {
  const email = who(title);
  const spark = (await camps()).findLast(
    ({ tier, capacity, current_enrollments }) => tier === 'spark' && capacity - current_enrollments > 2,
  );
  if (!spark) throw new Error('no camp');
  const child = `Uma ${title} ${test.info().project.name}`;
  await buy(page, {
    email,
    lines: [{ offer_id: 'tier-spark', camp_id: spark.id, child: 0 }],
    children: [child],
  });
  const link = await manageLink(email);
  await page.goto(link);
  const card = line(page, /Uma/);
  await card.getByRole('button', { name: 'Change the date' }).click();
  await card.getByRole('button', { name: 'Show other camps too' }).click();
  await card
    .getByRole('radio', { name: /Ignite/ })
    .and(card.locator(':enabled'))
    .first()
    .check();
  await card.getByRole('button', { name: 'Choose this date' }).click();
  await expect(card.getByText(/^It costs S\$\d.* more, which you pay/)).toBeVisible();
  return { email, child, link, card };
}

async function goToPay(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Pay S\$.* and change$/ }).click();
  await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
}

test('a parent who upgrades to a more expensive camp sees the difference, pays it, and has the new spot', async ({
  page,
}) => {
  const { child, card, link } = await askForIgnite(page, 'dearer');
  await expectAccessible(page);
  await goToPay(page, card);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your new date is booked' })).toBeVisible();
  await expectAccessible(page);
  const rows = await sql()`select w.tier, e.status from camp_enrollments e
    join camp_weeks w on w.id = e.camp_id join children c on c.id = e.child_id
    where c.name = ${child} order by e.status`;
  expect(rows.map(({ tier, status }) => `${tier} ${status}`)).toEqual(['spark cancelled', 'ignite enrolled']);

  await page.goto(link);
  await expect(card.getByText('Moved', { exact: true })).toBeVisible();
  await expect(card.getByText(/^Moved to Ignite Camp, .+\. That booking has its own order\.$/)).toBeVisible();
});

test('a parent whose upgrade is cancelled during the payment gets the difference back, and sees no new booking', async ({
  page,
}) => {
  const { email, link, card } = await askForIgnite(page, 'refused');
  await goToPay(page, card);
  const pay = page.getByRole('button', { name: /^Pay S\$/ });
  await expect(pay).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(link);
  await line(other, /Uma/).getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: /^Cancel (and get S\$|without)/ }).click();
  await expect(other.getByText(/^Cancelled: Uma/)).toBeVisible();
  await pay.click();
  await expect(page.getByRole('heading', { level: 1, name: 'The date could not be changed' })).toBeVisible();
  await expect(
    page.getByText(/We are refunding the difference to your original payment method/),
  ).toBeVisible();
  await expectAccessible(page);
  const refunds = await sql()`select r.reason from refunds r join orders o on o.id = r.order_id
    where o.parent_email = ${email} and r.reason = 'paid_late'`;
  expect(refunds).toHaveLength(1);
});
