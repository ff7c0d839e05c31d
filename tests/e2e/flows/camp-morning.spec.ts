/**
 * Simulates a camp's morning on two phones. There are twelve children, one phone without a network for three hours, an
 * inhaler, an unlisted collector, and a child who goes home alone (decisions "The roster" and "Handing a child over").
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, rpcAs } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { waitForShell } from '../support/shell.ts';
import { test } from '../support/test.ts';
import { narrow } from '../support/visitor.ts';

const path = '/management/roster';
const camp = 'Morning Camp';
const families = [
  ['Asha Morning', 'Ben Morning'],
  ['Cleo Morning', 'Dan Morning'],
  ['Eva Morning', 'Finn Morning'],
  ['Gia Morning', 'Hugo Morning'],
  ['Iris Morning', 'Jon Morning'],
  ['Kira Morning', 'Leo Morning'],
] as const;
const children = families.flat();
const [early, later] = [children.slice(0, 4), children.slice(4, 8)];
/** The rows of these children need a special mark. */
const inhaler = 'Eva Morning';
const peanuts = 'Ben Morning';
const unknown = 'Leo Morning';
const absent = 'Kira Morning';
const childAlone = 'Iris Morning';
const withNeighbour = 'Jon Morning';

/** Makes a camp that takes place today, with all the children. The demo's coach leads it, and it is not on sale. */
async function makeCamp(parents: readonly ParentAccount[]): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
    select ${camp}, 'ignite', '{red,black}', id, private.calendar_today(), private.calendar_today() + 2, false
    from public.locations order by name limit 1
    returning id`;
  const id = row?.id ?? '';
  await sql()`
    insert into public.camp_coaches (camp_id, coach_id)
    select ${id}, id from public.coaches where user_id is not null order by name limit 1`;
  for (const { familyId, userId, children: ownChildren } of parents) {
    await sql()`update public.profiles set phone = '+6591234567' where id = ${userId}`;
    for (const [name, child] of Object.entries(ownChildren)) {
      await sql()`
        insert into public.camp_enrollments (camp_id, child_id, family_id) values (${id}, ${child}, ${familyId})`;
      if (name === unknown) continue;
      await sql()`
        insert into public.child_health (child_id, answer, answered_at, answered_through, allergies, medications)
        values (${child}, ${name === inhaler || name === peanuts ? 'reported' : 'nothing'}, now(), 'family',
          ${name === peanuts ? 'Peanuts: EpiPen in the blue bag' : null}, ${name === inhaler ? 'Inhaler before sport' : null})`;
      if (name === childAlone)
        await sql()`
          update public.children set dob = '2014-03-14', may_go_alone = true, may_go_alone_at = now(),
            may_go_alone_by = ${userId}
          where id = ${child}`;
    }
  }
  return id;
}

/** Moves the calendar of the whole stack while `work` runs. The test sets the devices' clocks. */
async function withHoursLater(hours: number, work: () => Promise<void>): Promise<void> {
  const [before] = await sql()<{ now: string; shift: string }[]>`
    select pg_get_functiondef('private.calendar_now()'::regprocedure) as now,
      pg_get_functiondef('private.calendar_shift()'::regprocedure) as shift`;
  await sql().unsafe(`
    do $do$
    declare v_shift constant interval := private.calendar_shift() + interval '${hours} hours';
    begin
      execute format('create or replace function private.calendar_now() returns timestamptz language plpgsql volatile
        set search_path = '''' as $$ begin return clock_timestamp() + interval %L; end $$', v_shift);
      execute format('create or replace function private.calendar_shift() returns interval language plpgsql stable
        set search_path = '''' as $$ begin return interval %L; end $$', v_shift);
    end $do$`);
  try {
    await work();
  } finally {
    await sql().unsafe(`${before?.now}; ${before?.shift}`);
  }
}

/** The parents of one child say that the child does not come today. */
async function tellAbsence(parents: readonly ParentAccount[], campId: string): Promise<void> {
  const parent = parents.find(({ children }) => absent in children);
  const [row] = await sql()<{ id: string; day: string }[]>`
    select id, private.calendar_today()::text as day from public.camp_enrollments
    where camp_id = ${campId} and child_id = ${parent?.children[absent] ?? ''}`;
  if (!parent || !row) throw new Error('No such child');
  const args = { p_enrollment_id: row.id, p_day: row.day, p_absent: true };
  expect((await rpcAs(parent, 'tell_absence', args)).status).toBe(200);
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `More: ${name}`, includeHidden: true }) });
const openCamp = (page: Page) => page.getByRole('button', { name: new RegExp(`${camp}$`) }).click();
const heads = (page: Page) => page.getByRole('list', { name: 'Headcount' });
async function checkIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Check in ${name}` }).click();
  await expect(rowOf(page, name)).toContainText(/In \d/);
}

