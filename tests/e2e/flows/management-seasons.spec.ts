/** A season of weekly classes: its holidays, a closed day, and a copy that is undone (decisions "Seasons"). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const year = new Date().getUTCFullYear() + 1;
const name = `Year ${year}`;
test.afterAll(() => sql()`delete from public.seasons where name in (${name}, ${`Year ${year + 1}`})`);

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
});
