import { expect } from '@playwright/test';
import { buy, forgetSessions, linkIn, mailAbout, makeSession, payLater } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { cardOf } from '../support/booking.ts';
import { cancelSession, runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { mailsTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const tryOutOrder = (title: string, session_id: string) => {
  const { name: project } = test.info().project;
  return {
    email: `told.${title}.${project}@families.test`,
    lines: [{ offer_id: 'pass-tryout', session_id, child: 0 }],
    children: [`Kai told ${title} ${project}`],
  };
};

test('a parent whose bank refuses a payment later is told by mail that nothing is booked, and where to book again', async ({
  page,
}) => {
  const session = await makeSession();
  const order = tryOutOrder('refused', session);
  const finishPayment = await payLater(page, order);
  await expect(page.getByText('Looking for your payment')).toBeVisible();
  await finishPayment(false);
  const mail = await mailAbout(order.email, /^Not booked, because your payment did not arrive/);
  expect(mail.text.replace(/\s+/g, ' ')).toContain('Nothing was taken, and this is not booked');
  const [row] = await sql()`select status from orders where parent_email = ${order.email}`;
  expect(row?.['status']).toBe('expired');
  await page.goto(linkIn(mail, `${env('SITE_URL')}/#`));
  await expect(page.getByText('Question 1 of 3')).toBeInViewport();
});

test('the mail about a class that we cancelled opens the choice of another date', async ({ page }) => {
  const cancelledSession = await makeSession();
  const free = await cardOf(await makeSession());
  const order = tryOutOrder('off', cancelledSession);
  await buy(page, order);
  await mailAbout(order.email, /^You’re in/);
  await cancelSession(cancelledSession, 'Thunderstorm');
  await runChores();
  const mail = await mailAbout(order.email, /^Cancelled/);
  await page.goto(linkIn(mail, `${env('SITE_URL')}/manage-booking?access=`));
  const card = page.getByRole('region', { name: /Try-Out/ });
  await expect(card.getByText('Cancelled by us', { exact: true })).toBeVisible();
  await expect(card.getByText(/^We had to cancel this \w+/)).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Change the date' }).click();
  await card
    .getByRole('radio', { name: new RegExp(`${free.date}, ${free.time.replace('.', '\\.')}`) })
    .check();
  await card.getByRole('button', { name: 'Choose this date' }).click();
  await card.getByRole('button', { name: 'Change the date' }).click();
  await expect(page.getByText('Your new date is booked')).toBeVisible();
  await expect(card.getByText('Booked', { exact: true })).toBeVisible();
  await runChores();
  await mailAbout(order.email, /^Your new date/);
});

test('a parent without any mail enters the address and gets a link to the booking, and a stranger reads the same', async ({
  page,
  browser,
}) => {
  const order = tryOutOrder('lost', await makeSession());
  await buy(page, order);
  const [{ number } = { number: '' }] =
    await sql()`select number from orders where parent_email = ${order.email}`;
  // This is another device, which has stored nothing.
  const otherDevice = await (await browser.newContext()).newPage();
  const answers: string[] = [];
  for (const email of ['nobody.lost@families.test', order.email]) {
    await otherDevice.goto(`${env('SITE_URL')}/manage-booking`);
    await otherDevice.getByLabel('E-mail address of the booking').fill(email);
    await otherDevice.getByRole('button', { name: 'Send me a new link' }).click();
    const answer = otherDevice.getByText(/^If there is a booking under this address/);
    await expect(answer).toBeVisible();
    answers.push(await answer.innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  await runChores();
  const mail = await mailAbout(order.email, /^Your booking /);
  await otherDevice.goto(linkIn(mail, `${env('SITE_URL')}/manage-booking?access=`));
  await expect(otherDevice.getByText(String(number)).first()).toBeVisible();
  expect(await mailsTo('nobody.lost@families.test')).toEqual([]);
  await otherDevice.context().close();
});
