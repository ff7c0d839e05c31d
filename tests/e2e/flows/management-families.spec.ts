/**
 * Staff find and read families, with health on request, write notes, and merge two families (decisions
 * "/management/families").
 */
import { expect } from '@playwright/test';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { reportHealth } from '../support/staff.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const path = '/management/families';
const admin = { email: 'admin@otter.test' };

test(
  'an admin finds a family, opens its health, adds a note, and merges a guest’s family into it',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const name = `Quentin of ${project.name}`;
    const parent = await makeParent([name]);
    await reportHealth(parent, name, 'Walnuts');
    // The same parent bought as a guest before they had the account.
    const order = await buy(page, {
      email: parent.email,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: [name],
    });
    await sql()`update public.children set dob = '2018-03-14' where name = ${name}`;
    await enter(page, admin, path);
    await expect(page.getByRole('heading', { name: 'Families' })).toBeVisible();
    const rows = page.locator('.staff-table tbody a');
    await expect(rows.first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search families' }).fill(name.toLowerCase());
    await expect(rows).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search families' }).fill(order.number);
    await expect(rows).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search families' }).fill(parent.email);
    await expect(rows).toHaveCount(2);
    await page
      .getByRole('row', { name: parent.name })
      .filter({ hasText: 'Account' })
      .getByRole('link')
      .press('Enter');
    await expect(page.getByRole('heading', { name: parent.name, level: 1 })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`family=${parent.familyId}`));

    const children = page.getByRole('region', { name: 'Children' });
    await expect(children).toContainText('Level 1');
    await expect(page.getByText('No views of health details yet.')).toBeVisible();
    await expect(page.getByText('Walnuts')).toHaveCount(0);
    await children.getByRole('button', { name: `Health and pick-up of ${name}` }).click();
    await expect(children.getByRole('group', { name: `What we know about ${name}` })).toContainText(
      'Walnuts',
    );
    await expect(page.getByRole('region', { name: 'Who viewed health details' })).toContainText(
      `Priya Nair ${name}: health`,
    );
    await expectAccessible(page);

    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('button', { name: 'Save note' }).click();
    await expect(notes.getByText('Please write something.')).toBeVisible();
    await notes.getByLabel('A note for colleagues').fill('Calls back after six');
    await notes.getByRole('combobox', { name: 'About' }).selectOption(name);
    await notes.getByRole('button', { name: 'Save note' }).click();
    await expect(notes.getByRole('listitem')).toContainText(`Calls back after six${name} · Priya Nair`);
    await expect(notes.getByLabel('A note for colleagues')).toHaveValue('');
    await notes.getByRole('button', { name: 'Delete note' }).click();
    await expect(notes.getByText('The note will be deleted for good.')).toBeVisible();
    await notes.getByRole('button', { name: 'Keep note' }).click();

    const same = page.getByRole('region', { name: 'Possible duplicates' });
    await expect(same).toContainText('Same child');
    await expect(same).toContainText('Same e-mail');
    await same.getByRole('button', { name: /^Compare with/ }).click();
    const preview = same.getByRole('group', { name: 'What merging will change' });
    await expect(preview).toContainText(
      `${name} (8) has the same name and birthday in both, so we will merge the two.`,
    );
    await expect(preview).toContainText('This can’t be undone');
    await expectAccessible(page);
    // The preview changes nothing.
    const [before] = await sql()<{ n: number }[]>`
    select count(*) as n from public.families where contact_email = ${parent.email}`;
    expect(Number(before?.n)).toBe(2);
    await preview.getByRole('button', { name: /^Merge / }).click();
    await expect(page.getByText('Families merged.')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: order.number }),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Possible duplicates' })).toContainText('No other family');
    const [after] = await sql()<{ n: number }[]>`
    select count(*) as n from public.families where contact_email = ${parent.email}`;
    expect(Number(after?.n)).toBe(1);
    await page.getByRole('link', { name: '← All families' }).click();
    await expect(rows).toHaveCount(1);
  },
);

test(
  'a coach and a parent are sent home, and a missing family and a failed request are reported',
  {
    tag: '@once',
  },
  async ({ page }) => {
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, path);
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
    await enter(page, admin, `${path}?family=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByRole('heading', { name: 'This family is no longer on record.' })).toBeVisible();
    await expectAccessible(page);
    await page.route(/\/rpc\/get_family_page$/, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The family did not load.')).toBeVisible();
    await page.unroute(/\/rpc\/get_family_page$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'This family is no longer on record.' })).toBeVisible();
  },
);
