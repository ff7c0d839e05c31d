/** On a rainy morning a coach writes to the families of today's class by phone, and nobody writes twice. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { classToday, openRosterEntry } from '../support/staff.ts';
import { test } from '../support/test.ts';

test(
  'a coach opens a prepared message from the roster, marks it as sent, and takes it back',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Rainer Tan']);
    await sql()`update public.profiles set phone = '+6591234567' where id = ${parent.userId}`;
    const place = await classToday(parent, 'Rainer Tan');
    await enter(page, { email: 'coach@otter.test' }, '/management/roster');
    await openRosterEntry(page, place);
    await page.getByRole('link', { name: /^Write to families: / }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to families' })).toBeVisible();
    await expect(page.getByText('0 of 1 family written to')).toBeVisible();

    await page.getByRole('button', { name: '30 minutes later' }).click();
    const link = page.getByRole('link', { name: /^Open WhatsApp for Mei Tan, parent of Rainer Tan, / });
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.origin + address.pathname).toBe('https://wa.me/6591234567');
    expect(address.searchParams.get('text')).toMatch(
      /^Hello Mei Tan, this is .+\n\nRainer: .+, .+\n\nWe start 30 minutes later because of the rain\.$/,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Mark as sent to Mei Tan, parent of Rainer Tan, / }).click();
    await expect(page.getByText('1 of 1 family written to')).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Sent .+ by Coach/)).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Undo “Mark as sent” for Mei Tan, parent of Rainer Tan, / })
      .click();
    await expect(page.getByText('0 of 1 family written to')).toBeVisible();
  },
);
