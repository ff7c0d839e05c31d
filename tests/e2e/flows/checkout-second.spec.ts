import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import {
  fillCheckout,
  fillChild,
  fillConfidence,
  goToPayment,
  payButton,
  payText,
} from '../support/booking.ts';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, makeSession, manageLink } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import {
  childCard,
  closeCamps,
  goToCampCheckout,
  goToClassCheckout,
  makeCamp,
  openCampCheckout,
  withSummary,
} from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { mailsTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

test.setTimeout(120_000);
const createdCamps: CampDraft[] = [];
test.afterAll(async () => {
  await closeCamps(createdCamps);
  await forgetSessions();
});
async function newCamp(tier: 'spark' | 'epic'): Promise<CampDraft> {
  const camp = await makeCamp(tier, 10);
  createdCamps.push(camp);
  return camp;
}
const countHeld = async ({ campId }: CampDraft) => {
  const [row] = await sql()`
    select count(*)::integer as held from holds where camp_id = ${campId} and expires_at > clock_timestamp()`;
  return Number(row?.['held']);
};

test(
  'choosing a second camp never drops the first one silently, and Pay says what it pays for',
  { tag: ['@once', '@look'] },
  async ({ page }, { project }) => {
    const [spark, epic] = [await newCamp('spark'), await newCamp('epic')];
    const parent = {
      name: 'Lim Hui Min',
      email: `two.camps.${project.name}@example.com`,
      phone: '81234567',
      child: 'Aaron',
    };
    await openCampCheckout(page, spark);
    await fillCheckout(page, parent);
    await expect(payButton(page)).toHaveText(payText(spark.price));
    await expect(payButton(page)).toContainText('Spark Camp');
    await expect(payButton(page)).toContainText(/East Coast, .+, for Aaron/);
    await expect(page.getByRole('main')).toContainText(/Spark Camp, East Coast, .+ for Aaron/);

    await test.step('the checkout asks before the parent chooses the second camp', async () => {
      await goToCampCheckout(page, epic);
      const question = page.getByRole('region', { name: 'We are already holding one spot' });
      await expect(question).toContainText('Spark Camp');
      await expect(question).toContainText(/East Coast, .+, for Aaron/);
      await expect(question).toContainText('You have now chosen EPIC Camp');
      await expectAccessible(page);
      expect([await countHeld(spark), await countHeld(epic)]).toEqual([1, 0]);
      await question.getByRole('button', { name: /^Finish booking Spark Camp, \w{3} \d+ \w{3}$/ }).click();
      await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue('Aaron');
      await expect(payButton(page)).toContainText('Spark Camp');
    });

    await test.step('the parent gives up the first camp', async () => {
      await page.reload();
      await page.getByRole('button', { name: /^Release that spot and book EPIC Camp/ }).click();
      await expect(payButton(page)).toContainText('EPIC Camp');
      expect([await countHeld(spark), await countHeld(epic)]).toEqual([0, 1]);
    });

    await test.step('or the parent pays for it, and then finds the second camp in the cart', async () => {
      await fillCheckout(page, parent);
      await goToCampCheckout(page, spark);
      await page.getByRole('button', { name: /^Finish booking EPIC Camp/ }).click();
      await fillCheckout(page, parent);
      await goToPayment(page);
      await page.getByRole('button', { name: /^Pay S\$/ }).click();
      await page.waitForURL(`${env('SITE_URL')}/camp-booking-success**`);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
      await expect(page.getByText(/You also chose Spark Camp, .+It is not booked yet/)).toBeVisible();
      await expect(page.getByText('Only you. You can add a person')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Book Spark Camp now' }).click();
      await expect(payButton(page)).toContainText('Spark Camp');
    });
  },
);

test(
  'two camps for two children and a class are one order: paid once, and one part is cancelled by itself',
  { tag: '@once' },
  async ({ page }) => {
    const [spark, epic, session] = [await newCamp('spark'), await newCamp('epic'), await makeSession()];
    const parent = {
      name: 'Ong Siew Ling',
      email: 'basket@families.test',
      phone: '81234567',
      child: 'Ada Ong',
    };
    const countSession = async () => {
      const [row] = await sql()`
        select count(*)::integer as held from holds where session_id = ${session} and expires_at > clock_timestamp()`;
      return Number(row?.['held']);
    };
    const goes = (child: number, name: RegExp) => childCard(page, child).getByRole('checkbox', { name });

    await openCampCheckout(page, spark);
    await fillCheckout(page, parent);
    await test.step('the parent adds a camp and a child, and nothing that was typed is lost', async () => {
      await page.getByRole('link', { name: 'Add another camp' }).click();
      await page.waitForURL('**/camps/book');
      await goToCampCheckout(page, epic);
      await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue(parent.child);
      await expect(goes(1, /^Spark Camp/)).toBeChecked();
      await expect(goes(1, /^EPIC Camp/)).toBeChecked();
      await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
      await page.getByRole('button', { name: 'Add a child' }).click();
      await fillChild(childCard(page, 2), 'Ben Ong', [2, 6, 2017]);
      await expect.poll(() => Promise.all([countHeld(spark), countHeld(epic)])).toEqual([2, 2]);
      await expectAccessible(page);
    });
    await test.step('each child goes only where the parent says', async () => {
      await goes(2, /^Spark Camp/).click();
      await expect(goes(2, /^Spark Camp/)).not.toBeChecked();
      await expect.poll(() => Promise.all([countHeld(spark), countHeld(epic)])).toEqual([1, 2]);
      await expect(goes(1, /^Spark Camp/)).toBeDisabled();
      await page.reload();
      await expect(goes(2, /^Spark Camp/)).not.toBeChecked();
      await expect(goes(2, /^EPIC Camp/)).toBeChecked();
    });
    await test.step('a class is added for the first child', async () => {
      await page.getByRole('link', { name: 'Add a class or a pass' }).click();
      await goToClassCheckout(page, session);
      await expect(goes(1, /^Red Otter/)).toBeChecked();
      await expect(goes(2, /^Red Otter/)).not.toBeChecked();
      expect([await countHeld(spark), await countHeld(epic), await countSession()]).toEqual([1, 2, 1]);
      await withSummary(page, async () => {
        const parts = page.getByRole('region', { name: 'In this order: 3 things' }).getByRole('listitem');
        await expect(parts).toHaveText([
          /^Spark Camp.*for Ada Ong/,
          /^EPIC Camp.*for Ada Ong and Ben Ong/,
          /for Ada Ong/,
        ]);
      });
    });
    await test.step('the parent pays once', async () => {
      await fillConfidence(page, parent);
      await goToPayment(page);
      await page.getByRole('button', { name: /^Pay S\$/ }).click();
      await page.waitForURL(`${env('SITE_URL')}/camp-booking-success**`);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeAttached();
      expect(await mailsTo(parent.email)).toHaveLength(1);
      const rows = await sql()`
        select count(distinct p.id)::integer as payments, count(distinct l.id)::integer as lines
        from orders o join payments p on p.order_id = o.id join order_lines l on l.order_id = o.id and l.status = 'placed'
        where o.parent_email = ${parent.email}`;
      expect(rows[0]).toEqual({ payments: 1, lines: 4 });
    });
    await test.step('the first child’s week is cancelled, and the rest stays', async () => {
      await page.goto(await manageLink(parent.email));
      const part = page.getByRole('region', { name: /Spark Camp/ });
      await part.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: /Cancel and get S\$/ }).click();
      await expect(page.getByText(/^Cancelled: .*Spark Camp/)).toBeVisible();
      const rows = await sql()`
        select l.status, count(*)::integer as n from order_lines l join orders o on o.id = l.order_id
        where o.parent_email = ${parent.email} group by 1 order by 1`;
      expect([...rows]).toEqual([
        { status: 'cancelled', n: 1 },
        { status: 'placed', n: 3 },
      ]);
    });
  },
);
