import type postgres from 'postgres';
import type { TeamId } from '#contract/teams.ts';
import { childId, childrenOf } from './families.ts';
import { demoId } from './ids.ts';

interface Plan {
  weekday: 6 | 7;
  time: string;
  /** The last digit of the class type's id in seed.sql. */
  classType: 1 | 2 | 3 | 4 | 5 | 6;
  /** Spots left, chosen so that every state of the session card appears (spec 2 §2). */
  spotsLeft: number;
}

const plans: Plan[] = [
  { weekday: 6, time: '09:00', classType: 1, spotsLeft: 5 },
  { weekday: 6, time: '10:30', classType: 2, spotsLeft: 2 },
  { weekday: 6, time: '09:00', classType: 3, spotsLeft: 6 },
  { weekday: 6, time: '10:30', classType: 4, spotsLeft: 5 },
  { weekday: 6, time: '16:30', classType: 3, spotsLeft: 4 },
  { weekday: 6, time: '15:00', classType: 5, spotsLeft: 3 },
  { weekday: 6, time: '17:00', classType: 6, spotsLeft: 1 },
  { weekday: 7, time: '09:00', classType: 1, spotsLeft: 0 },
  { weekday: 7, time: '10:30', classType: 2, spotsLeft: 4 },
  { weekday: 7, time: '09:00', classType: 3, spotsLeft: 2 },
  { weekday: 7, time: '10:30', classType: 4, spotsLeft: 0 },
  { weekday: 7, time: '16:30', classType: 4, spotsLeft: 3 },
  { weekday: 7, time: '15:00', classType: 5, spotsLeft: 1 },
  { weekday: 7, time: '17:00', classType: 6, spotsLeft: 3 },
];

const teams: Record<Plan['classType'], TeamId> = {
  1: 'white',
  2: 'white',
  3: 'red',
  4: 'red',
  5: 'black',
  6: 'x',
};

/** A session that ever had a booking or has a hold is not changed, so that a user's own bookings stay. */
export async function seedWeekend(sql: postgres.Sql): Promise<void> {
  await sql`select public.plan_weekends()`;
  for (const plan of plans) await fill(sql, plan);
}

async function fill(sql: postgres.Sql, plan: Plan): Promise<void> {
  const [session] = await sql<{ id: string; day: string; max_capacity: number }[]>`
    select s.id, s.session_date::text as day, s.max_capacity
    from public.sessions s, private.weekend() w
    where s.session_date = case ${plan.weekday}::integer when 6 then w.saturday else w.sunday end
      and s.session_time = ${plan.time}::time
      and s.class_type_id = ${`30000000-0000-4000-8000-00000000000${plan.classType}`}
      and not exists (select from public.bookings b where b.session_id = s.id)
      and not exists (select from public.holds h where h.session_id = s.id)`;
  if (!session) return;
  // One spot of these classes stays free for the demo parent's own bookings (purchases.ts).
  const reserved = plan.weekday === 6 && plan.time === '10:30' && [2, 4].includes(plan.classType) ? 1 : 0;
  const children = childrenOf(teams[plan.classType])
    .filter(({ childId: id }) => ![childId('Kai Tan'), childId('Lina Tan')].includes(id))
    .slice(0, Math.max(0, session.max_capacity - plan.spotsLeft - reserved));
  for (const child of children) {
    await sql`
      insert into public.bookings (id, session_id, session_date, session_time, child_id, family_id)
      select ${demoId(`booking ${session.day} ${plan.time} ${plan.classType} ${child.childId}`)},
        id, session_date, session_time, ${child.childId}, ${child.familyId}
      from public.sessions where id = ${session.id}
      on conflict do nothing`;
  }
}
