import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { rpc, runChores, sql } from '../support/backend.ts';
import { fillCheckout, fillConfidence, goToPayment, payButton, payText } from '../support/booking.ts';
import {
  childCard,
  closeCamps,
  expectAccessibleForm,
  goToCampCheckout,
  makeSpark,
  openCampCheckout,
} from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.setTimeout(120_000);
const createdCamps: CampDraft[] = [];
test.afterAll(async () => {
  await closeQueue();
  await closeCamps(createdCamps);
});
const setQueue = (values: {
  queue_enabled: boolean;
  queue_above_per_minute: number;
  queue_admits_per_minute: number;
}) => sql()`update settings set ${sql()(values)}`;
const closeQueue = () =>
  setQueue({ queue_enabled: false, queue_above_per_minute: 900, queue_admits_per_minute: 900 });
const spark = async () => {
  const camp = await makeSpark(10);
  createdCamps.push(camp);
  return camp;
};
const buyerOf = (email: string) => ({
  name: 'Tan Li Hua',
  email,
  phone: '81234567',
  child: `Kai ${email.split('@')[0] ?? ''}`,
});

test(
  'a checkout that is left before the response to its hold leaves no second spot occupied',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await spark();
    const countHolds = async () => {
      const [row] = await sql()`
        select count(*)::integer as held from holds where camp_id = ${camp.campId} and expires_at > clock_timestamp()`;
      return row?.['held'] as number;
    };
    // The hold is made, but its response is lost.
    await page.route('**/rpc/hold_order', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await goToCampCheckout(page, camp);
    await expect.poll(countHolds).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`${env('SITE_URL')}/camps`);
    await page.goBack();
    await expect(payButton(page)).toBeEnabled();
    expect(await countHolds()).toBe(1);
  },
);

test('a parent whose hold expired queues, holds again, and loses nothing that was typed', async ({ page }, {
  project,
}) => {
  const parent = buyerOf(`lapse.${project.name}@example.com`);
  const camp = await spark();
  await openCampCheckout(page, camp);
  await fillCheckout(page, parent);
  await sql()`update holds set expires_at = clock_timestamp() - interval '1 second' where camp_id = ${camp.campId}`;
  await payButton(page).click();
  await expect(page.getByText('Your time has run out')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await expectAccessibleForm(page);
  // The spot has been released, and many families book now. Another one has just been admitted.
  await runChores();
  await setQueue({ queue_enabled: true, queue_above_per_minute: 0, queue_admits_per_minute: 1 });
  expect((await rpc('join_queue', {})).body).toMatchObject({ state: 'admitted' });
  await page.getByRole('button', { name: 'Reserve my booking again' }).click();
  await expect(page.getByRole('heading', { name: 'You are in the queue' })).toBeFocused();
  await expect(page.getByText('You are next.')).toBeVisible();
  await expectAccessibleForm(page);
  await sql()`update queue_tickets set admitted_at = admitted_at - interval '1 minute'`;
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole('status').filter({ hasText: 'It’s your turn.' })).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await closeQueue();
  await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
  await expect(page.getByLabel('Your signature')).toHaveValue(parent.name);
  await goToPayment(page);
});

