/** We have cancelled a camp. An admin enters the family's choice on the order, after a preview of its effect. */
import { expect } from '@playwright/test';
import { buy, mailAbout } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { assignCoach } from '../support/checkout.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const createdWeeks: string[] = [];
/** Makes a camp of three days, far beyond the demo's camps. */
async function makeCamp(days: number): Promise<string> {
  const [row] = await sql()`
    insert into camp_weeks (name, tier, team_types, location_id, start_date, end_date)
    select 'Spark Camp', 'spark', '{red}', l.id, private.calendar_today() + ${days}::integer, private.calendar_today() + ${days + 2}::integer
    from locations l where l.base = 'bishan' limit 1
    returning id`;
  createdWeeks.push(String(row?.['id']));
  await assignCoach(String(row?.['id']));
  return String(row?.['id']);
}
test.afterAll(() => sql()`update camp_weeks set is_active = false where id = any (${createdWeeks})`);

test('staff choose a camp by its name, and the child moves to it', { tag: '@once' }, async ({ page }) => {
  const email = 'cancelled.camp@families.test';
  const [from, to] = [await makeCamp(201), await makeCamp(208)];
  const order = await buy(page, {
    email,
    lines: [{ offer_id: 'tier-spark', camp_id: from, child: 0 }],
    children: ['Bella of the camp'],
  });
  await sql()`update camp_weeks set is_active = false, cancelled_at = clock_timestamp() where id = ${from}`;
  await enter(page, { email: 'admin@otter.test' }, `/management/orders?search=${order.number}`);
  await page.getByRole('link', { name: order.number }).click();
  const sheet = page.getByRole('dialog', { name: order.number });
  await sheet
    .getByRole('button', { name: 'Record the family’s choice: Bella of the camp, Spark Camp' })
    .click();
  await sheet.getByRole('radio', { name: 'A refund of S$' }).check();
  await expect(sheet.getByText(/will be refunded to the original payment method/)).toBeVisible();
  await sheet.getByRole('radio', { name: 'Another camp' }).check();
  await sheet.getByLabel('Which camp').selectOption(to);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Move Bella of the camp to Spark Camp, Bishan' }).click();
  await expect(sheet.getByText('Moved to the other camp.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Record the family’s choice/ })).toHaveCount(0);
  const places = await sql()`select camp_id, status from camp_enrollments where camp_id = any (${[from, to]})
    and status = 'enrolled'`;
  expect(places).toEqual([{ camp_id: to, status: 'enrolled' }]);
  await runChores();
  await mailAbout(email, /Spark Camp/);
});
