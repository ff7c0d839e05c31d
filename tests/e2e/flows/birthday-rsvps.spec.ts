/** Staff create, share, read, cancel and restore a birthday party. Nobody else can open it (spec 1 §2). */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };

const answer = (code: string, more: object) =>
  fetch(`${env('SUPABASE_URL')}/rest/v1/rpc/submit_form_response`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify({
      p_response: {
        form_id: 'form-birthday-rsvp',
        party_code: code,
        attending: true,
        answers: { shoes: 'borrow' },
        contact: { name: 'Arjun Rao', email: `guest.${code.toLowerCase()}@families.test` },
        guests: [{ name: 'Anika', age: 9, allergies: 'Peanuts' }],
        ...more,
      },
    }),
  });

test(
  'a host creates a party and guests answer it; allergies are shown on request, and the party is cancelled and restored',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const title = `=Ravi turns nine, ${project.name}`;
    await enter(page, admin, '/admin/birthday-rsvps');
    await expect(page.getByRole('heading', { name: 'Birthday parties' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Hana|Kai/ }).first()).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New party' }).click();
    const form = page.getByRole('dialog', { name: 'New party' });
    await form.getByRole('button', { name: 'Create party' }).click();
    await expect(form.getByText('Title on the invitation: Please fill this in.')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Title on the invitation').fill(title);
    await form.getByLabel('Day').fill('2027-03-06');
    await form.getByLabel('Location').fill('East Coast');
    await form.getByLabel('Number of guests').fill('8');
    await form.getByLabel('Host', { exact: true }).fill('Ravi’s mother');
    await form.getByLabel('Host’s e-mail').fill('host@families.test');
    await form.getByRole('button', { name: 'Create party' }).click();

    const party = page.getByRole('dialog', { name: title });
    const link = await party.getByLabel('Link', { exact: true }).inputValue();
    const code = new URL(link).searchParams.get('party') ?? '';
    expect(code).toHaveLength(20);
    await party.getByText('QR code').click();
    await expect(party.getByRole('img', { name: /^QR code that opens/ })).toBeVisible();
    await expect(party.getByText('No family has answered yet.')).toBeVisible();

    // A family answers, and then again without the link of its first answer.
    expect((await answer(code, {})).status).toBe(200);
    expect(
      (
        await answer(code, {
          guests: [
            { name: 'Anika', age: 9 },
            { name: 'Dev', age: 5 },
          ],
        })
      ).status,
    ).toBe(200);
    await page.reload();
    await expect(party.getByText('Please lend us a pair').first()).toBeVisible();
    await expect(party.getByText('Peanuts')).toBeHidden();
    await party.getByRole('button', { name: 'Read all health details' }).click();
    await expect(party.getByText('Anika Peanuts')).toBeVisible();
    await expectAccessible(page);
    await party.getByRole('button', { name: 'Count this one instead' }).click();
    await expect(party.getByText('2 children, 0 adults')).toBeVisible();
    await party.getByRole('button', { name: 'Undo' }).click();
    await expect(party.getByText('1 child, 0 adults')).toBeVisible();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
        .then(() => party.getByRole('button', { name: 'Save answers as CSV' }).click()),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('Anika');
    expect(text).not.toContain('Peanuts');

    await party.getByRole('button', { name: 'Edit party' }).click();
    await page.getByLabel('Location').fill('Bishan');
    await expect(page.getByLabel('E-mail the new time or location to guests who are coming')).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save party', exact: true }).click();
    await expect(party.getByText('Party saved. 1 e-mail is on the way.')).toBeVisible();
    await party.getByRole('button', { name: 'E-mail the host' }).click();
    await expect(party.getByText('The e-mail to the host is on the way.')).toBeVisible();
    await party.getByRole('button', { name: 'Cancel party' }).click();
    await party.getByRole('button', { name: 'Yes, cancel party' }).click();
    await expect(party.getByText('The party is cancelled. 1 e-mail is on the way.')).toBeVisible();
    await party.getByRole('button', { name: 'Restore party' }).click();
    await expect(party.getByText('The party is restored. 1 e-mail is on the way.')).toBeVisible();
    const notices = await sql()<{ kind: string }[]>`
    select payload ->> 'kind' as kind from public.outbox
    where template = 'party_notice' and recipient = ${`guest.${code.toLowerCase()}@families.test`} order by created_at`;
    expect(notices.map(({ kind }) => kind)).toEqual(['moved', 'cancelled', 'back']);
    await page.keyboard.press('Escape');
    await expect(party).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search parties' }).fill('turns nine');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  },
);

test(
  'a business admin may open the page; a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'business@otter.test' }, '/admin/birthday-rsvps');
    await expect(page.getByRole('heading', { name: 'Birthday parties' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/admin/birthday-rsvps');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);
