/**
 * A camp is sold for a deposit: the order shows the plan, and the rest is paid by a link (decisions "Deposits and
 * instalments").
 */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { fillCheckout, goToPayment, payButton, payText } from '../support/booking.ts';
import { closeCamps, expectAccessibleForm, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { signInThrough, enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const createdCamps: Awaited<ReturnType<typeof makeSpark>>[] = [];
test.beforeAll(() => sql()`update public.settings set camp_deposits = true, deposit_instalments_max = 2`);
test.afterAll(async () => {
  await sql()`update public.settings set camp_deposits = false, deposit_instalments_max = 1`;
  await closeCamps(createdCamps);
});

test(
  'staff take a deposit at the desk, one instalment on the order, and the last one by card',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const camp = await makeSpark(4);
    createdCamps.push(camp);
    const email = `deposit.${project.name}@families.test`;
    await enter(page, { email: 'admin@otter.test' }, '/sales');
    await page.getByLabel('Find the family').fill('Deposit Family');
    await page.getByRole('button', { name: 'New family' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Mobile').fill('91234567');
    await page.getByLabel('Child’s name').fill('Kai Deposit');
    for (const [part, value] of [
      ['Day', '1'],
      ['Month', '5'],
      ['Year', '2018'],
    ] as const)
      await page.getByLabel(part, { exact: true }).fill(value);
    await page.getByLabel('Item', { exact: true }).selectOption(`camp:${camp.campId}`);
    await page.getByRole('radio', { name: /^A deposit of .* by .*, .* by / }).check();
    await page.getByRole('checkbox', { name: /^The terms/ }).check();
    await page.getByRole('checkbox', { name: /^Taking part/ }).check();
    await page.getByText('Cash', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sell for a deposit of S\$.* in cash$/ }).click();
    await expect(page.getByRole('heading', { name: /^Sold S\$/ })).toBeFocused();
    await expect(page.getByText(/^To pay by/)).toHaveCount(2);

    await page.getByRole('link', { name: 'Open the order' }).click();
    const plan = page.getByRole('region', { name: 'Payment plan' });
    await expect(plan).toContainText('still to pay');
    await expect(plan.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await plan.getByText('Terminal', { exact: true }).click();
    await plan.getByRole('button', { name: /^Record S\$.* as paid/ }).click();
    await expect(page.getByText(/ is recorded\. The family gets a receipt/)).toBeVisible();
    await expect(plan.getByText('Paid', { exact: true })).toHaveCount(2);

    const [order] = await sql()<{ token: string }[]>`
      select private.make_order_link(o.id, 'payment') as token from public.orders o where o.parent_email = ${email}`;
    await page.goto(`${env('SITE_URL')}/pay#${order?.token ?? ''}`);
    await expect(page.getByRole('main')).toContainText('Spark Camp, East Coast');
    await expect(page.getByRole('main')).toContainText(
      'The booking is confirmed, and part of its price is paid.',
    );
    await expect(page.getByRole('main')).not.toContainText('Kai');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Pay S\$/ }).click();
    await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: /^Pay S\$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid, thank you');
    const [money] = await sql()`
      select o.total_cents as total, sum(p.amount_cents)::int as paid, count(*)::int as parts
      from public.orders o join public.payments p on p.order_id = o.id where o.parent_email = ${email} group by 1`;
    expect(money).toMatchObject({ paid: money?.['total'] as number, parts: 3 });
  },
);

test(
  'at the checkout a parent pays a deposit, and the next camp from the balance',
  { tag: ['@look'] },
  async ({ page }) => {
    /** Opens the checkout for a new family with S$2,000 on its balance, which must fill in all details. */
    const open = async (child: string) => {
      const parent = await makeParent([]);
      await sql()`select private.post_balance(${parent.familyId}, 'given', 200000, null, 'For the test')`;
      await signInThrough(page, parent);
      await openCampCheckout(page, camp);
      await fillCheckout(page, { name: parent.name, email: parent.email, phone: '91234567', child });
      return parent;
    };
    const choices = page.getByRole('region', { name: 'How would you like to pay?' });
    const camp = await makeSpark(4);
    createdCamps.push(camp);

    await test.step('the parent pays a deposit, after reading its terms', async () => {
      await open('Kai Deposit');
      await expect(payButton(page)).toHaveText(payText(camp.price));
      await choices.getByRole('radio', { name: /^Pay S\$[\d.,]+ now, the rest by/ }).check();
      await expect(choices).toContainText('give the spot to another family');
      await expect(choices.getByRole('checkbox', { name: /^Use S\$.* of my balance/ })).toBeDisabled();
      await expect(payButton(page)).not.toHaveText(payText(camp.price));
      await expectAccessibleForm(page);
      const paid = ((await payButton(page).textContent()) ?? '').split(' ')[1] ?? '';
      await goToPayment(page);
      await page.getByRole('button', { name: `Pay ${paid}` }).click();
      await expect(page.getByText(/^Deposit paid\. Order/)).toBeVisible();
      await expect(page.getByText(/^To pay by .* We e-mail you a link/)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('the parent pays the rest from the balance, by the link that also takes cards', async () => {
      const [order] = await sql()<{ token: string; family: string; rest: number }[]>`
        select private.make_order_link(o.id, 'payment') as token, o.family_id as family, i.cents as rest
        from public.orders o join public.order_instalments i on i.order_id = o.id and i.status = 'due'
        where o.paid_at is not null and o.channel = 'web' order by o.paid_at desc limit 1`;
      await page.goto(`${env('SITE_URL')}/pay#${order?.token ?? ''}`);
      await page.getByRole('checkbox', { name: /^Use S\$[\d.,]+ from my balance/ }).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: /^Pay S\$[\d.,]+ from my balance$/ }).click();
      await expect(page.getByText('The booking is paid from your balance')).toBeVisible();
      const [left] = await sql()`select private.balance_of(${order?.family ?? ''}) as cents`;
      expect(left).toEqual({ cents: 200_000 - (order?.rest ?? 0) });
    });

    await test.step('the parent pays a part from the balance, and then everything without Stripe', async () => {
      const { familyId } = await open('Mira Balance');
      await choices.getByRole('checkbox', { name: /of my balance/ }).check();
      await expect(
        page.getByRole('button', { name: /^Book with my balance/ }).filter({ visible: true }),
      ).toBeEnabled();
      await choices.getByLabel('How much, in dollars').fill('100');
      await expect(payButton(page)).toHaveText(payText(camp.price - 100));
      await expectAccessibleForm(page);
      await choices.getByLabel('How much, in dollars').fill(String(camp.price));
      await page
        .getByRole('button', { name: /^Book with my balance/ })
        .filter({ visible: true })
        .click();
      await expect(page.getByText(/^Paid\. Order/)).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Of this, from your balance');
      const [balance] = await sql()`select private.balance_of(${familyId}) as cents`;
      expect(balance).toEqual({ cents: 200_000 - camp.price * 100 });
    });
  },
);
