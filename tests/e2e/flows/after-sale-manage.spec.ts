import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, lapse, makeSession, manageLink } from '../support/after-sale.ts';
import { runChores, sql } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { cardOf, type SessionCard } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `after.${title}.${test.info().project.name}@families.test`;

test.afterAll(forgetSessions);

const titleOf = ({ date, time }: SessionCard) => new RegExp(`${date}, ${time.replace('.', '\\.')}`);
const line = (page: Page, name: RegExp) => page.getByRole('region', { name });

async function buyTryOut(
  page: Page,
  title: string,
  session: string,
  before?: (secret: string) => Promise<unknown>,
) {
  const email = who(title);
  await buy(page, {
    email,
    lines: [{ offer_id: 'pass-tryout', session_id: session, child: 0 }],
    children: [`Kai ${title} ${test.info().project.name}`],
    ...(before && { before }),
  });
  return email;
}

test('a parent moves a class to another one: the address hides its token, and a reload still works', async ({
  page,
}) => {
  const from = await makeSession();
  const to = await cardOf(await makeSession());
  const email = await buyTryOut(page, 'move', from);

  await page.goto(await manageLink(email));
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
  await expect(page).toHaveURL(`${env('SITE_URL')}/manage-booking`);
  await page.reload();
  const card = line(page, /Try-Out/);
  await card.getByRole('button', { name: 'Change the date' }).click();
  await expect(page.getByRole('heading', { name: 'Which class instead?' })).toBeFocused();
  await expectAccessible(page);
  await card.getByRole('radio', { name: titleOf(to) }).check();
  await card.getByRole('button', { name: 'Choose this date' }).click();
  await expect(card.getByText('The price stays the same.')).toBeVisible();
  await card.getByRole('button', { name: 'Change the date' }).click();
  await expect(page.getByText('Your new date is booked')).toBeVisible();
  await expect(card.getByText(titleOf(to))).toBeVisible();
  await expectAccessible(page);
  const [row] = await sql()`select b.session_id from bookings b join children c on c.id = b.child_id
    where c.name = ${`Kai move ${test.info().project.name}`} and b.status = 'booked'`;
  expect(row?.['session_id']).toBe(to.id);
});

test('a class that begins too soon to be changed shows this, and offers a contact', async ({ page }) => {
  const email = await buyTryOut(page, 'soon', await makeSession());
  const until = new Date(Date.now() - 3_600_000).toISOString();
  await page.route('**/rpc/get_managed_order', async (route) => {
    const response = await route.fetch();
    const order = (await response.json()) as { lines: { can: object }[] };
    const lines = order.lines.map((one) => ({ ...one, can: { ...one.can, move: null, move_over: until } }));
    await route.fulfill({ response, json: { ...order, lines } });
  });
  await page.goto(await manageLink(email));
  const card = line(page, /Try-Out/);
  await expect(card.getByText('It is now too close to the start.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Change the date' })).toHaveCount(0);
  await expect(card.getByRole('link', { name: /Write to us on WhatsApp/ })).toHaveAttribute(
    'href',
    /wa\.me.*order/,
  );
  await expectAccessible(page);
});

