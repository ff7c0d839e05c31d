/** Parents edit their own profile, and invite the second parent (spec 1 §3). */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { beSignedIn, joinFamily, openParents, parentsPath, sectionOf } from '../support/families.ts';
import { mailTo } from '../support/mails.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const step = (page: Page, id: string) => page.locator(`#${id}`);

test('a visitor signs in first, and returns to the page', { tag: '@once' }, async ({ page }) => {
  await page.goto(env('SITE_URL') + parentsPath);
  await expect(page).toHaveURL(`${env('SITE_URL')}/auth?from=${encodeURIComponent(parentsPath)}`);
  // An invitation's token must never be in an address that is sent to a server. It is stored until the sign-in.
  const token = '0123456789abcdef0123456789abcdef';
  await page.goto(`${env('SITE_URL')}${parentsPath}#invitation=${token}`);
  await expect(page).toHaveURL(`${env('SITE_URL')}/auth?from=${encodeURIComponent(parentsPath)}`);
  await expect(page.getByRole('heading', { name: 'You are invited to a family.' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('otter_invitation'))).toContain(token);
});

test(
  'a parent fills in what is missing step by step, and an error is shown beside its field and loses no input',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await beSignedIn(page, parent);
    await openParents(page);
    await expect(page.getByRole('heading', { name: '2 things are missing' })).toBeVisible();
    await page.getByRole('button', { name: 'Your mobile' }).click();
    const contactStep = step(page, 'reach');
    await contactStep.getByLabel('Mobile', { exact: true }).fill('9123 456');
    await contactStep.getByLabel('Home address (optional)').fill('1 River Road');
    await contactStep.getByRole('button', { name: 'Save' }).click();
    await expect(contactStep.getByRole('alert')).toBeFocused();
    await expect(contactStep.locator('.field-error')).toContainText('8 digits');
    await expectAccessible(page);
    await contactStep.getByLabel('Mobile', { exact: true }).fill('9123 4567');
    await contactStep.getByRole('button', { name: 'Save' }).click();
    await expect(contactStep).toContainText('Saved.');

    const people = step(page, 'people');
    await people.getByRole('button', { name: /^Add/ }).click();
    await people.getByLabel('Full name').fill('Grandma Tan');
    await people.getByLabel('Mobile', { exact: true }).fill('9876 5432');
    await people.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Everything we need is here.')).toBeVisible();
    const [row] = await sql()`
    select p.phone, p.address, (select name from emergency_contacts where family_id = p.family_id) as contact
    from profiles p where id = ${parent.userId}`;
    expect(row).toEqual({ phone: '+6591234567', address: '1 River Road', contact: 'Grandma Tan' });
  },
);

test(
  'details that cannot be loaded show the error text of the specification',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await page.route(/\/rpc\/get_parent_profile$/, (route) => route.abort());
    await beSignedIn(page, parent);
    await openParents(page);
    const failed = page.getByText('Failed to fetch user profile');
    await expect(failed).toBeVisible();
    await page.unroute(/\/rpc\/get_parent_profile$/);
    await page
      .getByRole('region', { name: 'Your details' })
      .getByRole('button', { name: 'Try Again' })
      .click();
    await expect(failed).toHaveCount(0);
  },
);

test(
  'a person who may collect has a code, which is shown beside their name in the list',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await sql()`
    insert into public.pickup_authorizations (family_id, child_id, position, name, relationship, phone)
    values (${parent.familyId}, null, 1, 'Granny Tan', 'grandmother', '+6591001000'),
      (${parent.familyId}, ${parent.children['Kai'] ?? ''}, 1, 'Ana Reyes', null, null)`;
    await beSignedIn(page, parent);
    await openParents(page);
    const codes = page.locator('.pickup-codes li');
    await expect(codes).toContainText([
      /Granny Tan.*All children.*\d{3} \d{3}/,
      /Ana Reyes.*Kai.*\d{3} \d{3}/,
    ]);
    await expectAccessible(page);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      (await codes.first().locator('output').innerText()).replace(' ', ''),
    );
    const pickup = step(page, 'pickup');
    await pickup.getByRole('button', { name: /^Change/ }).click();
    await expect(pickup.getByLabel('Mobile (optional)').first()).toHaveValue('+65 9100 1000');
    await pickup.getByRole('button', { name: /^Remove/ }).click();
    await pickup.getByRole('button', { name: 'Save' }).click();
    await expect(codes).toHaveCount(1);
  },
);

test(
  'a half-typed step survives a reload, without any health data',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await beSignedIn(page, parent);
    await openParents(page, '#reach');
    await step(page, 'reach').getByLabel('Home address (optional)').fill('7 Otter Lane');
    await page.getByRole('button', { name: 'Close' }).click();
    await step(page, 'health').getByRole('button', { name: /^Add/ }).click();
    await step(page, 'health').getByLabel('Allergies').fill('Peanuts');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('7 Otter Lane');
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      'Peanuts',
    );
    await page.reload();
    await expect(step(page, 'reach').getByLabel('Home address (optional)')).toHaveValue('7 Otter Lane');
    await expect(step(page, 'reach')).toContainText('It is not saved yet.');
  },
);