test(
  'a reload, the back button and a second tab find the same order and the same input',
  { tag: '@once' },
  async ({ page }, { project }) => {
    const parent = buyerOf(`back.${project.name}@example.com`);
    const camp = await spark();
    await openCampCheckout(page, camp);
    await page.getByRole('button', { name: 'Add a child' }).click();
    await expect(childCard(page, 2).getByLabel('Child’s full name')).toBeFocused();
    await fillCheckout(page, parent);
    await childCard(page, 2).getByLabel('Child’s full name').fill('Mira');
    await page.reload();
    await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue(parent.child);
    await expect(childCard(page, 2).getByLabel('Child’s full name')).toHaveValue('Mira');
    await expect(page.getByRole('radio', { name: 'Nothing to report' }).first()).not.toBeChecked();
    // The page lists the fields that are never stored, with links to them.
    const notice = page.getByText('Welcome back. Everything you typed is still here').locator('..');
    await notice.getByRole('link', { name: 'Your signature' }).click();
    await expect(page.getByLabel('Your signature')).toBeFocused();
    await expectAccessibleForm(page);
    await childCard(page, 2).getByRole('button', { name: 'Remove Mira' }).click();
    // A child that was removed by mistake can be restored with all details.
    await page.getByText('Mira is no longer in this booking.').getByRole('button', { name: 'Undo' }).click();
    await expect(childCard(page, 2).getByLabel('Child’s full name')).toHaveValue('Mira');
    await childCard(page, 2).getByRole('button', { name: 'Remove Mira' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectAccessibleForm(page);
    await page.mouse.move(0, 0);
    await page.getByRole('heading', { name: 'Almost there.' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0, { timeout: 25_000 });
    await expect(payButton(page)).toHaveText(payText(camp.price));
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await expect(tab.getByLabel('E-mail')).toHaveValue(parent.email);
    await fillConfidence(page, parent);
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByRole('group', { name: 'Person 1' }).getByLabel('Full name').fill('Mdm Rosnah');
    await goToPayment(page);
    await page.goBack();
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
    // The browser scrolls to the bottom of the page again, where Pay is, but the missing fields must be seen first.
    await expect(notice).toBeInViewport({ ratio: 1 });
    for (const [link, place] of [
      ['Health essentials', page.getByRole('radio', { name: 'Nothing to report' })],
      ['Your signature', page.getByLabel('Your signature')],
    ] as const) {
      await notice.getByRole('link', { name: link }).click();
      await expect(place).toBeFocused();
    }
    // The collectors were sent with the first Pay, so they are saved with the order.
    await expect(page.getByRole('group', { name: 'Person 1' }).getByLabel('Full name')).toHaveValue(
      'Mdm Rosnah',
    );
    await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue(parent.child);
    for (const box of ['terms', 'take part'])
      await expect(page.getByRole('checkbox', { name: new RegExp(box) })).toBeChecked();
    await expect(payButton(page)).toBeEnabled();
    const [orders] = await sql()`select count(*)::int as live from orders o
    where o.status in ('held', 'awaiting_payment') and exists (
      select from order_lines l where l.order_id = o.id and l.camp_id = ${camp.campId})`;
    expect(orders).toEqual({ live: 1 });
  },
);

test(
  'a parent who presses Pay without a network pays once when the network is back',
  { tag: '@once' },
  async ({ page, context }, { project }) => {
    const parent = buyerOf(`offline.${project.name}@example.com`);
    const camp = await spark();
    await openCampCheckout(page, camp);
    await fillCheckout(page, parent);
    await page.getByLabel('E-mail').blur();
    await context.setOffline(true);
    await payButton(page).click();
    await expect(page.getByText('You’re offline').filter({ visible: true })).toBeVisible();
    await context.setOffline(false);
    await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await page.getByRole('button', { name: /^Pay S\$/ }).click();
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    const paid = await sql()`
      select o.status from public.orders o
      where exists (select from public.order_lines l where l.order_id = o.id and l.camp_id = ${camp.campId})`;
    expect(paid).toEqual([{ status: 'paid' }]);
  },
);

test('an empty cart offers links', async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/checkout`);
  await expect(page.getByRole('heading', { name: 'Nothing in your cart yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the holiday camps' })).toHaveAttribute('href', '/camps');
  await expectAccessibleForm(page);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('EPIC asks for the week, even in a browser that stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const throwError = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: throwError });
  });
  await page.goto(`${env('SITE_URL')}/checkout?experience=overnight-camping-thu`);
  await expect(page.getByRole('heading', { name: 'Which week?' })).toBeVisible();
  await expect(page.getByText('Overnight camping is by pre-approval only')).toBeVisible();
  await expectAccessibleForm(page);
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  await expect(payButton(page)).toBeEnabled();
  await page.getByLabel('E-mail').fill('a@b.sg');
  await page.getByRole('radio', { name: /Door to door/ }).check();
  await expect(page.getByLabel('Where should we pick them up?')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('a@b.sg');
});
