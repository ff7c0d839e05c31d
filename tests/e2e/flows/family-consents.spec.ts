/** Parents see consents, and proposals from a guest's order (spec 1 §3 and §6). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { recordConsent, beSignedIn, openParents, proposeDetails, sectionOf } from '../support/families.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

test(
  'a parent gives and withdraws consents, and confirms unchanged ones in one tap',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai', 'Nora']);
    const kai = parent.children['Kai'] ?? '';
    await recordConsent(parent, 'activity', { childId: kai, daysAgo: 400 });
    await recordConsent(parent, 'medical', { childId: kai });
    await beSignedIn(page, parent);
    await openParents(page);
    const consents = sectionOf(page, 'What you agreed to');
    await expect(consents.getByRole('heading', { name: 'Do you still agree?' })).toBeVisible();
    await expectAccessible(page);
    await consents.getByRole('button', { name: 'I still agree' }).click();
    await expect(consents.getByRole('heading', { name: 'Do you still agree?' })).toHaveCount(0);
    await consents
      .locator('#consent-liability')
      .getByRole('button', { name: 'I agree, for Kai and Nora' })
      .click();
    await expect(consents.locator('#consent-liability')).toContainText('Saved.');
    await consents.getByRole('button', { name: 'Withdraw: Medical treatment, Kai' }).click();
    await expect(consents.locator('#consent-medical')).toContainText(/Kai\s*No, since/);
    await consents.locator('#consent-photo').getByRole('group', { name: /Nora/ }).getByLabel('Yes').check();
    await expect(consents.locator('#consent-photo')).toContainText('Saved.');
    const storedConsents = await sql()`
    select purpose, given, count(*)::int from public.consents where family_id = ${parent.familyId}
    group by purpose, given order by purpose::text, given`;
    expect(storedConsents).toEqual([
      { purpose: 'activity', given: true, count: 2 },
      { purpose: 'liability', given: true, count: 2 },
      { purpose: 'medical', given: false, count: 1 },
      { purpose: 'medical', given: true, count: 1 },
      { purpose: 'photo', given: true, count: 1 },
    ]);
  },
);

test(
  'a parent accepts or declines the proposals from a guest’s order, one by one',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    const kai = parent.children['Kai'] ?? '';
    const max = await makeProposedChild(parent.familyId);
    await proposeDetails(parent, [
      { kind: 'person', childId: max, value: { name: 'Max', dob: '2019-03-03' } },
      { kind: 'health', field: 'allergies', childId: kai, value: 'Bee stings' },
      {
        kind: 'pickup_authorization',
        value: { name: 'A stranger', relationship: null, phone: '+6591112222' },
      },
    ]);
    await beSignedIn(page, parent);
    await openParents(page);
    const proposals = page.locator('#proposals');
    await expectAccessible(page);
    const group = (name: RegExp) => proposals.getByRole('group', { name });
    await group(/Is this a child of yours/)
      .getByRole('button', { name: 'No, not ours' })
      .click();
    await expect(proposals).toContainText('Bookings for Max do not change');
    await group(/Allergies: Bee stings/)
      .getByRole('button', { name: 'Yes' })
      .click();
    await expect(proposals).toContainText('Added to your family’s details.');
    await group(/May collect your child: A stranger/)
      .getByRole('button', { name: 'No' })
      .click();
    await expect(proposals).toContainText('You have answered everything.');
    const [row] = await sql()`
    select (select status from children where id = ${max}) as max,
      (select allergies from child_health where child_id = ${kai}) as allergies,
      (select count(*)::int from pickup_authorizations where family_id = ${parent.familyId}) as fetching,
      (select count(*)::int from family_proposals where family_id = ${parent.familyId}) as waiting`;
    expect(row).toEqual({ max: 'declined', allergies: 'Bee stings', fetching: 0, waiting: 0 });
  },
);

async function makeProposedChild(familyId: string): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into public.children (family_id, name, dob, status) values (${familyId}, 'Max', '2019-03-03', 'proposed')
    returning id`;
  return row?.id ?? '';
}
