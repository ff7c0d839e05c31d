/** A coach sees their week and enters an absence, which staff then find on Today. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test(
  'a coach sees the week and says when they are away; Today lists what needs another coach',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await sql()`delete from coach_absences`;
    const [own] = await sql()<[{ day: string; title: string; monday: string }]>`
      select s.session_date::text as day, t.name as title, date_trunc('week', s.session_date::timestamp)::date::text as monday
      from sessions s join class_types t on t.id = s.class_type_id join coaches k on k.id = s.coach_id
        join auth.users u on u.id = k.user_id
      where u.email = 'coach@otter.test' and s.status = 'scheduled' and s.session_date > private.calendar_today()
      order by s.starts_at limit 1`;
    const [party] = await sql()<[{ id: string }]>`
      insert into parties (title, host_name, starts_at, ends_at, place, head_count)
      select 'Kai turns 8', 'Mei Tan', at, at + interval '1 hour', 'The park', 10
      from (select private.midnight_of(private.calendar_today()) + interval '15 hours' as at) t returning id`;
    await enter(page, { email: 'coach@otter.test' }, '/management/my-week');
    const sheet = page.getByRole('link', { name: 'Birthday sheet of the party at 15:00' });
    await expect(sheet).toHaveAttribute('href', `/management/party-sheet?party=${party.id}`);
    await sql()`delete from parties where id = ${party.id}`;
    await page.goto(`${env('SITE_URL')}/management/my-week?week=${own.monday}`);
    await expect(page.getByRole('heading', { level: 1, name: 'My week' })).toBeVisible();
    await expect(page.getByText(own.title).first()).toBeVisible();
    await expect(page.getByText(/\d+ of \d+ spots? booked/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add absence' }).click();
    await page.getByLabel('First day').fill(own.day);
    await page.getByLabel('Last day').fill(own.day);
    await page.getByText('Ill', { exact: true }).click();
    await page.getByRole('button', { name: 'Save absence' }).click();
    await expect(page.getByText(/Absence saved\. \d+ sessions? .*another coach/)).toBeVisible();
    await expectAccessible(page);
    await enter(page, { email: 'admin@otter.test' }, '/management');
    const needed = page.getByRole('region', { name: 'Needs a coach' });
    await expect(needed.getByText(own.title).first()).toBeVisible();
    await sql()`delete from coach_absences`;
  },
);
