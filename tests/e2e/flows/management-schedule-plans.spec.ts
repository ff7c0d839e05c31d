/** In the schedule, staff remove a camp that was created by mistake, copy a week, and move a child (spec 1 §2). */
import { expect } from '@playwright/test';
import { buy, mailAbout } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { assignCoach } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };

test(
  'an admin removes a camp that was created by mistake, after a question that names it, its base and its days',
  { tag: '@wide' },
  async ({ page }) => {
    const [camp] = await sql()<{ id: string; day: string }[]>`
      insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date)
      select 'Camp by mistake', w.tier, w.team_types, w.location_id, w.start_date + 161, w.end_date + 161
      from public.camp_weeks w where w.tier = 'spark' order by w.start_date desc, w.id desc limit 1
      returning id, start_date::text as day`;
    await enter(page, admin, `/management/schedule?week=${camp?.day ?? ''}&place=${camp?.id ?? ''}`);
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Not on sale: no coach');
    await sheet.getByRole('button', { name: 'Sell without a coach…' }).click();
    await sheet.getByLabel('Until when, and why?').fill('Cy signs on Friday');
    await sheet.getByRole('button', { name: 'Put on sale' }).click();
    await expect(sheet).toContainText('“Cy signs on Friday”');
    await expect(sheet).not.toContainText('Not on sale');
    await sheet.getByRole('button', { name: 'Remove camp…' }).click();
    await expect(sheet).toContainText(/Camp by mistake, .+, .+ \d{4}/);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Yes, remove camp' }).click();
    await expect(sheet).toContainText(
      'Camp removed. If it was on the site, it will disappear from there within a minute.',
    );
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText('Camp by mistake')).toHaveCount(0);
  },
);

test(
  'an admin cancels a day of a camp that runs, the roster says so, and the day is held after all',
  { tag: '@wide' },
  async ({ page }) => {
    const name = 'Hazel Haze';
    const parent = await makeParent([name]);
    const [camp] = await sql()<{ id: string; today: string; day: string }[]>`
      insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
      select 'Haze Camp', 'ignite', '{red,black}', id, private.calendar_today() - 1, private.calendar_today() + 1, false
      from public.locations order by name limit 1
      returning id, private.calendar_today()::text as today, end_date::text as day`;
    const { id = '', today = '', day = '' } = camp ?? {};
    await sql()`
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      values (${id}, ${parent.children[name] ?? ''}, ${parent.familyId})`;
    const [entry] = await sql()<{ id: string }[]>`
      insert into public.attendance_marks (id, enrollment_id, day, kind, made_at)
      select gen_random_uuid(), e.id, ${today}, 'in', private.calendar_now() from public.camp_enrollments e
      where e.camp_id = ${id} returning id`;
    await enter(page, admin, `/management/schedule?week=${today}&place=${id}`);
    const sheet = page.getByRole('dialog', { name: 'Haze Camp' });
    await sheet.getByRole('button', { name: 'Cancel a day…' }).click();
    const form = sheet.getByRole('region', { name: 'Cancel days of this camp' });
    const [first, second] = [form.getByRole('checkbox').first(), form.getByRole('checkbox').last()];
    await expect(form.getByRole('checkbox')).toHaveCount(2);
    // The child is there today.
    await first.check();
    await expect(form).toContainText('children came on this day');
    await expect(form).toContainText(`Checked in: ${name}.`);
    await first.uncheck();
    await second.check();
    await expect(form).toContainText('1 child from 1 family will not be expected.');
    await form.getByRole('radio', { name: /^Something else, or nothing/ }).check();
    await form.getByRole('button', { name: /^Yes, cancel / }).click();
    await expect(form).toContainText('Please give a reason.');
    await form.getByRole('button', { name: 'Haze', exact: true }).click();
    await form.getByLabel('What families get instead').fill('We make up for it on Saturday.');
    await expectAccessible(page);
    await form.getByRole('button', { name: /^Yes, cancel / }).dblclick();
    await expect(form).toContainText(/Cancelled: \w+ \d+ \w+\./);
    await expect(form.getByRole('link', { name: /^Write to families: / })).toBeVisible();
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toContainText(
      'Why: Haze. Families got something else: We make up for it on Saturday.',
    );
    await runChores();
    const mail = await mailAbout(parent.email, /^No camp on /);
    expect(mail.subject).toContain('Haze Camp');
    expect(mail.subject).toContain('Hazel');
    expect(mail.text).toContain('We make up for it on Saturday.');

    await page.goto(`${env('SITE_URL')}/management/roster?day=${day}`);
    const place = page.getByRole('region', { name: /Haze Camp/ });
    await expect(place).toContainText('Cancelled on this day. No children are expected.');
    await expect(place).not.toContainText(name);
    await page.goto(`${env('SITE_URL')}/management/schedule?week=${today}&place=${id}`);
    await sheet.getByRole('button', { name: /^Hold this day after all…/ }).click();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Yes, hold the camp' }).click();
    await expect(sheet).toContainText('after all. 1 e-mail will say so.');
    await expect(sheet).toContainText(/Cancelled \w+ \d+ \w+ \d{4}/);
    await expect(sheet).toContainText(/Decided that \w+ \d+ \w+ \d{4} takes place after all/);
    await runChores();
    expect((await mailAbout(parent.email, /^There is camp after all/)).text).toContain('at the usual time');
    const [heads] = await sql()<{ expected: number; days: number }[]>`
      select (private.head_count(${day}, ${id}) ->> 'expected')::int as expected,
        (select count(*)::int from public.cancelled_camp_days where camp_id = ${id}) as days`;
    expect(heads).toEqual({ expected: 1, days: 0 });
    await sql()`delete from public.attendance_marks where id = ${entry?.id ?? ''}`;
  },
);

