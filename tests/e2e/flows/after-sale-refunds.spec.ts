import { expect } from '@playwright/test';
import { buy, manageLink } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, rpc, sql } from '../support/backend.ts';
import { assignCoach } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { mailsTo } from '../support/mails.ts';
import { makeParent, signIn, completeDetails } from '../support/parents.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `refund.${title}.${test.info().project.name}@families.test`;
const name = 'What you get back if you cancel';
/** Makes a Spark camp for this test, this many days from now, but not on a Monday, when the demo's camps begin. */
async function makeCamp(days: number): Promise<string> {
  const [row] = await sql()`
    insert into camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity)
    select name, tier, team_types, location_id, private.calendar_today() + ${days}::integer,
      private.calendar_today() + ${days + 2}::integer, 10
    from camp_weeks where tier = 'spark' and is_active and start_date > current_date order by start_date limit 1 returning id`;
  await assignCoach(String(row?.['id']));
  return String(row?.['id']);
}

test(
  'after a move the refund table says from which day it counts, and the button shows the same sum',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const email = who('moved');
    const [first, other] = [await makeCamp(43), await makeCamp(50)];
    await buy(page, {
      email,
      lines: [{ offer_id: 'tier-spark', camp_id: first, child: 0 }],
      children: [`Ada moved ${test.info().project.name}`],
    });
    const token = new URL(await manageLink(email)).searchParams.get('access');
    const [line] = await sql()`
    select l.id from order_lines l join orders o on o.id = l.order_id where o.parent_email = ${email}`;
    await rpc('move_line', {
      p_access: { token },
      p_line_id: String(line?.['id']),
      p_target: { camp_id: other },
      p_expected_difference_cents: 0,
    });
    await page.goto(await manageLink(email));
    const card = page.getByRole('region', { name: /Ada/ });
    const table = card.getByRole('table', { name });
    await expect(table.getByRole('row', { name: /^By / })).toHaveCount(2);
    await expect(
      card.getByText(/^This is counted from your first week, .* because you changed the date\.$/),
    ).toBeVisible();
    const all = (await table.getByRole('cell').first().textContent()) ?? '';
    expect(all).toMatch(/^S\$\d/);
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByRole('button', { name: `Cancel and get ${all} back` })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'the checkout of a camp in two days says before the payment that it is not refundable',
  { tag: '@once' },
  async ({ page }) => {
    const camp_id = await makeCamp(2);
    const order = await rpc<{
      secret: string;
      refund_steps: unknown;
      lines: { cancellation: unknown }[];
    }>('hold_order', {
      p_order: {
        lines: [{ offer_id: 'tier-spark', camp_id, child: 0 }],
        children: [{ dob: '2017-03-14' }],
      },
    });
    expect(order.body.refund_steps).toEqual([{ refund_cents: 0, until: null }]);
    expect(order.body.lines[0]?.cancellation).toBeNull();
    await rpc('release_order', { p_secret: order.body.secret });
    const email = who('soon');
    await buy(page, {
      email,
      lines: [{ offer_id: 'tier-spark', camp_id, child: 0 }],
      children: [`Ben soon ${test.info().project.name}`],
    });
    const row = page.getByRole('table', { name }).getByRole('row', { name: 'From now on S$0' });
    await expect(row).toBeVisible();
  },
);

test(
  'a signed-in parent can have a Term pass refunded until the day of its rule',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan']);
    await completeDetails(parent);
    await signIn(page, parent, '/passes');
    await page.getByRole('link', { name: 'Get Term' }).first().click();
    await page
      .getByRole('dialog', { name: 'Get Term' })
      .getByRole('button', { name: 'Continue to checkout' })
      .click();
    await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await page.getByRole('button', { name: /^Pay S\$/ }).click();
    await page.waitForURL('**/payment-success?**');
    const table = page.getByRole('table', { name });
    await expect(table).toBeVisible();
    const deadlineText = (await table.getByRole('rowheader').first().textContent()) ?? '';
    const [row] = await sql()`
    select to_char((o.paid_at + private.calendar_shift()) at time zone 'Asia/Singapore' + make_interval(days => (t.refund_rules -> 0 ->> 'days_after_purchase')::integer), 'FMDD Mon YYYY') as day
    from orders o join order_lines l on l.order_id = o.id join sale_terms t on t.id = l.terms_id
    where o.family_id = ${parent.familyId}`;
    expect(deadlineText).toContain(`${row?.['day']}`);
    expect(deadlineText).toMatch(/^By the end of /);
    const mails = await eventually(
      'the mail',
      () => mailsTo(parent.email),
      (all) => all.some(({ subject }) => subject.includes('yours')),
    );
    expect(mails.some(({ html }) => html.includes(deadlineText))).toBe(true);
  },
);
