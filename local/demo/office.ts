import type postgres from 'postgres';
import { demoId } from './ids.ts';

/** Two coaches without an account, whom staff can assign. In lists they come after the first coach. */
const coaches = ['Coach Priya', 'Coach Ravi'] as const;
const idOf = (name: (typeof coaches)[number]) => demoId(`coach ${name}`);

export async function seedOffice(sql: postgres.Sql): Promise<void> {
  for (const name of coaches)
    await sql`insert into public.coaches (id, name) values (${idOf(name)}, ${name}) on conflict do nothing`;
  for (const weekday of [5, 6, 7])
    await sql`
      insert into public.coach_hours (coach_id, weekday, from_time, until_time)
      values (${idOf('Coach Priya')}, ${weekday}, '08:00', '18:00') on conflict do nothing`;
  // This coach is not available on Mondays. For the other days there is no information.
  await sql`
    insert into public.coach_hours (coach_id, weekday) values (${idOf('Coach Ravi')}, 1) on conflict do nothing`;
  await sql`
    insert into public.coach_absences (id, coach_id, first_day, last_day, kind, note)
    select ${demoId('absence Coach Ravi')}, ${idOf('Coach Ravi')}, d.day, d.day + 2, 'training', 'First-aid course'
    from (select private.calendar_today() + 9 as day) d
    on conflict do nothing`;
}