test(
  'of two writers the last one is told what the other wrote, and can restore it',
  { tag: '@once' },
  async ({ page }) => {
    const [first, second] = [await makeParent(['Kai']), await makeParent([])];
    await joinFamily(first, second);
    await beSignedIn(page, first);
    await openParents(page, '#pickup');
    const pickup = step(page, 'pickup');
    await pickup.getByRole('button', { name: 'Add a person' }).click();
    await pickup.getByLabel('Full name').fill('Uncle Lim');
    // The other parent adds somebody at the same time.
    await sql()`
    insert into public.pickup_authorizations (family_id, position, name) values (${first.familyId}, 1, 'Aunt Rosa')`;
    await pickup.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Aunt Rosa')).toBeVisible();
    await page.getByRole('button', { name: 'Use their version' }).click();
    await expect(pickup).toContainText('Aunt Rosa');
    expect(
      await sql()`select name from public.pickup_authorizations where family_id = ${first.familyId}`,
    ).toEqual([{ name: 'Aunt Rosa' }]);
  },
);

test(
  'a parent invites the other by mail, who accepts on another device and is later removed',
  { tag: ['@once', '@look'] },
  async ({ page, browser }) => {
    const [first, second] = [await makeParent(['Kai']), await makeParent([])];
    await beSignedIn(page, first);
    await openParents(page);
    const parents = sectionOf(page, 'Parents of this family');
    await parents.getByLabel('Their e-mail').fill('not an address');
    await parents.getByRole('button', { name: 'Send invitation' }).click();
    await expect(parents.locator('.field-error')).toBeVisible();
    await parents.getByLabel('Their e-mail').fill(second.email);
    await parents.getByRole('button', { name: 'Send invitation' }).click();
    await expect(parents).toContainText(`An e-mail is on its way to ${second.email}`);
    await expect(parents.getByLabel(/^Here is the link/)).toHaveValue(/#invitation=[0-9a-f]{32}$/);
    await expectAccessible(page);

    const link =
      /href="([^"]*#invitation=[0-9a-f]{32})"/.exec((await invitationMail(second.email)).html)?.[1] ?? '';
    const device = await browser.newContext();
    const other = await device.newPage();
    await beSignedIn(other, second);
    await other.goto(link);
    await expect(other).toHaveURL(env('SITE_URL') + parentsPath);
    await expect(
      other.getByRole('heading', { name: 'Mei Tan invites you as the second parent of Kai' }),
    ).toBeVisible();
    await other.getByRole('button', { name: 'Join family' }).click();
    await expect(other.getByText('You are now part of this family.')).toBeVisible();
    await expect(sectionOf(other, 'Parents of this family')).toContainText(first.email);
    await expect(sectionOf(other, 'Parents of this family')).toContainText(
      'Only the first parent can invite',
    );

    await page.reload();
    await parents.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('heading', { name: /^Remove .*\?$/ })).toBeFocused();
    await parents.getByRole('button', { name: /^Remove/ }).click();
    await expect(parents).toContainText('is no longer in this family.');
    await other.reload();
    await expect(sectionOf(other, 'Parents of this family')).not.toContainText(first.email);
    await device.close();
  },
);

test(
  'a parent can withdraw an invitation, and its link then says so',
  { tag: '@once' },
  async ({ page, browser }) => {
    const [first, second] = [await makeParent(['Kai']), await makeParent([])];
    await beSignedIn(page, first);
    await openParents(page);
    const parents = sectionOf(page, 'Parents of this family');
    await parents.getByLabel('Their e-mail').fill(second.email);
    await parents.getByRole('button', { name: 'Send invitation' }).click();
    const link = await parents.getByLabel(/^Here is the link/).inputValue();
    await parents.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect(parents.getByRole('heading', { name: 'Withdraw invitation' })).toBeFocused();
    await parents.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect(parents).toContainText('Invitation withdrawn.');
    const device = await browser.newContext();
    const other = await device.newPage();
    await beSignedIn(other, second);
    await other.goto(link);
    await other.getByRole('button', { name: 'Join family' }).click();
    await expect(other.getByRole('alert')).toContainText('This invitation has expired');
    await device.close();
  },
);

test(
  'without a network a parent loses nothing that was typed',
  { tag: '@once' },
  async ({ page, context }) => {
    const parent = await makeParent(['Kai']);
    await beSignedIn(page, parent);
    await openParents(page, '#wishes');
    await step(page, 'wishes').getByLabel('Anything we should know').fill('Call after four');
    await context.setOffline(true);
    await step(page, 'wishes').getByRole('button', { name: 'Save' }).click();
    await expect(step(page, 'wishes').getByRole('alert')).toContainText('You’re offline.');
    await context.setOffline(false);
    await step(page, 'wishes').getByRole('button', { name: 'Save' }).click();
    await expect(step(page, 'wishes')).toContainText('Saved.');
  },
);

async function invitationMail(email: string) {
  await runChores();
  return mailTo(email);
}
