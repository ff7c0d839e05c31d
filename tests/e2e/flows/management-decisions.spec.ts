/**
 * Staff filter and resolve decisions, which then disappear from the list. Nobody else can open them
 * (spec 1 §2 and §6).
 */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test(
  'an admin opens a decision, reads what it does, and then resolves it',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const order = await buy(page, {
      email: `decide.${project.name}@families.test`,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      // Only this test uses this child, because a second try-out of one child would be refunded.
      children: [`Dee of ${project.name}`],
    });
    await sql()`
    insert into public.payment_decisions (kind, payment_id, order_id)
    select 'duplicate_payment', p.id, o.id from public.orders o join public.payments p on p.order_id = o.id
    where o.number = ${order.number}`;
    await enter(page, { email: 'admin@otter.test' }, '/management');
    const today = page.getByRole('region', { name: 'Decisions' });
    await expect(today.getByRole('link', { name: order.number })).toBeVisible();
    await today.getByRole('link', { name: 'Decisions' }).click();
    await expect(page).toHaveURL(/\/management\/decisions/);
    const list = page.getByRole('list', { name: 'Decisions' });
    const row = list.getByRole('listitem').filter({ hasText: order.number });
    await expect(row).toContainText('The same order was paid again.');
    await expectAccessible(page);

    await page.getByRole('radio', { name: /^Paid twice/ }).check();
    await expect(page).toHaveURL(/kind=duplicate_payment/);
    await row.getByRole('button', { name: 'Keep the payment' }).click();
    await expect(row).toContainText('and the family will get nothing for it. This can’t be undone.');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Decide later' }).click();
    await expect(row.getByRole('button', { name: 'Keep the payment' })).toBeFocused();
    await row.getByRole('button', { name: 'Keep the payment' }).click();
    // A colleague decides first. That is reported, and nothing happens twice.
    await sql()`
    update public.payment_decisions d set status = 'resolved', resolution = 'accepted', resolved_at = now()
    from public.orders o where o.id = d.order_id and o.number = ${order.number}`;
    await row.getByRole('button', { name: 'Save decision' }).click();
    await expect(page.getByText('Somebody has already decided this.')).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Check the books' }).click();
    await expect(page.getByRole('button', { name: 'Check the books' })).toBeVisible();
  },
);

test(
  'an admin says what a refund made at Stripe was for',
  { tag: '@once' },
  async ({ page }, { project }) => {
    const child = `Pia of ${project.name}`;
    const order = await buy(page, {
      email: `external.${project.name}@families.test`,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: [child],
    });
    await sql()`
    select public.record_external_refund(jsonb_build_object('refund_id', 're_' || o.number,
      'payment_intent', p.payment_intent, 'amount_cents', 500, 'status', 'succeeded'))
    from public.orders o join public.payments p on p.order_id = o.id where o.number = ${order.number}`;
    await enter(page, { email: 'admin@otter.test' }, '/management/decisions?kind=external_refund');
    const row = page
      .getByRole('list', { name: 'Decisions' })
      .getByRole('listitem')
      .filter({ hasText: order.number });
    await row.getByRole('radio', { name: 'For one of these items, which stays booked' }).check();
    await row.getByRole('radio', { name: new RegExp(`^${child} · `) }).check();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Show what this does' }).click();
    await expect(row).toContainText('The S$5 will come off its price only');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Save decision' }).click();
    await expect(page.getByText('Decided: the refund comes off the price of that booking.')).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

test('a coach and a parent are sent home', { tag: '@once' }, async ({ page }) => {
  for (const email of ['coach@otter.test', 'parent@otter.test']) {
    await enter(page, { email }, '/management/decisions');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  }
});
