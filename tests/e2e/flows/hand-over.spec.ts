/**
 * Tests how children are collected: who collects them, two devices that differ, first aid on the family's page, and the
 * evacuation list (decisions "Handing a child over" and "The roster").
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { classToday, openRosterEntry } from '../support/staff.ts';
import { waitForShell } from '../support/shell.ts';
import { test } from '../support/test.ts';

const path = '/management/roster';
const coach = { email: 'coach@otter.test' };
const admin = { email: 'admin@otter.test' };

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `More: ${name}`, includeHidden: true }) });
const mailsTo = async ({ email }: ParentAccount, template: string) =>
  (await sql()`
    select coalesce(payload ->> 'kind', 'first_aid') as kind from public.outbox
    where recipient = ${email} and template = ${template} order by created_at`) as unknown as {
    kind: string;
  }[];
async function checkIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Check in ${name}` }).click();
  await expect(rowOf(page, name)).toContainText(/In \d/);
}
const openOtherDevice = (browser: { newContext: () => Promise<BrowserContext> }) => browser.newContext();

test(
  'a coach is warned and has to confirm, and the family sees who collected',
  { tag: ['@once', '@look'] },
  async ({ page, browser }, { project }) => {
    const name = `Gita of ${project.name}`;
    const parent = await makeParent([name]);
    await sql()`update public.profiles set phone = '+6591234567' where id = ${parent.userId}`;
    const place = await classToday(parent, name);
    // The family names a person who must never collect the child.
    const device = await openOtherDevice(browser);
    const home = await device.newPage();
    await enter(home, parent, '/family-base/parents');
    const rules = home.getByRole('region', { name: 'Parents of this family' });
    await rules.getByLabel('Name', { exact: true }).fill('Uncle Bad');
    await rules.getByLabel('How we can recognise them').fill('red cap');
    await rules.getByRole('button', { name: 'Add person' }).click();
    await expect(rules.getByText('Coaches are warned about Uncle Bad from now on.')).toBeVisible();
    await expect(rules.getByText('Too young at the moment')).toBeVisible();
    await expectAccessible(home);

    await enter(page, coach, path);
    await openRosterEntry(page, place);
    await checkIn(page, name);
    const row = rowOf(page, name);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: `Check out ${name}` }).click();
    await expect(dialog.getByText('Uncle Bad: red cap')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Call Mei Tan' })).toHaveAttribute(
      'href',
      'tel:+6591234567',
    );
    await expectAccessible(page);

    // A person came and did not get the child.
    await dialog.getByRole('button', { name: 'Not handed over' }).click();
    await dialog.getByRole('button', { name: `Do not hand over ${name}` }).click();
    await expect(dialog.getByText('Please fill this in.')).toHaveCount(2);
    await dialog.getByLabel('Who came?').fill('A neighbour');
    await dialog.getByLabel('Why not?').fill('Knew no code');
    await dialog.getByRole('button', { name: `Do not hand over ${name}` }).click();
    await expect(row).toContainText(/Not handed over to A neighbour, .+: Knew no code/);
    await expect(row).toContainText(/In \d/);

    // A child of eight cannot be sent home alone with one tap.
    await page.getByRole('button', { name: `Check out ${name}` }).click();
    await dialog.getByRole('button', { name: 'Goes home alone' }).click();
    await expect(dialog.getByText('too young to go home alone under our rules')).toBeVisible();
    await expect(row).toContainText(/In \d/);
    await dialog.getByRole('button', { name: 'Back' }).click();

    // The name of the person who must never collect is typed as another person.
    await dialog.getByRole('button', { name: 'Somebody else' }).click();
    await dialog.getByLabel('Name, as on the photo ID').fill('uncle bad');
    await expect(dialog.getByText('must never collect this child.', { exact: false })).toBeVisible();
    await dialog.getByLabel('Name, as on the photo ID').fill('Ann Lim');
    await dialog.getByLabel('A parent agreed on the phone').check();
    await dialog.getByRole('button', { name: `Hand over ${name}`, exact: true }).click();
    await expect(dialog.getByText('You have not seen a photo ID.')).toBeVisible();
    await dialog.getByRole('button', { name: `Yes, hand ${name} over to Ann Lim` }).click();
    await expect(dialog.getByText('Please give a reason.')).toBeVisible();
    await dialog
      .getByLabel('Why is it all right to go ahead?')
      .fill('Mother knows her, she forgot her purse');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Yes, hand ${name} over to Ann Lim` }).click();
    await expect(row).toContainText(/Gone \d+\.\d\d [ap]m, with Ann Lim, not on the list/);
    await expect(row).toContainText('no photo ID seen');
    await expect
      .poll(() => mailsTo(parent, 'hand_over'))
      .toEqual([{ kind: 'not_handed_over' }, { kind: 'other_person' }]);
    await device.close();
  },
);

test(
  'two different hand-overs are shown on both devices and on Today until somebody decides',
  { tag: ['@once', '@look'] },
  async ({ page, context, browser }, { project }) => {
    const name = `Umar of ${project.name}`;
    const parent = await makeParent([name]);
    const place = await classToday(parent, name);
    await sql()`
    insert into public.pickup_authorizations (family_id, child_id, position, name)
    values (${parent.familyId}, ${parent.children[name] ?? ''}, 1, 'Grandma Huda')`;
    await enter(page, coach, path);
    await openRosterEntry(page, place);
    await checkIn(page, name);
    const device = await openOtherDevice(browser);
    const tablet = await device.newPage();
    await enter(tablet, admin, path);
    await openRosterEntry(tablet, place);
    await expect(rowOf(tablet, name)).toContainText(/In \d/);

    await context.setOffline(true);
    await page.getByRole('button', { name: `Check out ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grandma Huda' }).click();
    await expect(rowOf(page, name)).toContainText('with Grandma Huda');
    await tablet.getByRole('button', { name: `Check out ${name}` }).click();
    await tablet.getByRole('dialog').getByRole('button', { name: 'Mei Tan', exact: false }).first().click();
    await expect(rowOf(tablet, name)).toContainText('with Mei Tan (parent)');
    // A row shows a mark before it is sent. The other device learns of it only from the server.
    await expect(tablet.getByText(/^All saved/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^All saved/)).toBeVisible();
    await tablet.getByRole('button', { name: 'Refresh' }).click();
    for (const one of [page, tablet])
      await expect(rowOf(one, name)).toContainText(`${name}: two devices have recorded different things.`);
    await expectAccessible(page);

    await tablet.goto(`${env('SITE_URL')}/management`);
    const gate = tablet.getByRole('region', { name: 'At the gate' });
    await expect(gate).toContainText(`${name}: two devices have recorded different things.`);
    await expectAccessible(tablet);
    await gate
      .getByRole('group', { name: new RegExp(name) })
      .getByRole('button', { name: /with Grandma Huda/ })
      .click();
    await expect(gate).not.toContainText(name);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(rowOf(page, name)).toContainText(/Gone \d+\.\d\d [ap]m, with Grandma Huda/);
    await expect(rowOf(page, name)).not.toContainText('two devices');
    await device.close();
  },
);

test(
  'first aid recorded without a network later shows on the family’s page, on Today and in the list',
  { tag: ['@once', '@look'] },
  async ({ page, context, browser }, { project }) => {
    const name = `Tara of ${project.name}`;
    const parent = await makeParent([name]);
    const place = await classToday(parent, name);
    await enter(page, coach, path);
    await openRosterEntry(page, place);
    await checkIn(page, name);
    await waitForShell(page);
    await context.setOffline(true);

    // The evacuation list works without a network, and a reload keeps its ticks.
    await page.getByRole('button', { name: 'Evacuation list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(name).check();
    await expect(dialog.getByText(/1 of \d+ found|All 1 child found/)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Evacuation list' }).click();
    await expect(dialog.getByLabel(name)).toBeChecked();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await openRosterEntry(page, place);
    const row = rowOf(page, name);
    await row.getByRole('button', { name: 'More' }).click();
    await dialog.getByText('First aid', { exact: true }).click();
    await dialog.getByLabel('What happened').fill('Out of breath');
    await dialog.getByLabel('What was done').fill('Own inhaler, rest');
    await dialog.getByRole('button', { name: 'Save first-aid entry' }).click();
    await expect(row).toContainText('First aid × 1');
    await expect(row).toContainText('Parent not told yet');
    await context.setOffline(false);
    await expect(page.getByText(/^All saved/)).toBeVisible();
    await expect(row).toContainText('First aid × 1');
    await expect.poll(() => mailsTo(parent, 'first_aid')).toHaveLength(1);

    const device = await openOtherDevice(browser);
    const other = await device.newPage();
    await enter(other, parent, '/family-base');
    const family = other.getByRole('region', { name: 'First aid' });
    await expect(family).toContainText('Out of breath');
    await expect(family).toContainText('Own inhaler, rest');
    await expect(family).toContainText('We have not reached you by phone yet.');
    await expectAccessible(other);

    await enter(other, admin, '/management');
    const gate = other.getByRole('region', { name: 'At the gate' });
    await expect(gate).toContainText(`${name}: first aid at`);
    await expect(gate).not.toContainText('Out of breath');
    await other.goto(
      `${env('SITE_URL')}/management/first-aid?informed=open&search=${encodeURIComponent(name)}`,
    );
    const list = other.getByRole('region', { name: 'First aid' });
    await expect(list).toContainText('Out of breath');
    await expectAccessible(other);
    await list.getByRole('button', { name: `Mark parent as told: ${name}` }).click();
    await expect(list.getByRole('button', { name: `Mark parent as told: ${name}` })).toHaveCount(0);
    await expect
      .poll(
        async () =>
          (
            await sql()`
      select parent_informed_at is not null as told from public.first_aid_log where child_id = ${parent.children[name] ?? ''}`
          )[0],
      )
      .toEqual({ told: true });
    await device.close();
  },
);
