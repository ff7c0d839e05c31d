import { expect, type Page } from '@playwright/test';
import { formatMoney } from '#contract/format.ts';
import { buy, forgetSessions, mailAbout, makeSession, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, runChores, sql } from '../support/backend.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const line = (page: Page, name: RegExp) => page.getByRole('region', { name });
const question = (page: Page) => page.getByRole('group', { name: 'Cancel this pass?' });

async function buyPass(page: Page, pass: 'term' | 'flexi') {
  const { name: project } = test.info().project;
  const email = `unused.${pass}.${project}@families.test`;
  const order = await buy(page, {
    email,
    lines: [{ offer_id: `pass-${pass}`, session_id: await makeSession(), child: 0 }],
    children: [`Ida ${pass} ${project}`],
  });
  return { email, order };
}

test('a parent who cancels a used pass sees before what is left and the refund, and the history stays', async ({
  page,
}) => {
  const { email, order } = await buyPass(page, 'term');
  const ahead = await makeSession();
  await sql()`update bookings b set attended = true from order_children c join orders o on o.id = c.order_id
    where o.secret = ${order.secret} and b.child_id = c.child_id`;
  await sql()`select private.book(${ahead}, p.child_id, p.family_id, p.id) from passes p
    join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id where o.secret = ${order.secret}`;
  const refund = formatMoney(Math.round((order.total_cents * 17) / 18));

  await page.goto(await manageLink(email));
  const card = line(page, /^Ida term .*Term/);
  await card.getByRole('button', { name: 'Cancel the pass' }).click();
  await expect(question(page)).toContainText('17 of 18 sessions are left.');
  await expect(question(page)).toContainText(`${refund} will be refunded the same way you paid.`);
  await expectAccessible(page);
  await question(page)
    .getByRole('button', { name: `Cancel and get ${refund} back` })
    .click();
  await expect(page.getByText(/^Cancelled: Ida term .*, Term/)).toContainText(`${refund} will be refunded.`);
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(refund);
  await expect(card.getByText('1 of 18 sessions was used, and the rest were cancelled.')).toBeVisible();
  await expectAccessible(page);

  const bookings = await sql()`select b.status, b.attended from bookings b
    join order_children c on c.child_id = b.child_id join orders o on o.id = c.order_id
    where o.secret = ${order.secret} order by b.attended`;
  expect(bookings.map(({ status, attended }) => `${String(status)} ${String(attended)}`)).toEqual([
    'booked true',
    'cancelled null',
  ]);
  await runChores();
  const mail = await mailAbout(email, /^Cancelled: /);
  expect(mail.text.replace(/\s+/g, ' ')).toContain('1 of 18 sessions was used, and 17 were left.');
  expect(mail.text).toContain(refund);
});

test('a renewing pass that is cancelled renews neither here nor at the payment provider', async ({
  page,
}) => {
  const { email, order } = await buyPass(page, 'flexi');
  const statusIs = (status: string) =>
    eventually(
      `the renewal is ${status}`,
      () => sql()`select s.status from pass_subscriptions s join order_lines l on l.id = s.order_line_id
        join orders o on o.id = l.order_id where o.secret = ${order.secret}`,
      ([row]) => row?.['status'] === status,
    );
  await statusIs('active');
  await page.goto(await manageLink(email));
  const renewal = line(page, /^Renewal$/);
  await expect(renewal.getByText(/^Renews on /)).toBeVisible();
  await line(page, /^Ida flexi .*Flexi/)
    .getByRole('button', { name: 'Cancel the pass' })
    .click();
  await expect(question(page)).toContainText('This cancels the whole pass, all 4 sessions.');
  await expect(question(page)).toContainText('The pass will not renew, and your card will not be charged.');
  await question(page)
    .getByRole('button', { name: /^Cancel and get S\$/ })
    .click();
  await expect(renewal.getByText('It has ended and will not renew.')).toBeVisible();
  await expectAccessible(page);
  await runChores();
  await statusIs('ended');
});
