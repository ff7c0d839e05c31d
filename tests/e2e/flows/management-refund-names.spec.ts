/** One camp order has three siblings, and every step of the refund form names the sibling. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { runChores, sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { mailsTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test(
  'an admin refunds one of three siblings, and the mail names that one',
  { tag: '@once' },
  async ({ page }, { project }) => {
    const email = `siblings.${project.name}@families.test`;
    const session_id = await makeSession();
    const children = [`Adam of ${project.name}`, `Bella of ${project.name}`, `Chid of ${project.name}`];
    const order = await buy(page, {
      email,
      lines: children.map((_, child) => ({ offer_id: 'pass-tryout', session_id, child })),
      children,
    });
    await enter(page, { email: 'admin@otter.test' }, `/management/orders?search=${order.number}`);
    await page.getByRole('link', { name: order.number }).click();
    const sheet = page.getByRole('dialog', { name: order.number });
    await expect(sheet.getByRole('button', { name: /^Refund: / })).toHaveCount(3);
    await sheet.getByRole('button', { name: `Refund: ${children[1]}` }).click();
    // The title says who, what, where and when, the row stays highlighted, and the button names the child again.
    await expect(
      sheet.getByRole('heading', { name: new RegExp(`^Refund: ${children[1]}, .+, .+ 20\\d\\d`) }),
    ).toBeVisible();
    await expect(sheet.locator('.order-line[aria-current=true]')).toContainText(children[1] ?? '');
    await sheet.getByLabel('Amount in S$').fill('1');
    const button = sheet.getByRole('button', { name: new RegExp(`^Refund S\\$1: ${children[1]}, `) });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await button.click();
    await expect(sheet.getByText('S$1 is being refunded.', { exact: true })).toBeVisible();
    const rows = await sql()<{ child: string }[]>`
    select c.name as child from public.refunds r join public.order_lines l on l.id = r.order_line_id
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    join public.orders o on o.id = l.order_id where o.number = ${order.number}`;
    expect(rows).toEqual([{ child: children[1] }]);
    await runChores();
    await expect
      .poll(async () =>
        (await mailsTo(email))
          .map(({ subject }) => subject)
          .find((subject) => subject.startsWith('Your refund')),
      )
      .toMatch(/^Your refund of S\$1: Bella, /);
  },
);