test(
  'two coaches check twelve children in on two phones, one of them without a network for three hours',
  { tag: '@once' },
  async ({ page, context, browser }, info) => {
    const takePicture = (name: string, at: Page = page) =>
      at.screenshot({ path: info.outputPath(`${name}.png`) });
    const parents = await Promise.all(families.map((names) => makeParent(names)));
    const campId = await makeCamp(parents);
    await tellAbsence(parents, campId);
    const device = await browser.newContext({ viewport: narrow, hasTouch: true, isMobile: true });
    const desk = await device.newPage();
    // The coach's phone has a clock that the test moves together with the calendar.
    await page.clock.install();
    await enter(page, { email: 'coach@otter.test' }, path);
    await openCamp(page);
    await enter(desk, { email: 'admin@otter.test' }, path);
    await openCamp(desk);

    await test.step('health notes stand out, and a child without an answer is shown as unknown', async () => {
      await expect(heads(page)).toContainText('12 expected');
      // A child whose parents reported it away is still expected, because it may come.
      await expect(rowOf(page, absent)).toContainText('Family says: not coming');
      await expect(rowOf(page, peanuts)).toContainText('Allergy: Peanuts: EpiPen in the blue bag');
      await expect(rowOf(page, inhaler)).toContainText('Medicine: Inhaler before sport');
      await expect(rowOf(page, unknown).locator('[data-mark="unknown"]')).toBeVisible();
      await expect(rowOf(page, 'Cleo Morning').locator('[data-mark]')).toHaveCount(0);
      await expect(rowOf(page, unknown).getByRole('link', { name: /^Call Mei Tan/ })).toHaveAttribute(
        'href',
        'tel:+6591234567',
      );
      await takePicture('1-roster');
    });

    for (const name of early) await checkIn(page, name);
    await expect(page.getByText(/^All saved/)).toBeVisible();
    await waitForShell(page);
    await context.setOffline(true);
    for (const name of later) await checkIn(page, name);
    await rowOf(page, inhaler).getByRole('button', { name: 'More' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('First aid', { exact: true }).click();
    await dialog.getByLabel('What happened').fill('Wheezing after the run');
    await dialog.getByLabel('What was done').fill('Own inhaler, two puffs, rest');
    await dialog.getByRole('button', { name: 'Save first-aid entry' }).click();
    await expect(rowOf(page, inhaler)).toContainText('Parent not told yet');
    await takePicture('2-offline-first-aid');

    for (const name of [childAlone, withNeighbour, unknown]) await checkIn(desk, name);
    await desk.getByRole('button', { name: `More: ${absent}` }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Absent' }).click();
    await expect(rowOf(desk, absent)).toContainText('Absent');

    await withHoursLater(3, async () => {
      await page.clock.fastForward('03:00:00');
      await test.step('the phone that was offline for three hours opens at once, with all its data', async () => {
        await page.reload();
        await openCamp(page);
        await expect(heads(page)).toContainText('8 here');
        await expect(page.getByText('5 changes are waiting for the network.')).toBeVisible();
        await expect(rowOf(page, inhaler)).toContainText('First aid × 1');
        await expect(rowOf(page, inhaler).getByRole('link', { name: /^Call Mei Tan/ })).toBeVisible();
        await page.getByRole('button', { name: 'Evacuation list' }).click();
        for (const name of [...early, ...later]) await dialog.getByLabel(name).check();
        await takePicture('3-evacuation-offline');
        await dialog.getByRole('button', { name: 'Close' }).click();
      });

      await test.step('a coach hands a child to an unlisted collector, and lets another go alone', async () => {
        const question = desk.getByRole('dialog');
        await desk.getByRole('button', { name: `Check out ${withNeighbour}` }).click();
        await question.getByRole('button', { name: 'Somebody else' }).click();
        await takePicture('4-somebody-else', desk);
        await question.getByLabel('Name, as on the photo ID').fill('Ann Lim');
        await question.getByLabel('A parent agreed on the phone').check();
        await question.getByLabel('I have seen a photo ID').check();
        await question.getByRole('button', { name: `Hand over ${withNeighbour}`, exact: true }).click();
        await expect(rowOf(desk, withNeighbour)).toContainText('with Ann Lim, not on the list');
        await desk.getByRole('button', { name: `Check out ${childAlone}` }).click();
        await question.getByRole('button', { name: 'Goes home alone' }).click();
        await expect(rowOf(desk, childAlone)).toContainText(/Gone .+, alone/);
      });

      await test.step('when the network is back, both phones, Today and the database have the same numbers', async () => {
        await context.setOffline(false);
        await page.clock.fastForward('00:01');
        await expect(page.getByText(/^All saved/)).toBeVisible();
        await desk.getByRole('button', { name: 'Refresh' }).click();
        for (const one of [page, desk]) {
          await expect(heads(one)).toContainText('9 here');
          await expect(heads(one)).toContainText('2 gone');
          await expect(heads(one)).toContainText('1 absent');
          await expect(heads(one)).toContainText('0 expected');
          await expect(one.getByText('two devices have recorded different things')).toHaveCount(0);
        }
        await takePicture('5-same-heads');
        await takePicture('6-same-heads-desk', desk);
        await expectAccessible(desk);
        await desk.goto(`${env('SITE_URL')}/management`);
        const tile = desk.getByRole('button', { name: new RegExp(`^\\d.*${camp}`) });
        await expect(tile).toContainText('9 here, 2 gone, 1 absent, 0 expected');
        await expect(desk.getByRole('region', { name: 'At the gate' })).toContainText(
          `${inhaler}: first aid at ${camp}`,
        );
        await takePicture('7-today', desk);
      });
    });

    const readMails = async (name: string) => {
      const family = parents.find(({ children: ownChildren }) => name in ownChildren);
      const rows = await sql()`
      select template from public.outbox
      where recipient = ${family?.email ?? ''} and template in ('first_aid', 'hand_over') order by template`;
      return rows.map(({ template }) => String(template));
    };
    await expect.poll(() => readMails(inhaler)).toEqual(['first_aid']);
    await expect.poll(() => readMails(withNeighbour)).toEqual(['hand_over']);
    expect(await readMails(absent)).toEqual([]);
    await device.close();
  },
);
