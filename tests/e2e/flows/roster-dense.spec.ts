/**
 * Tests how many rows of a class a coach sees at once, and the scroll position after a reload (decisions "The roster").
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { classToday, openRosterEntry, reportHealth } from '../support/staff.ts';
import { test } from '../support/test.ts';

const path = '/management/roster';
const coach = { email: 'coach@otter.test' };

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a reload keeps the chosen class and how far the roster was scrolled', async ({ page }, { project }) => {
  const names = ['Ada', 'Bo', 'Cyd', 'Dee', 'Eve', 'Fay', 'Gil', 'Hal', 'Ivy'].map(
    (name) => `${name} of ${project.name}`,
  );
  const parent = await makeParent(names);
  const place = await classToday(parent, names[0] ?? '');
  for (const name of names.slice(1))
    await sql()`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${parent.children[name] ?? ''}, ${parent.familyId} from public.sessions where id = ${place}`;
  await sql()`update public.profiles set phone = '+6591234567' where id = ${parent.userId}`;
  // The second child has an allergy, nothing is known about the third, and the others have nothing to report.
  for (const name of names.filter((_, index) => index !== 2))
    await sql()`
      insert into public.child_health (child_id, answer) values (${parent.children[name] ?? ''}, 'nothing')
      on conflict (child_id) do update set answer = 'nothing'`;
  await reportHealth(parent, names[1] ?? '', 'Peanut');
  await enter(page, coach, path);
  await openRosterEntry(page, place);
  const last = rowOf(page, names.at(-1) ?? '');
  await expect(last).toBeVisible();
  await expectDense(page, names, project.name === 'phone');
  // A low window can be scrolled at both widths.
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('"rosterScroll":400');
  await page.reload();
  await expect(last).toBeVisible();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(400);
});

/** Expects six children on a phone's first screen, with large targets, and rows of a table on a desktop. */
async function expectDense(page: Page, names: readonly string[], isPhone: boolean): Promise<void> {
  if (isPhone) await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // The button to the evacuation list has a visible label.
  const evacuate = page.getByRole('button', { name: 'Evacuation list' }).getByText('Evacuation list');
  expect((await evacuate.boundingBox())?.width).toBeGreaterThan(60);
  const boxes = [];
  for (const name of names) {
    boxes.push(await rowOf(page, name).boundingBox());
    for (const button of await rowOf(page, name).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(isPhone ? 44 : 32);
  }
  const sixthRow = boxes[5];
  if (!sixthRow) throw new Error('fewer than six rows');
  // On a phone, a row with an allergy or unknown health is one line higher, and nothing in it is cut off.
  for (const [at, box] of boxes.entries())
    expect(box?.height).toBeLessThanOrEqual(isPhone ? (at === 1 || at === 2 ? 84 : 64) : 40);
  expect(sixthRow.y + sixthRow.height).toBeLessThanOrEqual(isPhone ? 844 - 64 : 800);
}

test('a coach reads and prints tomorrow’s class, and marks nothing there', async ({ page }, { project }) => {
  const name = `Noa Ahead of ${project.name}`;
  const parent = await makeParent([name]);
  const place = await classToday(parent, name);
  await sql()`update public.sessions set session_date = session_date + 1 where id = ${place}`;
  await sql()`
    insert into public.blocked_collectors (family_id, name, note)
    values (${parent.familyId}, 'Jon Never', 'Court order')`;
  await enter(page, coach, path);
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/\?day=\d{4}-\d{2}-\d{2}$/);
  const row = rowOf(page, name);
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: /^Check in/ })).toHaveCount(0);
  await row.getByRole('button', { name: `Health and contacts: ${name}` }).click();
  await expect(row.getByText('The family can see that you opened this.')).toBeVisible();
  // There is no check-out here, so the row and paper say who must never collect the child.
  await expect(row.getByText('1 person must never collect')).toBeVisible();
  await expect(row.getByText('Jon Never: Court order')).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(row.getByText('Never: Jon Never.')).toBeVisible();
  await expect(row.getByText('8 yrs')).toBeVisible();
  await expect(row).toHaveCSS('display', 'grid');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${env('SITE_URL')}${path}?day=2030-01-05`);
  await expect(page.getByText('Coaches can open the roster from 7 days ago to 7 days ahead.')).toBeVisible();
});
