import { expect, type Page } from '@playwright/test';
import { sql } from './backend.ts';
import { cardOf, type SessionCard } from './booking.ts';
import { env } from './env.ts';

/**
 * Makes a class for one test, this weekend or `weeks` later, at an unused hour. `close` takes it off the calendar.
 */
export async function ownSession(team: string, capacity: number, weeks = 0) {
  const [row] = await sql()`
    insert into sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id, s.coach_id, s.session_date + ${weeks * 7}::int, free.at, 60, ${capacity}
    from (
      select s.* from sessions s join class_types c on c.id = s.class_type_id
      where c.name like ${`${team}%`} and s.status = 'scheduled' and s.session_date > private.calendar_today()
      order by s.starts_at limit 1) s,
      lateral (
        select at::time from generate_series('2000-01-01 05:00'::timestamp, '2000-01-01 08:50', '1 minute') at
        where not exists (
          select from sessions o where o.session_date = s.session_date + ${weeks * 7}::int and o.session_time = at::time)
        limit 1) free
    returning id`;
  const id = String(row?.['id']);
  const close = () => sql()`update sessions set status = 'cancelled' where id = ${id}`;
  return { ...(await cardOf(id)), close };
}
export type OwnSession = SessionCard & { close: () => Promise<unknown> };

export async function chooseTeam(page: Page, team: string): Promise<void> {
  await page.goto(env('SITE_URL'));
  await page.getByRole('button', { name: new RegExp(`^(SELECTED )?${team}`) }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
}

/** Moves the clock by twenty seconds, after which the page loads new data. The test does not wait. */
export const afterTwentySeconds = (page: Page) => page.clock.fastForward(20_000);
