import { expect, type Page } from '@playwright/test';
import { buy, forgetSessions, linkIn, mailAbout, makeSession, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const card = (page: Page) => page.getByRole('region', { name: /^Renewal$/ });
const manage = (page: Page) => card(page).getByRole('button', { name: 'Manage renewal' });

/** Returns a family with a renewing pass, and the subscription's id at the payment provider. */
async function buyFlexi(page: Page, title: string) {
  const { name: project } = test.info().project;
  const email = `renewal.${title}.${project}@families.test`;
  const order = await buy(page, {
    email,
    lines: [{ offer_id: 'pass-flexi', session_id: await makeSession(), child: 0 }],
    children: [`Ben ${title} ${project}`],
  });
  const [row] = await eventually(
    'a subscription',
    () => sql()`select s.provider_subscription_id as id, s.price_cents as cents,
        to_char(s.current_period_end at time zone 'Asia/Singapore', 'Dy FMDD Mon YYYY') as day
      from pass_subscriptions s join order_lines l on l.id = s.order_line_id
      join orders o on o.id = l.order_id where o.secret = ${order.secret}`,
    (rows) => rows.length > 0,
  );
  return { email, id: String(row?.['id']), day: String(row?.['day']), dollars: Number(row?.['cents']) / 100 };
}

const become = (id: string, status: string) =>
  eventually(
    `the renewal is ${status}`,
    () => sql()`select status from pass_subscriptions where provider_subscription_id = ${id}`,
    ([row]) => row?.['status'] === status,
  );

test('a pass says when it renews and for how much, and when it ends once it was ended in the portal', async ({
  page,
}) => {
  const { email, id, day, dollars } = await buyFlexi(page, 'ends');
  await page.goto(await manageLink(email));
  const renews = card(page).getByText(`Renews on ${day} for S$${dollars}, by card.`);
  await expect(renews).toBeVisible();
  await expectAccessible(page);

  await manage(page).click();
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
  await expect(page.getByText(/^Ends on /)).toBeVisible();
  await become(id, 'cancelling');
  await page.getByRole('link', { name: /^Back to/ }).click();
  await expect(page).toHaveURL(`${env('SITE_URL')}/manage-booking`);
  await expect(
    card(page).getByText(`It ends on ${day} and will not renew. You keep any sessions left.`),
  ).toBeVisible();
  await expectAccessible(page);
  await runChores();
  const stoppedMail = await mailAbout(email, /^Renewal stopped: /);
  expect(stoppedMail.text.replace(/\s+/g, ' ')).toContain('your card will not be charged');

  await manage(page).click();
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await become(id, 'active');
  await page.getByRole('link', { name: /^Back to/ }).click();
  await expect(renews).toBeVisible();
  await runChores();
  await mailAbout(email, /^Renewal back on: /);
});

test('the mail about an unpaid renewal leads to the page that says so, and on to where the card is changed', async ({
  page,
}) => {
  const { email, id } = await buyFlexi(page, 'fails');
  // This does the webhook's work: all tests share the simulated Stripe's clock, so it cannot be moved four weeks
  // ahead.
  await sql()`select public.record_renewal_failure(${sql().json({
    subscription_id: id,
    invoice_id: `in_${id}`,
    attempt: 1,
    next_attempt_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })})`;
  await runChores();
  const mail = await mailAbout(email, /^We could not renew/);
  expect(mail.text.replace(/\s+/g, ' ')).toContain('Nothing was taken from your card');
  await page.goto(linkIn(mail, `${env('SITE_URL')}/manage-booking?access=`));
  await expect(
    card(page).getByText(/^The last payment did not go through\. We will try your card again/),
  ).toBeVisible();
  await expectAccessible(page);
  await manage(page).click();
  await page.getByRole('group', { name: 'Another card' }).getByLabel('Visa ending 4242').check();
  await page.getByRole('button', { name: 'Use this card' }).click();
  await page.getByRole('link', { name: /^Back to/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
});

test('a parent cannot manage a renewal that has ended', async ({ page }) => {
  const { email, id } = await buyFlexi(page, 'ended');
  await sql()`select public.end_subscription(${id})`;
  await page.goto(await manageLink(email));
  await expect(card(page).getByText('It has ended and will not renew.')).toBeVisible();
  await expect(manage(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('when the portal does not open, the page shows an error and the button can be pressed again', async ({
  page,
}) => {
  const { email } = await buyFlexi(page, 'away');
  await page.goto(await manageLink(email));
  await page.route('**/functions/v1/billing-portal', (route) => route.abort());
  await manage(page).click();
  await expect(page.getByText('Something went wrong on our side. Nothing has changed.')).toBeVisible();
  await expect(manage(page)).toBeEnabled();
  await page.unroute('**/functions/v1/billing-portal');
  await manage(page).click();
  await expect(page.getByRole('heading', { name: 'Your plans' })).toBeVisible();
});
