import type postgres from 'postgres';
import type { TeamId } from '#contract/teams.ts';
import { childId as idOf, childrenOf } from './families.ts';
import { demoId } from './ids.ts';

const WEEKS = 6;
const kai = idOf('Kai Tan');

/** One class of each team per weekend. `classType` is the last digit of its id in seed.sql. */
const classes: { team: TeamId; classType: number; weekday: 6 | 7; time: string }[] = [
  { team: 'white', classType: 1, weekday: 6, time: '09:00' },
  { team: 'red', classType: 3, weekday: 6, time: '09:00' },
  { team: 'black', classType: 5, weekday: 6, time: '15:00' },
  { team: 'x', classType: 6, weekday: 7, time: '17:00' },
];

export async function seedPast(sql: postgres.Sql): Promise<void> {
  for (let week = 1; week <= WEEKS; week++) for (const one of classes) await hold(sql, week, one);
}

async function hold(
  sql: postgres.Sql,
  week: number,
  { team, classType, weekday, time }: (typeof classes)[number],
) {
  const [session] = await sql<{ id: string; day: string }[]>`
    insert into public.sessions
      (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select t.class_type_id, t.location_id, t.coach_id,
      case ${weekday}::integer when 6 then w.saturday else w.sunday end - 7 * ${week}::integer, t.session_time,
      t.duration_minutes, t.max_capacity
    from public.session_templates t, private.weekend() w
    where t.class_type_id = ${`30000000-0000-4000-8000-00000000000${classType}`} and t.weekday = ${weekday}
      and t.session_time = ${time}::time
    order by t.location_id limit 1
    on conflict do nothing
    returning id, session_date::text as day`;
  if (!session) return;
  const children = childrenOf(team).slice(0, 5);
  for (const [index, { childId, familyId }] of children.entries()) {
    // The demo parent's child missed a recent class, so that a make-up can be booked.
    const missed = (index + week) % 5 === 0 || (week === 2 && childId === kai);
    await sql`
      insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id, attended)
      select ${demoId(`past booking ${session.day} ${classType} ${childId}`)}, id, session_date, session_time,
        ${childId}, ${familyId}, ${!missed}
      from public.sessions where id = ${session.id}
      on conflict do nothing`;
  }
}
