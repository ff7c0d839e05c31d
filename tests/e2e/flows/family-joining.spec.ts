/** An invited parent who has a family merges it or keeps it separate (decisions "Two parents"). */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { beSignedIn, openParents, parentsPath, sectionOf } from '../support/families.ts';
import { givePass, rpcAs } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { classToday } from '../support/staff.ts';
import { test } from '../support/test.ts';

const parents = (page: Page) => sectionOf(page, 'Parents of this family');

/** Makes two parents with one family each. The second family has the child Lina, a class and three credits. */
async function twoFamilies() {
  const [first, invited] = [await makeParent(['Kai']), await makeParent(['Lina'])];
  await sql()`update public.profiles set name = 'Arun Nair' where id = ${invited.userId}`;
  await givePass(invited, 'Lina', { credits: 3 });
  await classToday(invited, 'Lina');
  return { first, invited };
}

/** Opens the invitation's link and returns it. */
async function openInvitation(page: Page, first: ParentAccount, invited: ParentAccount): Promise<string> {
  const { body } = await rpcAs(first, 'invite_parent', { p_email: invited.email });
  await beSignedIn(page, invited);
  const link = `${env('SITE_URL')}${parentsPath}#invitation=${(body as { token: string }).token}`;
  await page.goto(link);
  await expect(
    page.getByRole('heading', { name: 'Mei Tan invites you as the second parent of Kai' }),
  ).toBeVisible();
  return link;
}

const familiesOf = (...accounts: ParentAccount[]) =>
  Promise.all(
    accounts.map(async ({ userId }) => {
      const [row] = await sql()`select family_id from public.profiles where id = ${userId}`;
      return row?.['family_id'] as string | null;
    }),
  );

test(
  'an invited parent sees what the merge brings along, and brings children, bookings and credits',
  { tag: ['@once', '@look'] },
  async ({ page, browser }) => {
    const { first, invited } = await twoFamilies();
    await openInvitation(page, first, invited);
    const card = sectionOf(page, 'Mei Tan invites you');
    await expect(card).toContainText('You have a family of your own here.');
    await expect(card.getByRole('button', { name: 'Join family' })).toHaveCount(0);
    await card.getByRole('button', { name: 'See what would come along' }).click();
    await expect(card.getByRole('heading', { name: 'Bring your family along?' })).toBeFocused();
    await expect(card).toContainText('Lina comes along, with all details.');
    await expect(card).toContainText('You also bring 1 booking and 3 credits.');
    await expect(card).toContainText('This can’t be undone.');
    await expectAccessible(page);
    expect(await familiesOf(first, invited)).toEqual([first.familyId, invited.familyId]);

    // A child was added since the preview, so the parent must see what will happen now.
    await rpcAs(invited, 'save_child', { p_child: { name: 'Ravi', dob: '2017-02-03' } });
    await card.getByRole('button', { name: 'Bring family and join' }).click();
    await expect(card.getByRole('alert')).toContainText('Something has changed since you opened this page');
    await card.getByRole('button', { name: 'See what would come along' }).click();
    await expect(card).toContainText('Ravi comes along, with all details.');
    await card.getByRole('button', { name: 'Bring family and join' }).click();
    await expect(page.getByText('Welcome. You are now part of this family.')).toBeVisible();
    await expect(parents(page)).toContainText(first.email);
    expect(await familiesOf(first, invited)).toEqual([first.familyId, first.familyId]);

    // The parent who invited sees the children and the booking too.
    const device = await browser.newContext();
    const other = await device.newPage();
    await beSignedIn(other, first);
    await other.goto(`${env('SITE_URL')}/family-base`);
    for (const name of ['Kai', 'Lina', 'Ravi'])
      await expect(other.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();
    const places = await sql()`
      select c.name from public.bookings b join public.children c on c.id = b.child_id
      where b.family_id = ${first.familyId} and b.status = 'booked'`;
    expect(places).toEqual([{ name: 'Lina' }]);
    await device.close();
  },
);

test(
  'an invited parent only looks, and stays in a separate family',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const { first, invited } = await twoFamilies();
    const link = await openInvitation(page, first, invited);
    const card = sectionOf(page, 'Mei Tan invites you');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'See what would come along' }).click();
    await card.getByRole('button', { name: 'Not yet' }).click();
    await card.getByRole('button', { name: 'Keep separate' }).click();
    await expect(card).toHaveCount(0);
    await expect(parents(page)).not.toContainText(first.email);
    expect(await familiesOf(first, invited)).toEqual([first.familyId, invited.familyId]);
    await openParents(page);
    await expect(card).toHaveCount(0);
    // The invitation remains open, and its link still shows it.
    await page.goto(`${env('SITE_URL')}/family-base`);
    await page.goto(link);
    await expect(card).toBeVisible();
  },
);

test('the form says that the other parent may bring a family', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await beSignedIn(page, parent);
  await openParents(page);
  await expect(parents(page)).toContainText('If they already have a family here, they can bring it along.');
});
