import type postgres from 'postgres';
import { childrenOf } from './families.ts';
import { demoId } from './ids.ts';

interface Plan {
  /** Weeks after the coming Monday. -1 is this week's camp, which is no longer on sale and which staff run now. */
  week: number;
  tier: keyof typeof tiers;
  /** The name in `locations.base` of seed.sql. */
  base: 'orchard-central' | 'east-coast' | 'bishan';
  capacity: number;
  taken: number;
}

/** The usual hours in the site's content ("the usual 9 to 3.30"), so that pages and e-mails agree. */
const day = { start: '09:00', end: '15:30' };

const tiers = {
  spark: { name: 'Spark Camp', teams: ['red'], days: 3 },
  ignite: { name: 'Ignite Camp', teams: ['red', 'black'], days: 5 },
  epic: { name: 'EPIC Camp', teams: ['black'], days: 5 },
} as const;

/**
 * Camps are filled to 90%, 50% and 33%, and EPIC shows "5 spots left" (spec 2 §9). One camp is full and some are new.
 */
const plans: Plan[] = [
  { week: -1, tier: 'ignite', base: 'bishan', capacity: 12, taken: 7 },
  { week: 0, tier: 'spark', base: 'orchard-central', capacity: 10, taken: 9 },
  { week: 0, tier: 'ignite', base: 'east-coast', capacity: 12, taken: 6 },
  { week: 0, tier: 'spark', base: 'bishan', capacity: 12, taken: 4 },
  { week: 1, tier: 'spark', base: 'east-coast', capacity: 12, taken: 12 },
  { week: 1, tier: 'ignite', base: 'orchard-central', capacity: 20, taken: 5 },
  { week: 2, tier: 'epic', base: 'orchard-central', capacity: 10, taken: 5 },
  { week: 2, tier: 'ignite', base: 'bishan', capacity: 20, taken: 10 },
  { week: 3, tier: 'epic', base: 'orchard-central', capacity: 10, taken: 2 },
  { week: 3, tier: 'spark', base: 'orchard-central', capacity: 20, taken: 3 },
  { week: 4, tier: 'ignite', base: 'east-coast', capacity: 20, taken: 1 },
  { week: 5, tier: 'spark', base: 'bishan', capacity: 20, taken: 0 },
];

/** Existing camps do not change. Camps get their prices when the tiers are published, and have none until then. */
export async function seedCamps(sql: postgres.Sql): Promise<void> {
  const campers = (['red', 'black', 'x'] as const).flatMap(childrenOf);
  const used = new Map<string, number>();
  for (const plan of plans) {
    const monday = await findMonday(sql, plan);
    // No child is at two camps in one week. The demo parent's own child comes first in the list, and is not at this
    // week's camp.
    const first = used.get(monday) ?? (plan.week < 0 ? campers.length - plan.taken : 0);
    used.set(monday, first + plan.taken);
    const campId = await makeCamp(sql, plan, monday);
    if (campId) await fill(sql, campId, campers.slice(first, first + plan.taken));
  }
}

/** Returns the planned Monday. Weeks with Christmas or New Year's Day have no camps on sale. */
async function findMonday(sql: postgres.Sql, { week }: Plan): Promise<string> {
  const [monday] = await sql<[{ day: string }]>`
    select w.monday::date::text as day
    from (select date_trunc('week', private.calendar_today()) as monday) t
    cross join lateral generate_series(t.monday, t.monday + interval '12 weeks', interval '1 week') w (monday)
    where case when ${week < 0} then w.monday = t.monday else w.monday > t.monday and not exists (
      select from generate_series(w.monday, w.monday + interval '4 days', interval '1 day') d
      where to_char(d, 'MM-DD') in ('12-25', '01-01')) end
    order by w.monday offset ${Math.max(week, 0)} limit 1`;
  return monday.day;
}

async function makeCamp(sql: postgres.Sql, plan: Plan, monday: string): Promise<string | null> {
  const { name, teams, days } = tiers[plan.tier];
  const id = demoId(`camp ${monday} ${plan.tier} ${plan.base}`);
  const inserted = await sql`
    insert into public.camp_weeks (id, name, tier, team_types, location_id, start_date, end_date, session_time_start,
      session_time_end, capacity, is_active)
    select ${id}, ${name}, ${plan.tier}, string_to_array(${teams.join()}, ','), l.id, ${monday},
      ${monday}::date + ${days - 1}::integer, ${day.start}, ${day.end}, ${plan.capacity}, ${plan.week >= 0}
    from public.locations l where l.base = ${plan.base}
    on conflict do nothing returning id`;
  if (inserted.length === 0) return null;
  // The coach who has an account leads this camp, so that their page shows something on every weekday.
  await sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, '20000000-0000-4000-8000-000000000001')`;
  return id;
}

async function fill(
  sql: postgres.Sql,
  campId: string,
  children: { childId: string; familyId: string }[],
): Promise<void> {
  for (const { childId, familyId } of children) {
    await sql`
      insert into public.camp_enrollments (id, camp_id, child_id, family_id, rung_id)
      values (
        ${demoId(`enrolment ${campId} ${childId}`)}, ${campId}, ${childId}, ${familyId},
        (select rung_id from private.camp_rung(${campId}, clock_timestamp())))
      on conflict do nothing`;
  }
}
