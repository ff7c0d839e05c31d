/** The office writes down what a parent says by phone, and sees who must never collect a child. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };

test(
  'an admin sees who must never collect, records a consent and an emergency contact by phone, and asks for health',
  { tag: ['@look'] },
  async ({ page }, { project }) => {
    const name = `Nuria of ${project.name}`;
    const parent = await makeParent([name]);
    await sql()`
      insert into public.blocked_collectors (family_id, name, note)
      values (${parent.familyId}, 'Ah Kow', 'Grey beard')`;
    await enter(page, admin, `/management/families?family=${parent.familyId}`);
    const children = page.getByRole('region', { name: 'Children' });
    await expect(children).toContainText('1 person must never collect');
    await expect(children).toContainText('Going home alone: No answer yet.');
    await expect(page.getByText('Ah Kow')).toHaveCount(0);
    await children.getByRole('button', { name: `Health and pick-up of ${name}` }).click();
    await expect(children.getByRole('group', { name: `What we know about ${name}` })).toContainText(
      'Ah Kow: Grey beard',
    );
    await children.getByRole('button', { name: `First aid given to ${name}` }).click();
    await expect(children).toContainText('We have not recorded any first aid for this child.');
    await children.getByRole('button', { name: `Ask by e-mail about ${name}` }).click();
    await expect(children).toContainText('E-mail sent to the parents.');

    const agreed = page.getByRole('region', { name: 'Consents' });
    await agreed.getByText('Record an answer by phone').click();
    await agreed.getByRole('button', { name: `Photos: ${name}` }).click();
    const form = page.getByRole('dialog', { name: `Photos: ${name}` });
    await expect(form).toContainText('Please read this out:');
    await form.getByText('Does not agree').click();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(page.getByText('Recorded. 1 parent was notified by e-mail.')).toBeVisible();
    await expect(agreed).toContainText('by phone · recorded by Priya Nair');

    await page.getByRole('button', { name: /^Add emergency contact/ }).click();
    const contact = page.getByRole('dialog', { name: 'Add an emergency contact given by phone' });
    await contact.getByLabel('Full name').fill('Gran Tan');
    await contact.getByRole('textbox', { name: 'Phone number' }).fill('9123 4567');
    await contact.getByLabel('Who told you').fill('Her mother');
    await contact.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
      'Emergency contact added: Gran Tan. Told by phone by Her mother.',
    );
    const [stored] = await sql()<[{ phone: string }]>`
      select phone from public.emergency_contacts where family_id = ${parent.familyId}`;
    expect(stored.phone).toBe('+6591234567');

    await page.getByRole('button', { name: /^Correct emergency contacts/ }).click();
    const contacts = page.getByRole('group', { name: 'Emergency contacts' });
    await expect(contacts).toContainText('1. for the whole family');
    await contacts.getByRole('button', { name: 'Correct: Gran Tan' }).click();
    const correction = page.getByRole('dialog', { name: 'Correct emergency contact Gran Tan' });
    await correction.getByRole('textbox', { name: 'Phone number' }).fill('9765 4321');
    await correction.getByLabel('Why').fill('New number');
    await correction.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(page.getByText('Corrected. 1 parent was notified by e-mail.')).toBeVisible();
    await expect(contacts).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
      'Emergency contact Gran Tan corrected: phone number, before “+6591234567”, now “+6597654321”. Why: New number',
    );
  },
);
