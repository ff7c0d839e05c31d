/** Makes classes that take place today, for the tests of the staff screens. */
import type { Page } from '@playwright/test';
import { sql } from './backend.ts';
import type { ParentAccount } from './parents.ts';

/** Makes a class today at an unused hour, with the child booked. */
export async function classToday(
  { familyId, children }: ParentAccount,
  name: string,
  from = '09:00',
): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select c.id, l.id, k.id, private.calendar_today(), free.at, 60, 4
    from (select id from public.class_types where team = 'red' order by name limit 1) c,
      (select id from public.locations order by name limit 1) l,
      (select id from public.coaches where user_id is not null order by name limit 1) k,
      lateral (
        select at::time from generate_series('2000-01-01'::date + ${from}::time, '2000-01-01 17:00', '30 minutes') at
        where not exists (
          select from public.sessions o where o.session_date = private.calendar_today() and o.session_time = at::time)
        limit 1) free
    returning id`;
  const id = row?.id ?? '';
  await sql()`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${children[name] ?? ''}, ${familyId} from public.sessions where id = ${id}`;
  return id;
}

export async function reportHealth(
  { children }: ParentAccount,
  name: string,
  allergies: string,
): Promise<void> {
  await sql()`
    insert into public.child_health (child_id, allergies) values (${children[name] ?? ''}, ${allergies})
    on conflict (child_id) do update set allergies = excluded.allergies`;
}

export async function openRosterEntry(page: Page, placeId: string): Promise<void> {
  const [row] = await sql()<[{ start: string; end: string }]>`
    select ltrim(to_char(session_time, 'HH12.MI'), '0') as start,
      ltrim(to_char(session_time + make_interval(mins => duration_minutes), 'HH12.MI am'), '0') as end
    from public.sessions where id = ${placeId}`;
  await page.getByRole('button', { name: new RegExp(`^${row.start}( [ap]m)? to ${row.end}\\b`) }).click();
}
