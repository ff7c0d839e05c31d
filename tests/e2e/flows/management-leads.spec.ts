/** Staff find leads, answer them, add notes and link them to an order. Nobody else can open them. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { rpc, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const admin = { email: 'admin@otter.test' };

test(
  'an admin answers a lead, adds a note, undoes a step, and links an order',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const name = `Padma ${project.name}`;
    const email = `leads.${project.name}@families.test`;
    await rpc('reserve_spot', {
      p_reservation: { parent_name: name, email, whatsapp: '+65 9876 1234' },
    });
    const order = await buy(page, {
      email,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: [`Anaya of ${project.name}`],
    });
    await enter(page, admin, '/management/leads');
    await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible();
    await page.getByRole('button', { name: /^Reserved \d/ }).click();
    await expect(page).toHaveURL(/status=waitlist_conversion_pending/);
    await page.getByRole('searchbox', { name: 'Search leads' }).fill(name);
    const row = page.getByRole('row').last();
    await expect(row).toContainText('Possibly bought');
    await expectAccessible(page);

    await page.getByRole('link', { name, exact: true }).press('Enter');
    const lead = page.getByRole('dialog', { name });
    await expect(lead.getByRole('link', { name: `WhatsApp ${name}` })).toHaveAttribute(
      'href',
      /wa\.me\/6598761234\?text=Hello%20Padma/,
    );
    await expect(
      lead.getByText(/Deleted automatically on .* in (29|30) days, with its notes\./),
    ).toBeVisible();
    await expectAccessible(page);
    await lead.getByRole('button', { name: 'Mark as contacted' }).click();
    await expect(lead.getByText(`${name}: contacted.`).first()).toBeVisible();
    await lead.getByRole('button', { name: 'Undo' }).click();
    await expect(lead.getByText(`${name}: reserved.`)).toBeVisible();

    await lead.getByLabel('New note').fill('Asks for Saturdays.');
    await lead.getByRole('button', { name: 'Save note' }).click();
    await expect(lead.getByRole('listitem').filter({ hasText: 'Asks for Saturdays.' })).toBeVisible();
    await expect(lead.getByLabel('New note')).toHaveValue('');

    // A colleague was faster.
    await sql()`update leads set status = 'contacted' where email = ${email}`;
    await lead.getByRole('button', { name: 'Close lead' }).click();
    await expect(lead.getByText('Somebody else has just changed this')).toBeVisible();
    await lead.getByRole('button', { name: `Link order ${order.number}` }).click();
    await expect(lead.getByText('Linked by staff.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(lead).toBeHidden();
    await expect(row).toContainText(`Converted${order.number}`);
  },
);

test(
  'a business admin may open the page, and a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'business@otter.test' }, '/management/leads');
    await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/management/leads');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);
