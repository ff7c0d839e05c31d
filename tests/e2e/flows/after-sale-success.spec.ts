import { expect } from '@playwright/test';
import { formatMoney } from '#contract/format.ts';
import type { OrderView } from '#contract/orders.ts';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, linkIn, mailAbout, makeSession } from '../support/after-sale.ts';
import { call, rpc } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { env } from '../support/env.ts';
import { calendarOf } from '../support/mails.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `success.${title}.${test.info().project.name}@families.test`;
test.afterAll(forgetSessions);

test('a camp with two children has one appointment, one receipt and one calendar file, and the mail opens this page', async ({
  page,
}) => {
  const camp = (await camps()).findLast(
    ({ tier, capacity, current_enrollments }) => tier === 'spark' && capacity - current_enrollments > 3,
  );
  if (!camp) throw new Error('no camp');
  const names = [`Ana ${test.info().project.name}`, `Ben ${test.info().project.name}`];
  await buy(page, {
    email: who('camp'),
    lines: [0, 1].map((child) => ({ offer_id: 'tier-spark', camp_id: camp.id, child })),
    children: names,
  });
  const mail = await mailAbout(who('camp'), /You’re in/);
  await page.goto(linkIn(mail, `${env('SITE_URL')}/camp-booking-success?order=`));
  await expect(page.getByRole('heading', { level: 1, name: 'Booking Confirmed!' })).toBeFocused();
  await expect(page.getByText(`${names[0]} and ${names[1]} are in.`)).toBeVisible();
  await expect(page.locator('.confirmation-ticket')).toHaveCount(1);
  await expect(page.getByText(/8\.30 am to 5\.00 pm each day/)).toBeVisible();
  await expect(page.getByText('Pass activated successfully!')).toBeHidden();
  await expect(page.getByText('A spare shirt')).toBeVisible();
  await expect(page.getByText(`Spark Camp, ${names[1]}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Write to the camp team' })).toHaveAttribute('href', /wa\.me/);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  const file = calendarOf(mail);
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(file).toContain('RRULE:FREQ=DAILY;COUNT=3');
  expect(file).toContain(`DTSTART:${camp.start_date.replaceAll('-', '')}T003000Z`);
  expect(file.match(/BEGIN:VALARM/g)).toHaveLength(2);
  expect(mail.text).toContain('Total paid');
});

test('a pass says that it is active, and how it renews', async ({ page }) => {
  const session = await makeSession();
  await buy(page, {
    email: who('flexi'),
    lines: [{ offer_id: 'pass-flexi', session_id: session, child: 0 }],
    children: [`Finn ${test.info().project.name}`],
  });
  await expect(page.getByText('Pass activated successfully!')).toBeVisible();
  await expect(page.getByText('Renews every 4 weeks', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Join the (Saturday|Sunday) group/ })).toBeVisible();
  await expectAccessible(page);
});

test('the page names a try-out that the child had before, the other bookings, and where the mails went', async ({
  page,
}) => {
  const email = who('had');
  const children = [`Uma ${test.info().project.name}`];
  const tryOut = { offer_id: 'pass-tryout', child: 0 };
  await buy(page, { email, lines: [{ ...tryOut, session_id: await makeSession() }], children });
  await expect(page.getByText(`The receipt is on its way to ${email}.`)).toBeVisible();
  const lines = [{ offer_id: 'pass-flexi', session_id: await makeSession(), child: 0 }];
  const order = await buy(page, {
    email,
    // Not at the same time, because a child can't be in two places.
    lines: [...lines, { ...tryOut, session_id: await makeSession({ fromHour: 4 }) }],
    children,
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Booking Confirmed!' })).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'A Try-Out was not booked' });
  await expect(note).toContainText(new RegExp(`${children[0]}, .+, .+, (Sat|Sun) \\d+ .* (am|pm)`));
  await expect(note).toContainText(
    `We are refunding ${formatMoney(order.lines[1]?.total_cents ?? 0)} to your original payment method`,
  );
  await expect(page.locator('.confirmation-ticket')).toHaveCount(1);
  await expectAccessible(page);
});

test('a pending payment is shown as pending, and nobody is asked to pay again', async ({ page }) => {
  await page.clock.install();
  const session = await makeSession();
  const { body: order } = await rpc<OrderView>('hold_order', {
    p_order: {
      lines: [{ offer_id: 'pass-tryout', session_id: session, child: 0 }],
      children: [{ dob: '2017-03-14' }],
    },
  });
  const { body: checkout } = await call<{ url?: string }>('create-checkout', {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: {
      parent: { name: 'Mei Tan', email: who('pending'), phone: '+6591234567' },
      children: [{ name: `Pia ${test.info().project.name}`, dob: '2017-03-14' }],
      consents: { terms: true, activity: true },
    },
  });
  await page.goto(`${env('SITE_URL')}/payment-success?order=${order.secret}`);
  await expect(page.getByText('Looking for your payment…')).toBeVisible();
  const pending = page.getByRole('heading', { name: 'Your payment is on its way' });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(pending).toBeVisible({ timeout: 200 });
  }).toPass();
  await expectAccessible(page);

  await page.goto(checkout.url ?? '');
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
});

test('if the payment cannot be checked, the page shows the pass as not activated and repeats the check', async ({
  page,
}) => {
  await page.clock.install();
  const session = await makeSession();
  const { body: order } = await rpc<OrderView>('hold_order', {
    p_order: { lines: [{ offer_id: 'pass-term', session_id: session }] },
  });
  await page.route('**/handle-pass-payment-success', (route) => route.abort());
  await page.goto(`${env('SITE_URL')}/payment-success?order=${order.secret}`);
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText('Failed to activate pass')).toBeVisible({ timeout: 200 });
  }).toPass();
  await expectAccessible(page);
  await page.unroute('**/handle-pass-payment-success');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Looking for your payment…')).toBeVisible();
});

test('a second try-out alone is not booked: the page names the child and the refund', async ({ page }) => {
  const children = [`Eli ${test.info().project.name}`];
  const buyTryout = async () => {
    const lines = [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }];
    return buy(page, { email: who('again'), lines, children });
  };
  await buyTryout();
  const order = await buyTryout();
  await expect(page.getByRole('heading', { level: 1, name: 'This is not booked' })).toBeVisible();
  const note = page.getByRole('status').filter({ hasText: 'A Try-Out was not booked' });
  await expect(note).toContainText(`${children[0]}, `);
  await expect(note).toContainText(
    `We are refunding ${formatMoney(order.total_cents)} to your original payment method`,
  );
  await expectAccessible(page);
});
