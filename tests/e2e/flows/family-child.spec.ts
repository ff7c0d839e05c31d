/** A parent adds a child and fills in its profile in short steps (spec 1 §3 and §8). */
import { expect } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, readStoredFamily, rpcAs } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

test(
  'a parent adds a child with name and birthday, and the child starts at level 1',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent([]);
    await enter(page, parent, '/family-base/child');
    await expect(page.getByRole('heading', { name: 'Add a child' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add child' }).click();
    await expect(page.getByRole('alert')).toContainText('Please fix 2 things');
    await page.getByLabel('Child’s full name').fill('Mia Tan');
    // Typed text is still there after a reload.
    await expect.poll(() => readStoredFamily(page)).toContain('Mia Tan');
    await page.reload();
    await expect(page.getByLabel('Child’s full name')).toHaveValue('Mia Tan');
    await page.getByLabel('Day').fill('1');
    await page.getByLabel('Month').fill('5');
    await page.getByLabel('Year').fill('2019');
    await page.getByRole('button', { name: 'Add child' }).click();
    await expect(page.getByText('Mia Tan has been added to your family')).toBeVisible();
    await expect(page).toHaveURL(/\/family-base\/child\?id=[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Mia Tan' })).toBeVisible();
    await expect(page.getByText(/Level 1$/)).toBeVisible();
    const [row] = await sql()`select current_level from children where family_id = ${parent.familyId}`;
    expect(row?.['current_level']).toBe(1);
  },
);

test(
  'health is entered and never stored by the browser, and each missing answer is named with its reason',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    const path = `/family-base/child?id=${parent.children['Kai'] ?? ''}`;
    await enter(page, parent, `${path}#health`);
    const missing = page.getByRole('region', { name: /things are missing/ });
    await expect(missing).toContainText('so that the coach knows before the first session');
    const health = page.getByRole('textbox', { name: 'Allergies' });
    await expect(health).toBeVisible();
    await expectAccessible(page);
    await health.fill('Peanuts: EpiPen in the blue pouch');
    expect(await readStoredFamily(page)).not.toContain('Peanuts');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(missing).not.toContainText('Health');
    // Health details are hidden at first, because somebody may see the screen.
    await expect(page.getByText('Peanuts')).toHaveCount(0);

    const consents = page.getByRole('region', { name: 'Your consent' });
    await consents.getByRole('button', { name: /^I agree.*May take part, Kai/ }).click();
    await expect(consents.getByText('Saved.')).toBeVisible();
    await expect(
      consents.getByRole('button', { name: /^Withdraw consent.*May take part, Kai/ }),
    ).toBeVisible();
    await consents.getByRole('button', { name: /^No photos.*Photos, Kai/ }).click();
    await expect(consents.getByText(/^No, since /)).toBeVisible();
    await expectAccessible(page);
    const rows = await sql()<{ purpose: string; given: boolean }[]>`
    select purpose, given from consents where child_id = ${parent.children['Kai'] ?? ''} order by id`;
    expect(rows.map(({ purpose, given }) => [purpose, given])).toEqual([
      ['activity', true],
      ['photo', false],
    ]);
  },
);

test(
  'a form stays filled in when the session ends, and can then be saved',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent([]);
    await enter(page, parent, '/family-base/child');
    await page.getByLabel('Child’s full name').fill('Mia');
    await page.getByLabel('Day').fill('1');
    await page.getByLabel('Month').fill('5');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('-auth-token')) localStorage.removeItem(key);
      dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
    await dialog.getByLabel('Password').fill(demoPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Child’s full name')).toHaveValue('Mia');
    await expect(page.getByLabel('Month')).toHaveValue('5');
    await page.getByLabel('Year').fill('2019');
    await page.getByRole('button', { name: 'Add child' }).click();
    await expect
      .poll(async () => (await sql()`select name from children where family_id = ${parent.familyId}`).length)
      .toBe(1);
  },
);

test(
  'a child that cannot be loaded shows the error text of the specification',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await page.route(/\/rpc\/get_child_details$/, (route) => route.abort());
    await enter(page, parent, `/family-base/child?id=${parent.children['Kai'] ?? ''}`);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch children data');
    await page.unroute(/\/rpc\/get_child_details$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kai');
  },
);

test(
  'a parent is told that a child could not be added, and what was typed stays',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent([]);
    await enter(page, parent, '/family-base/child');
    await page.route(/\/rpc\/save_child$/, (route) => route.abort());
    await page.getByLabel('Child’s full name').fill('Mia');
    await page.getByLabel('Day').fill('1');
    await page.getByLabel('Month').fill('5');
    await page.getByLabel('Year').fill('2019');
    await page.getByRole('button', { name: 'Add child' }).click();
    await expect(page.getByText('Failed to add child to family')).toBeVisible();
    await expect(page.getByLabel('Child’s full name')).toHaveValue('Mia');
  },
);

test(
  'another family’s child is not found, and the error reveals nothing',
  { tag: '@once' },
  async ({ page }) => {
    const [parent, other] = [await makeParent(['Kai']), await makeParent(['Nora'])];
    await enter(page, parent, `/family-base/child?id=${other.children['Nora'] ?? ''}`);
    await expect(
      page.getByRole('heading', { name: 'We can’t find this child in your family.' }),
    ).toBeVisible();
    await expect(page.getByText('Nora')).toHaveCount(0);
    await page.goto(`${env('SITE_URL')}/family-base/child?id=no-id`);
    await expect(
      page.getByRole('heading', { name: 'We can’t find this child in your family.' }),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'of two parents who write at once the last one is told, and may restore the other’s text',
  { tag: '@once' },
  async ({ page }) => {
    const [parent, second] = [await makeParent(['Kai']), await makeParent([])];
    await sql()`update public.profiles set family_id = null where id = ${second.userId}`;
    await sql()`delete from public.families where id = ${second.familyId}`;
    await sql()`update public.families set secondary_parent_id = ${second.userId} where id = ${parent.familyId}`;
    const id = parent.children['Kai'] ?? '';
    await enter(page, parent, `/family-base/child?id=${id}#about`);
    await page.getByLabel('Child’s full name').fill('Kai Lim');
    const otherSave = await rpcAs(second, 'save_child', { p_child: { id, name: 'Kai Tan' } });
    expect(otherSave.status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    const note = page.getByRole('status').filter({ hasText: 'The other parent changed this' });
    await expect(note).toContainText('“Kai Tan”');
    await note.getByRole('button', { name: 'Use their version' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kai Tan');
  },
);