test(
  'a class that becomes full during the choice is shown as full, and nothing is lost',
  { tag: '@once' },
  async ({ page }) => {
    const from = await makeSession();
    const to = await cardOf(await makeSession({ capacity: 1 }));
    const email = await buyTryOut(page, 'raced', from);
    await page.goto(await manageLink(email));
    await page.getByRole('button', { name: 'Change the date' }).click();
    await page.getByRole('radio', { name: titleOf(to) }).check();
    await page.getByRole('button', { name: 'Choose this date' }).click();
    await sql()`update sessions set max_capacity = 0 where id = ${to.id}`;
    const chosen = page.getByRole('group', { name: 'Change to this date?' });
    await chosen.getByRole('button', { name: 'Change the date' }).click();
    await expect(page.getByText('That class has just filled up')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Which class instead?' })).toBeVisible();
  },
);

test('the exact refund is shown before the parent confirms it, and then sent', async ({ page }) => {
  const email = await buyTryOut(page, 'cancel', await makeSession());
  await page.goto(await manageLink(email));
  const card = line(page, /Try-Out/);
  await card.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('group', { name: 'Cancel this booking?' });
  await expect(question.getByText(/refunded the same way you paid/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep the booking' }).click();
  await expect(card.getByText('Booked', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: /Cancel and get S\$/ }).click();
  await expect(page.getByText(/^Cancelled: .*, (Sat|Sun) \d.*\. S\$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(/S\$\d/);
  await expectAccessible(page);
  const refunds = await sql()`select r.amount_cents from refunds r join orders o on o.id = r.order_id
    where o.parent_email = ${email}`;
  expect(refunds).toHaveLength(1);
});

test('a parent says that a child misses a day, moves a camp at the same price, and cancels two children together', async ({
  page,
}) => {
  const email = who('camp');
  const campsWithRoom = (await camps()).filter(
    ({ capacity, current_enrollments }) => capacity - current_enrollments > 2,
  );
  const spark = campsWithRoom.findLast(({ tier }) => tier === 'spark');
  if (!spark) throw new Error('the demo data has too few camps');
  await buy(page, {
    email,
    lines: [0, 1].map((child) => ({ offer_id: 'tier-spark', camp_id: spark.id, child })),
    children: ['Lia', 'Max'].map((name) => `${name} ${test.info().project.name}`),
  });
  await page.goto(await manageLink(email));
  const card = line(page, /Lia/);
  await card.getByRole('button', { name: 'Tell us about a day away' }).click();
  const days = card.getByRole('group', { name: /^On which day is Lia .* away\?$/ });
  await days
    .getByRole('button', { name: /^Not coming: Lia / })
    .first()
    .click();
  await expect(page.getByText(/^Away on .*: Lia .* The coaches can see it\.$/)).toBeVisible();
  await expect(card.getByText(/^Away on .* The spot stays yours\.$/)).toBeVisible();

  await card.getByRole('button', { name: 'Change the date' }).click();
  await card.getByRole('radio', { name: /Spark/ }).and(card.locator(':enabled')).first().check();
  await card.getByRole('button', { name: 'Choose this date' }).click();
  await expect(card.getByText('The price stays the same.')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Change the date' }).click();
  await expect(page.getByText('Your new date is booked')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel everything' }).click();
  const rows = page.getByRole('group', { name: 'Cancel everything?' }).getByRole('listitem');
  await expect(rows).toHaveText([
    /^Lia .*Spark.*, .* 20\d\d\s*(S\$\d+ back|No refund)$/,
    /^Max .*Spark.*, .* 20\d\d\s*S\$\d+ back$/,
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Cancel and get S\$/ }).click();
  await expect(page.getByText(/^Cancelled: Lia .*; Max .*\. S\$/)).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(2);
});

test('a parent manages a pass that renews on the payment provider’s page', async ({ page }) => {
  const email = who('renewal');
  await buy(page, {
    email,
    lines: [{ offer_id: 'pass-flexi', session_id: await makeSession(), child: 0 }],
    children: [`Ben renewal ${test.info().project.name}`],
  });
  await page.goto(await manageLink(email));
  const card = line(page, /^Renewal$/);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Manage renewal' }).click();
  await expect(page).not.toHaveURL(new RegExp(`^${env('SITE_URL')}`));
  await page.goto(`${env('SITE_URL')}/manage-booking`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible();
});

test('a parent saves new details of a child, and known details are not shown', async ({ page }) => {
  const email = await buyTryOut(page, 'told', await makeSession());
  await page.goto(await manageLink(email));
  await page.getByRole('button', { name: /^Tell us something new about Kai/ }).click();
  await expect(page.getByRole('heading', { name: /^About Kai/ })).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Allergies: You have not filled anything in yet' }).click();
  await expect(page.getByLabel('Allergies', { exact: true })).toBeFocused();
  await page.getByLabel('Allergies', { exact: true }).fill('Peanuts');
  const emergency = page.getByRole('group', { name: 'Who should we call in an emergency?' });
  await emergency.getByLabel('Full name').fill('Ann Tan');
  await emergency.getByLabel('Mobile').fill('9123 4567');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved\. The coaches of Kai/)).toBeVisible();
  const [row] = await sql()`select h.allergies from child_health h join children c on c.id = h.child_id
    where c.name = ${`Kai told ${test.info().project.name}`}`;
  expect(row?.['allergies']).toBe('Peanuts');
  await page.reload();
  await page.getByRole('button', { name: /^Tell us something new about Kai/ }).click();
  await expect(page.getByLabel('Allergies', { exact: true })).toHaveValue('');
});

test('a parent gets a new link by number and address; strangers get the same answer', async ({ page }) => {
  const email = await buyTryOut(page, 'lost', await makeSession());
  const [order] = await sql()`select number from orders where parent_email = ${email}`;
  const form = page.getByRole('form', { name: 'Send me a new link' });
  const send = form.getByRole('button', { name: 'Send me a new link' });
  for (const [number, address] of [
    ['OT-0000', 'nobody@families.test'],
    [String(order?.['number']), email],
  ] as const) {
    await page.goto(`${env('SITE_URL')}/manage-booking`);
    await form.getByLabel('Order number').fill(number);
    await send.click();
    await expect(form.getByLabel('E-mail address of the booking')).toBeFocused();
    await expectAccessible(page);
    await form.getByLabel('E-mail address of the booking').fill(address);
    await send.click();
    await expect(page.getByText(/^If there is a booking under this address/)).toBeVisible();
  }
  await runChores();
  const readLinkMails = async () =>
    sql()`select 1 from outbox x join orders o on x.key like '%' || o.id || '%'
      where o.parent_email = ${email} and x.key like 'order_link:%'`;
  expect(await readLinkMails()).toHaveLength(1);
});

for (const [choice, button, outcome, statusAfter] of [
  ['A full refund', 'Refund my payment', 'We are refunding everything you paid', 'Cancelled'],
  ['Keep as credit', 'Keep my payment as credit', 'You have a credit', 'Booked'],
  ['Another date', 'Book this date', 'You are booked', 'Booked'],
] as const)
  test(`a parent whose late payment found no spot chooses: ${choice.toLowerCase()}`, async ({ page }) => {
    const n = ['A full refund', 'Keep as credit', 'Another date'].indexOf(choice);
    const fullSession = await makeSession({ capacity: 1 });
    const free = await cardOf(await makeSession());
    const email = await buyTryOut(page, `late${n}`, fullSession, async (secret) => {
      await lapse(secret);
      await sql()`update sessions set max_capacity = 0 where id = ${fullSession}`;
    });
    await page.goto(await manageLink(email, /please choose/));
    await expect(page.getByRole('heading', { name: 'Your money is safe. The spot is taken.' })).toBeVisible();
    await page.getByRole('radio', { name: new RegExp(choice) }).check();
    if (choice === 'Another date') {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText('Please choose a date for each child.')).toBeVisible();
      await page.getByRole('radio', { name: titleOf(free) }).check();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(outcome)).toBeVisible();
    await expect(line(page, /Try-Out/).getByText(statusAfter, { exact: true })).toBeVisible();
  });

test('the page explains a missing, unknown or expired link, and a server that does not answer', async ({
  page,
}) => {
  await page.goto(`${env('SITE_URL')}/manage-booking`);
  await expect(page.getByRole('heading', { name: 'You need a link to open this page' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${env('SITE_URL')}/manage-booking?access=${'0'.repeat(32)}`);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  const email = await buyTryOut(page, 'over', await makeSession());
  const link = await manageLink(email);
  await sql()`update order_links set expires_at = clock_timestamp()
    where order_id = (select id from orders where parent_email = ${email})`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask on WhatsApp' })).toHaveAttribute('href', /wa\.me/);

  await page.route('**/rpc/get_managed_order', (route) => route.abort());
  await page.reload();
  await expect(
    page.getByRole('alert').getByRole('heading', { name: 'Your booking did not load' }),
  ).toBeVisible();
  await page.unroute('**/rpc/get_managed_order');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});
