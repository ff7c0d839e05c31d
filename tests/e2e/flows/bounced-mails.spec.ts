/** An e-mail that comes back becomes a task on the first page of the management, with a number to call. */
import { expect } from '@playwright/test';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test(
  'staff see whom to call about a confirmation that came back, and mark it as done',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const email = 'bounce+lena@families.test';
    await buy(page, {
      email,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: ['Kai Bounced'],
    });
    await runChores();
    await expect
      .poll(() => sql()`select 1 from public.bounced_addresses where email = ${email}`, { timeout: 15_000 })
      .toHaveLength(1);
    await enter(page, { email: 'admin@otter.test' }, '/management');
    const list = page.getByRole('region', { name: 'E-mails that bounce' });
    const task = list.getByRole('listitem').filter({ hasText: 'parent of Kai Bounced' });
    await expect(task).toContainText('There is no mailbox with this address · since');
    await expect(task.getByRole('link', { name: /^Call \+65 .+, parent of Kai Bounced$/ })).toHaveAttribute(
      'href',
      /^tel:\+65/,
    );
    await expectAccessible(page);
    await task.getByRole('button', { name: /^Mark as done: .+, parent of Kai Bounced$/ }).click();
    await expect(task).toBeHidden();
  },
);
