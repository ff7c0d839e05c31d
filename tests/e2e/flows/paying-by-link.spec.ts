/** A grandparent pays a parent's order by a link (decisions "Paying by link"). */
import { expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { fillCheckout } from '../support/booking.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

const sendButton = (page: Page) =>
  page.getByRole('button', { name: 'Send a payment link to somebody else' }).filter({ visible: true });
const waitingRegion = (page: Page) => page.getByRole('region', { name: 'Waiting for payment' });

test(
  'a parent sends a payment link, somebody else pays, and the parent has the booking',
  { tag: ['@once', '@look'] },
  async ({ page, browser }, info) => {
    test.setTimeout(180_000);
    const camp = await makeSpark(4);
    createdCamps.push(camp);
    const parent = {
      name: 'Mei Tan',
      email: `by.link.${info.project.name}@example.com`,
      phone: '81234567',
      child: 'Kai Zephyrin',
    };
    const price = `S$${camp.price.toLocaleString('en-SG')}`;
    await openCampCheckout(page, camp);

    await test.step('the parent can send nothing before the form is complete', async () => {
      await sendButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Please fix' })).toBeFocused();
      await expect(waitingRegion(page)).toHaveCount(0);
      await fillCheckout(page, parent);
    });

    const address =
      await test.step('the parent creates the link, and finds it again after a reload', async () => {
        await sendButton(page).click();
        await expect(waitingRegion(page)).toContainText(`Anybody who has it can pay ${price} until`);
        await expectAccessible(page);
        const link = await waitingRegion(page).getByLabel('Payment link').inputValue();
        expect(link).toMatch(/\/pay#[0-9a-f]{32}$/);
        await expect(waitingRegion(page).getByRole('link', { name: 'Send on WhatsApp' })).toHaveAttribute(
          'href',
          new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(link)}$`),
        );
        await page.reload();
        await expect(waitingRegion(page).getByLabel('Payment link')).toHaveValue(link);
        return link;
      });

    await test.step('the payer sees what the link is for, and nothing of the family', async () => {
      const { viewport, hasTouch = false, isMobile = false } = info.project.use;
      const device = await browser.newContext({
        ...(viewport ? { viewport } : {}),
        hasTouch,
        isMobile,
        timezoneId: 'America/New_York',
      });
      const payer = await device.newPage();
      await payer.goto(address);
      await expect(payer.getByRole('heading', { level: 1 })).toHaveText('Mei asks you to pay for a booking');
      await expect(payer).toHaveURL(`${env('SITE_URL')}/pay`);
      const main = payer.getByRole('main');
      await expect(main).toContainText('Spark Camp, East Coast');
      await expect(main).toContainText('For one child. Booked by Mei');
      await expect(main).toContainText('A refund goes back to the card or account that you pay with.');
      await expect(main).not.toContainText(/Kai|Zephyrin|Tan|2018|@example|8123/);
      await expectAccessible(payer);

      await payer.getByRole('link', { name: `Pay ${price}` }).click();
      await payer.waitForURL(`${env('STRIPE_API_URL')}/**`);
      await expect(payer.getByLabel('E-mail')).toHaveValue('');
      await expect(payer.locator('body')).not.toContainText(parent.email);
      await payer.getByRole('link', { name: /^Back to/ }).click();
      await payer.getByRole('link', { name: `Pay ${price}` }).click();
      await payer.getByLabel('E-mail').fill('nenek@example.com');
      await payer.getByRole('button', { name: `Pay ${price}` }).click();
      await expect(payer.getByRole('heading', { level: 1 })).toHaveText('Paid, thank you');
      await expect(payer.getByRole('main')).toContainText('The booking is confirmed for Mei.');
      await expectAccessible(payer);
      const storedText = await payer.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      );
      expect(payer.url() + storedText).not.toMatch(/order=|secret|camp-booking-success|Kai/);
      await payer.goto('about:blank');
      await device.close();
    });

    await test.step('the parent’s page says that it is paid', async () => {
      await page.waitForURL('**/camp-booking-success?**', { timeout: 30_000 });
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    });

    const [order] = await sql()`
    select o.parent_email as email, (select count(*)::integer from camp_enrollments e where e.camp_id = ${camp.campId}) as places,
      exists (select from auth.users where email = 'nenek@example.com') as account
    from orders o join order_lines l on l.order_id = o.id where l.camp_id = ${camp.campId} and o.paid_at is not null`;
    expect(order).toEqual({ email: parent.email, places: 1, account: false });
  },
);

test('a parent who pays with the link continues on their own pages', { tag: '@once' }, async ({ page }) => {
  const camp = await makeSpark(4);
  createdCamps.push(camp);
  const parent = { name: 'Mei Tan', email: 'own.link@example.com', phone: '81234567', child: 'Kai' };
  await openCampCheckout(page, camp);
  await fillCheckout(page, parent);
  await sendButton(page).click();
  await waitingRegion(page).getByRole('link', { name: 'Pay for the booking yourself' }).click();
  await page.getByRole('link', { name: /^Back to/ }).click();
  await expect(waitingRegion(page)).toBeVisible();
  await waitingRegion(page).getByRole('link', { name: 'Pay for the booking yourself' }).click();
  await page.getByLabel('E-mail').fill(parent.email);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await page.waitForURL('**/camp-booking-success?**');
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
});

test(
  'a link that is wrong, or whose booking was changed, says so',
  { tag: '@once' },
  async ({ page, browser }) => {
    await page.goto(`${env('SITE_URL')}/pay`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is not a complete link');
    await expectAccessible(page);
    const camp = await makeSpark(4);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    await fillCheckout(page, {
      name: 'Mei Tan',
      email: 'changed.link@example.com',
      phone: '81234567',
      child: 'Kai',
    });
    await sendButton(page).click();
    const address = await waitingRegion(page).getByLabel('Payment link').inputValue();
    const device = await browser.newContext();
    const payer = await device.newPage();
    await payer.goto(address);
    await expect(payer.getByRole('heading', { level: 1 })).toHaveText('Mei asks you to pay for a booking');
    // Another child changes the price, so the parent agrees to it and sends a new link.
    await page.getByRole('button', { name: 'Add a child' }).click();
    await expect(sendButton(page)).toBeVisible();
    await payer.reload();
    await expect(payer.getByRole('heading', { level: 1 })).toHaveText('This booking can no longer be paid');
    await payer.goto('about:blank');
    await device.close();
  },
);
