/** Staff plan a season of weekly classes with holidays and a closed day, and undo a copy (decisions "Seasons"). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const year = new Date().getUTCFullYear() + 1;
const name = `Year ${year}`;
test.afterAll(async () => {
  await sql()`delete from public.seasons where name in (${name}, ${`Year ${year + 1}`})`;
  await sql()`delete from public.class_types where name = ${`Girls ${year}`}`;
  await sql()`delete from public.coaches where name = ${`Coach ${year}`}`;
});

test('staff plan a season around its holidays, and copy it', { tag: '@once' }, async ({ page }) => {
  await enter(page, { email: 'admin@otter.test' }, '/management/schedule?view=seasons');
  await page.getByRole('button', { name: 'New season' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('First day').fill(`${year}-02-01`);
  await page.getByLabel('Last day').fill(`${year}-12-31`);
  await page.getByRole('button', { name: 'Create season' }).click();
  const sheet = page.getByRole('dialog', { name });
  const christmas = sheet.getByRole('checkbox', { name: /Christmas Day/ });
  await expect(christmas).toBeChecked();
  await christmas.click();
  await expect(sheet).toContainText('Day opened.');
  await expect(christmas).not.toBeChecked();
  await christmas.click();
  await expect(sheet).toContainText('Day closed.');
  await sheet.getByRole('button', { name: 'Close another day' }).click();
  await sheet.getByLabel('Day to close').fill(`${year}-03-03`);
  await sheet.getByLabel('Reason').fill('Coaches’ training');
  await sheet.getByRole('button', { name: 'Close day', exact: true }).click();
  const training = sheet.getByRole('checkbox', { name: /Coaches’ training/ });
  await expect(training).toBeChecked();
  await expectAccessible(page);
  await training.click();
  await expect(training).toHaveCount(0);
  await sql()`
    insert into public.session_templates (season_id, class_type_id, location_id, weekday, session_time, max_capacity)
    select n.id, '30000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000001', 3, '07:05', 6
    from public.seasons n where n.name = ${name}`;
  await sheet.getByRole('button', { name: 'Copy season' }).click();
  const copy = page.getByRole('dialog', { name: `Copy ${name}` });
  await copy.getByLabel('Name').fill(`Year ${year + 1}`);
  await copy.getByLabel('Last day').fill(`${year + 1}-12-31`);
  await copy.getByRole('button', { name: 'See what this does' }).click();
  await expect(copy).toContainText(/1 weekly class with \d+ sessions in all/);
  await copy.getByRole('button', { name: 'Copy season' }).click();
  await expect(copy).toContainText(`Year ${year + 1} was created.`);
  await copy.getByRole('button', { name: 'Undo' }).click();
  await expect(copy).toContainText('Undone. The copy was deleted.');

  // Staff add a kind of class and a coach without an account, which can then be planned.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Classes and coaches' }).click();
  await page.getByRole('button', { name: 'New kind of class' }).click();
  const kind = page.getByRole('dialog', { name: 'New kind of class' });
  await kind.getByLabel('Name').fill(`Girls ${year}`);
  await kind.getByLabel('From level').selectOption('4');
  await kind.getByLabel('To level').selectOption('2');
  await kind.getByRole('button', { name: 'Create' }).click();
  await expect(
    kind.getByText(/Please choose both levels or neither, and the lower one first/).first(),
  ).toBeVisible();
  await kind.getByLabel('To level').selectOption('6');
  await expectAccessible(page);
  await kind.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`Girls ${year} can be planned now.`)).toBeVisible();
  await expect(page.getByText('no team · level 4 to 6 · 60 minutes')).toBeVisible();
  await page.getByRole('button', { name: 'New coach' }).click();
  await page.getByRole('dialog', { name: 'New coach' }).getByLabel('Name').fill(`Coach ${year}`);
  await page.getByRole('dialog', { name: 'New coach' }).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: `Rename Coach ${year}` })).toBeVisible();
  await expectAccessible(page);

  // A coach without an account leaves with a question, and can come back.
  await page.getByRole('button', { name: `Deactivate Coach ${year}` }).click();
  const leaving = page.getByRole('group', { name: `Deactivate Coach ${year}` });
  await expect(leaving).toContainText('Their name stays on what they have coached');
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Deactivate coach' }).click();
  await expect(page.getByRole('button', { name: `Rename Coach ${year}` })).toHaveCount(0);
  await page.getByRole('button', { name: `Activate Coach ${year}` }).click();
  await expect(page.getByText(`Coach ${year} can be planned again.`)).toBeVisible();
});
