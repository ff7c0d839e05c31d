/** Staff see who waits, add spots, and remove and restore an entry. Nobody else can open the waitlists. */
import { expect } from '@playwright/test';
import type { InferOutput } from 'valibot';
import type { JoinedWaitlist } from '#contract/waitlists.ts';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { hold, rpc, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const admin = { email: 'admin@otter.test' };

/** Joins the waitlist and confirms, as with the e-mail's link. */
async function joinAndConfirm(session: string, name: string, children: string[]): Promise<void> {
  const email = `${name.toLowerCase().replace(' ', '.')}.${test.info().project.name}@families.test`;
  const { body } = await rpc<InferOutput<typeof JoinedWaitlist>>('join_waitlist', {
    p_entry: {
      session_id: session,
      parent: { name, email, phone: '+6598765432' },
      children: children.map((child) => ({ name: child, dob: '2017-05-01' })),
    },
  });
  await sql()`select public.confirm_waitlist_entry(secret, private.confirm_token(e))
    from waitlist_entries e where id = ${body.entry_id}`;
}

test(
  'an admin removes and restores an entry, and adds a spot that goes to the next family',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const session = await makeSession({ capacity: 1 });
    expect((await hold(session)).status).toBe(200);
    const child = `Zara ${project.name}`;
    await joinAndConfirm(session, 'Aisha Rahman', [child, 'Omar']);
    await joinAndConfirm(session, 'Priya Menon', ['Tara']);

    await enter(page, admin, '/management/waitlists');
    await expect(page.getByRole('heading', { name: 'Waitlists' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search waitlists' }).fill(child);
    const row = page.getByRole('table').getByRole('link');
    await expect(row).toHaveCount(1);
    await expect(page.getByRole('row').last()).toContainText('3 spots wanted');
    await expectAccessible(page);

    await row.press('Enter');
    const queue = page.getByRole('dialog');
    const first = queue.getByRole('listitem').filter({ hasText: 'Aisha Rahman' });
    await expect(first).toContainText(`${child} (9), Omar (9) · 2 spots`);
    await expect(first.getByRole('link', { name: 'WhatsApp Aisha Rahman' })).toHaveAttribute(
      'href',
      /wa\.me\/6598765432\?text=Hello%20Aisha.*number%201/,
    );
    await expectAccessible(page);

    await queue.getByRole('button', { name: 'Remove: Aisha Rahman' }).click();
    await expect(
      queue.getByText(`Removed from the waitlist: Aisha Rahman for ${child} and Omar, `).first(),
    ).toBeVisible();
    await queue.getByRole('button', { name: 'Undo' }).click();
    await expect(
      queue.getByText(`Back on the waitlist as number 1: Aisha Rahman for ${child} and Omar, `),
    ).toBeVisible();

    await queue.getByRole('button', { name: 'Add 1 spot' }).click();
    await expect(
      queue.getByText(/1 spot more\. Priya Menon \(1 spot, for .+\) will get an offer by e-mail at once/),
    ).toBeVisible();
    await expectAccessible(page);
    await queue.getByRole('button', { name: 'Add 1 spot' }).click();
    await expect(queue.getByText(/1 spot more: .+\. Offered to Priya Menon/)).toBeVisible();
    const second = queue.getByRole('listitem').filter({ hasText: 'Priya Menon' }).first();
    await expect(second).toContainText('Offered until');
    await second.getByText('History').click();
    await expect(second.getByText(/^E-mail.*: we are holding a spot/)).toBeVisible();
    await expectAccessible(page);
    const [sessionAfter] = await sql()`select max_capacity from sessions where id = ${session}`;
    expect(sessionAfter).toEqual({ max_capacity: 2 });

    await page.keyboard.press('Escape');
    await expect(queue).toBeHidden();
    await expect(page.getByRole('row').last()).toContainText('1 open');
  },
);

test(
  'a business admin may open the page, and a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'business@otter.test' }, '/management/waitlists');
    await expect(page.getByRole('heading', { name: 'Waitlists' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/management/waitlists');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);
