import { expect } from '@playwright/test';
import { confirmedPrices } from '#contract/confirmed-prices.ts';
import { openDocument, publish, publishButton, setPrice, signIn, stayLocal } from '#support/studio.ts';
import { eventually, openings, sql } from '../support/backend.ts';
import {
  cardOf,
  choosePass,
  chooseWeekendClass,
  fillCheckout,
  goToPayment,
  payButton,
  payText,
} from '../support/booking.ts';
import { patchContent, rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test('a price changed in the Studio reaches the page and the charge without any command', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  // This page was opened before the price changed.
  const earlyVisitor = await context.newPage();
  const [first] = (await openings()).toSorted((a, b) => b.available_spots - a.available_spots);
  const session = await cardOf(first?.session_id ?? '');
  const team = session.team.replace(/ [AB]$/, '');
  await chooseWeekendClass(earlyVisitor, team, session);
  await expect(earlyVisitor.getByText('S$167').first()).toBeVisible();

  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  await openDocument(page, 'Passes', 'Flexi');
  await setPrice(page, 171.5);
  await publish(page);
  const published = Date.now();

  const priceOnSale = async () =>
    (await sql()`select price_cents from offers where id = 'pass-flexi'`)[0]?.['price_cents'] as number;
  await eventually('the till knows the price', priceOnSale, (cents) => cents === 17_150);
  const onSaleSeconds = (Date.now() - published) / 1000;
  const html = async () => (await fetch(env('SITE_URL'))).text();
  await eventually(
    'the page shows the price',
    html,
    (text) => text.includes('S$171.50') || text.includes('17150'),
    rebuilt.timeout,
  );
  console.log(
    `till after ${onSaleSeconds.toFixed(1)} s, page after ${((Date.now() - published) / 1000).toFixed(1)} s`,
  );

  await test.step('a visitor who saw the old price is told and has to agree', async () => {
    await choosePass(earlyVisitor, 'Flexi');
    await earlyVisitor.waitForURL('**/checkout/flexi');
    await expect(earlyVisitor.getByText('The price is now S$171.50')).toBeVisible();
    await expect(payButton(earlyVisitor)).toBeDisabled();
    await earlyVisitor.getByRole('button', { name: 'Continue with S$171.50' }).click();
    await expect(payButton(earlyVisitor)).toHaveText(payText('171.50'));
    await fillCheckout(earlyVisitor, {
      name: 'Nur Aisyah',
      email: 'nur@example.com',
      phone: '91234567',
      child: 'Adam',
    });
    await goToPayment(earlyVisitor);
    await expect(earlyVisitor.getByRole('heading', { level: 1 })).toContainText('S$171.50');
  });

  await test.step('a new visitor sees the new price only', async () => {
    const newVisitor = await context.newPage();
    await chooseWeekendClass(newVisitor, team, session);
    await expect(newVisitor.getByText('S$171.50').first()).toBeVisible();
  });
});

test('a price with a slipped decimal point needs a confirmation, and is not published without one', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const cents = async () =>
    (await sql()`select price_cents from offers where id = 'pass-term'`)[0]?.['price_cents'] as number;
  const before = await cents();
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  await openDocument(page, 'Passes', 'Term');
  const question = page.getByRole('dialog').filter({ hasText: 'Publish these prices?' });
  // An invalid price is corrected and published at once.
  await setPrice(page, 12.345);
  await expect(publishButton(page)).toBeDisabled();
  await setPrice(page, before / 1000);
  await publishButton(page).click();
  await expect(question).toContainText('S$697 → S$69.70 (90% less)');
  await expect(question).toContainText('below the floor of S$348.50');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(publishButton(page)).toBeEnabled();
  expect(await cents()).toBe(before);

  await setPrice(page, 610);
  await publishButton(page).click();
  await expect(question).toContainText('S$697 → S$610 (12% less)');
  await expect(question).toContainText('within seconds of publishing');
  await question.getByRole('button', { name: 'Yes, publish these prices' }).click();
  await eventually('the till takes what was confirmed', cents, (now) => now === 61_000);

  await test.step('a change made outside the Studio waits for a confirmation there', async () => {
    await patchContent('pass-term', { price: before / 100 });
    const confirm = page.getByRole('button', { name: 'Confirm prices' });
    await expect(confirm).toBeEnabled();
    expect(await cents()).toBe(61_000);
    await confirm.click();
    await expect(question).toContainText('S$610 → S$697');
    await question.getByRole('button', { name: 'Yes, publish these prices' }).click();
    await eventually('the till takes it after the yes', cents, (now) => now === before);
  });

  await test.step('a price below the floor that a token confirmed waits for two admins', async () => {
    const countWaiting = async () =>
      (await sql()`select count(*)::integer as n from price_approvals where taken_over_at is null`)[0]?.[
        'n'
      ] as number;
    const low = before / 1000;
    await patchContent('pass-term', { price: low, pricesConfirmed: confirmedPrices({ price: low }) });
    await eventually('two admins are asked', countWaiting, (count) => count === 1);
    expect(await cents()).toBe(before);
    const price = before / 100;
    await patchContent('pass-term', { price, pricesConfirmed: confirmedPrices({ price }) });
    await eventually('nobody is asked any more', countWaiting, (count) => count === 0);
    expect(await cents()).toBe(before);
  });
});
