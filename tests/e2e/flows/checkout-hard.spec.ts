import { type Browser, expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { cancelSession, sql } from '../support/backend.ts';
import { fillCheckout, fillConfidence, goToPayment, payButton, sessionButton } from '../support/booking.ts';
import { closeCamps, expectAccessibleForm, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

/** Tests what can go wrong around a checkout: clocks, staff, other families, and double clicks. */
test.setTimeout(120_000);
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
const spark = async (capacity = 10) => {
  const camp = await makeSpark(capacity);
  createdCamps.push(camp);
  return camp;
};
const buyerOf = (email: string) => ({
  name: 'Tan Li Hua',
  email,
  phone: '81234567',
  child: `Kai ${email.split('@')[0] ?? ''}`,
});

for (const [what, hours] of [
  ['nine hours ahead', 9],
  ['seven hours behind', -7],
  ['ten years behind', -10 * 365 * 24],
] as const)
  test(`the checkout counts by the server’s clock and takes the payment in a browser whose clock is ${what}`, async ({
    page,
  }, { project }) => {
    const parent = buyerOf(`clock${hours}.${project.name}@example.com`);
    const camp = await spark();
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await openCampCheckout(page, camp);
    const clock = page.locator('.checkout-hold .clock').filter({ visible: true });
    await expect(clock).toHaveText(/^(30:00|29:\d\d)$/);
    const [held] = await sql()`
      select to_char(max(expires_at) at time zone 'Asia/Singapore', 'FMHH12.MI am') as until
      from holds where camp_id = ${camp.campId}`;
    await expect(page.locator('.checkout-hold .until').filter({ visible: true })).toContainText(
      `until ${String(held?.['until'])}`,
    );
    // The countdown continues, and the hold does not lapse early.
    await page.clock.fastForward('05:00');
    await expect(clock).toHaveText(/^(25:00|24:\d\d)$/);
    await fillCheckout(page, parent);
    await page.reload();
    await expect(clock).toHaveText(/^(30:00|29:\d\d)$/);
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
    await fillConfidence(page, parent);
    await goToPayment(page);
  });

const notOnSale = (page: Page) => page.getByRole('heading', { name: 'That camp is not on sale now' });

test('a camp that staff cancel while it is in a cart is shown as cancelled before the payment', async ({
  page,
}, { project }) => {
  const parent = buyerOf(`calledoff.${project.name}@example.com`);
  const camp = await spark();
  await openCampCheckout(page, camp);
  await fillCheckout(page, parent);
  await cancelSession(camp.campId, 'Haze');
  await payButton(page).click();
  await expect(notOnSale(page)).toBeVisible();
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Choose another camp' })).toHaveAttribute(
    'href',
    '/camps/book',
  );
  await expectAccessibleForm(page);
  const [attempts] = await sql()`select count(*)::int as n from checkout_attempts a
    join order_lines l on l.order_id = a.order_id where l.camp_id = ${camp.campId}`;
  expect(attempts).toEqual({ n: 0 });

  // A later visitor's cart says at once that the camp is full.
  await page.goto(`${env('SITE_URL')}/robots.txt`);
  await page.evaluate(() => {
    localStorage.removeItem('otter_order');
  });
  await page.goto(`${env('SITE_URL')}/checkout?type=camp`);
  await expect(notOnSale(page)).toBeVisible();
});

/** Opens another family's browser, with this project's width. */
async function openFamilyPage(browser: Browser): Promise<Page> {
  const { viewport = null, isMobile = false, hasTouch = false } = test.info().project.use;
  return (await browser.newContext({ viewport, isMobile, hasTouch, userAgent: crawlerUserAgent })).newPage();
}

test('two families press at once for the last spot: one gets it, and the other is told and can join the waitlist', async ({
  browser,
}) => {
  const ownedSession = await ownSession('Black Otter', 1);
  const pages = await Promise.all([openFamilyPage(browser), openFamilyPage(browser)]);
  for (const page of pages) {
    await chooseTeam(page, 'Black Otter');
    await sessionButton(page, ownedSession).click();
    await expect(page.getByText('Question 3 of 3')).toBeVisible();
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Get Term' }).click()));
  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const full = page.getByRole('heading', { name: 'That session has just filled up' });
      await expect(payButton(page).or(full)).toBeVisible();
      return (await full.isVisible()) ? 'refused' : 'held';
    }),
  );
  expect(outcomes.toSorted()).toEqual(['held', 'refused']);
  const loser = pages[outcomes.indexOf('refused')];
  if (!loser) throw new Error('nobody was refused');
  await expect(loser.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
    'href',
    new RegExp(`^/waitlist\\?session=${ownedSession.id}&`),
  );
  const [held] = await sql()`select count(*)::int as n from holds where session_id = ${ownedSession.id}`;
  expect(held).toEqual({ n: 1 });
  for (const page of pages) await page.context().close();
  await ownedSession.close();
});

/** Counts the unpaid orders of a camp, and their open attempts to pay. */
const openOrders = async (campId: string) => {
  const [row] = await sql()`
    select count(distinct o.id)::int as orders,
      count(a.attempt) filter (where a.superseded_at is null and a.closed_at is null)::int as payable
    from orders o left join checkout_attempts a on a.order_id = o.id
    where o.status in ('held', 'awaiting_payment')
      and exists (select from order_lines l where l.order_id = o.id and l.camp_id = ${campId})`;
  return row;
};

test('a parent who uses a double click, the back button and a second tab has one order and one payment page', async ({
  page,
  context,
}, { project }) => {
  const parent = buyerOf(`twice.${project.name}@example.com`);
  const camp = await spark();
  await openCampCheckout(page, camp);
  await fillCheckout(page, parent);
  await payButton(page).dblclick();
  await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
  const payment = page.url();
  expect(await openOrders(camp.campId)).toEqual({ orders: 1, payable: 1 });

  await page.goBack();
  const tab = await context.newPage();
  await tab.goto(`${env('SITE_URL')}/checkout?type=camp`);
  for (const one of [page, tab]) {
    await expect(one.getByLabel('E-mail')).toHaveValue(parent.email);
    await fillConfidence(one, parent);
  }
  await Promise.all([payButton(page).click(), payButton(tab).click()]);
  for (const one of [page, tab]) {
    await one.waitForURL(`${env('STRIPE_API_URL')}/**`);
    expect(one.url()).toBe(payment);
  }
  expect(await openOrders(camp.campId)).toEqual({ orders: 1, payable: 1 });

  await tab.getByRole('button', { name: 'Card declined' }).click();
  await expect(tab.getByRole('alert')).toHaveText(/Your card was declined/);
  await tab.getByRole('button', { name: /^Pay S\$/ }).click();
  await tab.waitForURL('**/camp-booking-success?**');
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('otter_order'))).toBeNull();
  // The other tab finds the order paid, and asks for nothing more.
  await page.goto(`${env('SITE_URL')}/checkout?type=camp`);
  await expect(page.getByRole('heading', { name: 'Nothing in your cart yet' })).toBeVisible();
  const [paid] = await sql()`select count(*)::int as n from payments y join orders o on o.id = y.order_id
    where o.parent_email = ${parent.email}`;
  expect(paid).toEqual({ n: 1 });
  const [enrolled] = await sql()`
    select count(*)::int as n from camp_enrollments where camp_id = ${camp.campId} and status = 'enrolled'`;
  expect(enrolled).toEqual({ n: 1 });
});