test(
  'an admin copies a week after the screen says what a closed day leaves out',
  { tag: '@once' },
  async ({ page }) => {
    // Only this test uses this week, which is far ahead. It has a class on Saturday, and one on Sunday, whose copy
    // falls on a closed day.
    const [week] = await sql()<{ from: string; to: string; closed: string }[]>`
      select d::text as from, (d + 7)::text as to, (d + 13)::text as closed
      from (select private.calendar_today() + 351 - extract(isodow from private.calendar_today())::int as d) t`;
    const { from = '', to = '', closed = '' } = week ?? {};
    const createdDays = await sql()<{ id: string }[]>`
      insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
      select t.class_type_id, t.location_id, ${from}::date + n, '06:25', 60, 4
      from (select class_type_id, location_id from public.session_templates order by id limit 1) t, unnest(array[5, 6]) n
      returning id`;
    const [camp] = await sql()<{ id: string }[]>`
      insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date)
      select 'Copied camp', w.tier, w.team_types, w.location_id, ${from}::date, ${from}::date + 2
      from public.camp_weeks w where w.tier = 'spark' and w.start_date > current_date order by w.start_date, w.id limit 1 returning id`;
    await assignCoach(camp?.id ?? '');
    await sql()`
      insert into public.closed_days (day, name, source) values (${closed}, 'Staff trip', 'staff')
      on conflict (day) do update set name = excluded.name, is_closed = true`;
    try {
      await enter(page, admin, `/management/schedule?week=${from}`);
      await page.getByRole('button', { name: 'Copy this week' }).click();
      await expect(page.getByLabel('Into the week of')).toHaveValue(to);
      await page.getByRole('button', { name: 'See what this does' }).click();
      const preview = page.getByRole('region', { name: 'Copy this week' });
      await expect(preview).toContainText('1 session and 1 camp will be created.');
      await expect(preview).toContainText(/Copied camp, .+, with .+\./);
      await expect(preview).toContainText(
        /1 session left out on .+, because that day is closed: Staff trip\./,
      );
      await expectAccessible(page);
      await preview.getByRole('button', { name: 'Copy week' }).click();
      await expect(page.getByText(/^1 session and 1 camp created in the week of/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Undone.')).toBeVisible();
      const left = await sql()`select from public.camp_weeks where name = 'Copied camp'`;
      expect(left).toHaveLength(1);
    } finally {
      await sql()`delete from public.camp_weeks where name = 'Copied camp'`;
      await sql()`delete from public.closed_days where day = ${closed} and source = 'staff'`;
      await sql()`
        delete from public.sessions where session_time = '06:25' and session_date between ${from} and ${closed}`;
    }
    expect(createdDays).toHaveLength(2);
  },
);

test(
  'an admin moves a child to a full camp, which gets one more spot, gives another one away, and takes it back',
  { tag: '@wide' },
  async ({ page }) => {
    // Only this test uses these days and this team, so that no other test fills or counts these camps.
    const camps: string[] = [];
    for (const [name, days, capacity] of [
      ['Camp to leave', 168, 6],
      ['Full camp', 175, 1],
    ] as const) {
      const [row] = await sql()<{ id: string }[]>`
      insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity)
      select ${name}, w.tier, w.team_types, w.location_id, w.start_date + ${days}::integer, w.end_date + ${days}::integer, ${capacity}
      from public.camp_weeks w where w.tier = 'spark' and w.start_date > current_date order by w.start_date, w.id limit 1 returning id`;
      camps.push(row?.id ?? '');
      await assignCoach(row?.id ?? '');
    }
    const [from = '', full = ''] = camps;
    try {
      for (const [camp_id, child] of [
        [from, 'Sol Moves'],
        [full, 'Sky Stays'],
      ] as const)
        await buy(page, {
          email: `${child.toLowerCase().replace(' ', '.')}@families.test`,
          lines: [{ offer_id: 'tier-spark', camp_id, child: 0 }],
          children: [child],
        });
      // A free spot on a camp is worth more than an admin may give away in a day.
      await enter(page, { email: 'business@otter.test' }, `/management/schedule?place=${from}`);
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Move Sol Moves' }).click();
      await sheet.getByRole('button', { name: 'Move child', exact: true }).click();
      await expect(sheet.getByText('Please fill this in.')).toBeVisible();
      await sheet.getByLabel('New date').selectOption(full);
      await expect(sheet).toContainText('It is full, 1 of 1. We will add one spot for Sol Moves only.');
      await sheet.getByLabel('Why?').fill('Has a fever');
      await expectAccessible(page);
      await sheet.getByRole('button', { name: 'Add a spot and move' }).click();
      await expect(sheet).toContainText('A spot was added there. The family gets an e-mail.');
      await expect(sheet).toContainText('No children booked.');

      await page.goto(new URL(`/management/schedule?place=${full}`, page.url()).href);
      await sheet.getByRole('button', { name: 'Add child' }).click();
      await sheet.getByLabel('Which child?').fill('Sol Moves');
      await expect(sheet.getByRole('button', { name: /^Sol Moves/ })).toBeVisible();
      await sheet.getByRole('button', { name: /^Sol Moves/ }).click();
      await sheet.getByLabel('Free spot').check();
      await expect(sheet).toContainText('This child already has a booking here.');
      await sheet.getByRole('button', { name: 'Choose another child' }).click();
      await sheet.getByLabel('Which child?').fill('Kai Tan');
      await sheet
        .getByRole('button', { name: /^Kai Tan/ })
        .first()
        .click();
      await sheet.getByLabel('Free spot').check();
      await expect(sheet).toContainText('2 of 2 spots are taken. This makes 3 of 2');
      await expectAccessible(page);
      await sheet.getByRole('button', { name: 'Give free spot, and add a spot' }).click();
      await expect(sheet.getByText('Please fill this in.')).toBeVisible();
      await sheet.getByLabel('Why?').fill('Sorry for the rain');
      await sheet.getByRole('button', { name: 'Give free spot, and add a spot' }).click();
      await expect(sheet).toContainText('Kai Tan is booked. A spot was added. The family gets an e-mail.');
      await expect(sheet).toContainText('Nothing paid');
      await sheet.getByRole('button', { name: 'Remove Kai Tan' }).click();
      await sheet.getByLabel('Why?').fill('They cannot come');
      await sheet.getByRole('button', { name: 'Remove child' }).click();
      await expect(sheet).toContainText('Kai Tan is no longer booked. The family gets an e-mail.');
      await expect(sheet).not.toContainText('Nothing paid');
    } finally {
      await sql()`update public.camp_weeks set is_active = false where id = any (${camps})`;
    }
  },
);
