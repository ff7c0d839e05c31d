import type postgres from 'postgres';
import type { Foundation, GrowthMark } from '#contract/growth-reports.ts';
import { userId } from './accounts.ts';
import { childrenOf } from './families.ts';
import { demoId } from './ids.ts';

/** The ten foundations as in the content of Studio (page "EPIC camp"). */
const foundations: [emoji: string, title: string, text: string][] = [
  ['🦁', 'Courage', 'Being afraid and taking the next step anyway, roped in.'],
  ['🌧️', 'Resilience', 'Falling off the wakeboard for the sixth time, and asking for a seventh.'],
  ['🤝', 'Teamwork', 'Noticing who has not had a turn, without being told.'],
  ['🧭', 'Leadership', 'Asking three people before deciding for five.'],
  ['🎒', 'Responsibility', 'Your bag, your bottle, your buddy. Always all three.'],
  ['🧘', 'Self-control', 'What Muay Thai is really about: strong, and not using it.'],
  ['👂', 'Empathy', 'Sitting beside someone who misses home. Saying little.'],
  ['🔍', 'Curiosity', 'Stopping a jungle trek for a beetle, and being right to.'],
  ['🙏', 'Gratitude', 'Thanking the ferryman by name, because they asked for it.'],
  ['⚖️', 'Integrity', 'Saying “I dropped it” before anybody asks.'],
];

const marks: readonly GrowthMark[] = [
  'growing',
  'steady',
  'shining',
  'steady',
  'not_seen',
  'steady',
  'growing',
];
const sentences = [
  'On Tuesday the wall was too high, on Wednesday it was not: three holds more each time, and then a hand for the next child.',
  'The map was upside down for an hour, and nobody minded, because the whole team was asked before each turn.',
  'Carried two bottles up the hill because a friend was tired, and said nothing about it.',
  'Asked the ferryman how the engine works, and explained it to four others on the way back.',
  'Fell on the ramp, sat down, came back after lunch and rolled all the way.',
] as const;

interface Plan {
  name: string;
  /** Weeks before this week's Monday. */
  weeks: number;
  days: number;
  base: string;
  /** Positions of the children in the list of campers. */
  from: number;
  count: number;
  states: readonly ('released' | 'ready' | 'draft' | null)[];
}

/** Last year's camp and last month's have released reports. Last week's has some that are due. */
const plans: readonly Plan[] = [
  { name: 'Spark Camp', weeks: 52, days: 3, base: 'east-coast', from: 0, count: 1, states: ['released'] },
  {
    name: 'Spark Camp',
    weeks: 4,
    days: 3,
    base: 'orchard-central',
    from: 0,
    count: 4,
    states: ['released', 'released', 'released', 'released'],
  },
  {
    name: 'Ignite Camp',
    weeks: 1,
    days: 5,
    base: 'east-coast',
    from: 4,
    count: 6,
    states: ['ready', 'ready', 'draft', null, null, null],
  },
];

export async function seedGrowthReports(sql: postgres.Sql): Promise<void> {
  const campers = (['red', 'black'] as const).flatMap(childrenOf);
  for (const plan of plans) {
    const id = demoId(`growth camp ${plan.weeks}`);
    const inserted = await sql`
      insert into public.camp_weeks (id, name, tier, team_types, location_id, start_date, end_date, session_time_start,
        session_time_end, capacity, is_active)
      select ${id}, ${plan.name}, ${plan.days === 3 ? 'spark' : 'ignite'}, '{red,black}', l.id, m.monday,
        m.monday + ${plan.days - 1}::integer, '09:00', '15:30', 10, false
      from public.locations l
      cross join lateral (
        select date_trunc('week', private.calendar_today())::date - 7 * ${plan.weeks}::integer as monday) m
      where l.base = ${plan.base}
      on conflict do nothing returning id`;
    if (inserted.length === 0) continue;
    await sql`
      insert into public.camp_coaches (camp_id, coach_id) values (${id}, '20000000-0000-4000-8000-000000000001')`;
    for (const [index, child] of campers.slice(plan.from, plan.from + plan.count).entries())
      await addChild(sql, id, plan, child, index);
  }
}

async function addChild(
  sql: postgres.Sql,
  campId: string,
  { weeks, states }: Plan,
  { childId, familyId }: { childId: string; familyId: string },
  index: number,
): Promise<void> {
  const enrolment = demoId(`enrolment ${campId} ${childId}`);
  await sql`
    insert into public.camp_enrollments (id, camp_id, child_id, family_id)
    values (${enrolment}, ${campId}, ${childId}, ${familyId})`;
  await sql`
    insert into public.camp_attendance (enrollment_id, day, attended)
    select ${enrolment}, d::date, true from public.camp_weeks w, generate_series(w.start_date, w.end_date, '1 day') d
    where w.id = ${campId}`;
  const state = states[index];
  if (!state) return;
  const chosen = foundations.map(([emoji, title, text], position): Foundation => {
    const mark = marks[(position + index + (weeks > 50 ? 2 : 0)) % marks.length] ?? null;
    return {
      key: `k${position + 1}`,
      emoji,
      title,
      text,
      mark: state === 'draft' && position > 5 ? null : mark,
    };
  });
  const sentence = sentences[(index + (weeks > 50 ? 4 : 0)) % sentences.length];
  const [coach, admin] = [userId('coach@otter.test'), userId('admin@otter.test')];
  await sql`
    insert into public.growth_reports (camp_id, child_id, state, foundations, sentence, level, level_before, coach_name, written_by,
      ready_by, ready_at, released_by, released_at, created_at)
    select ${campId}, c.id, ${state}, ${sql.json(chosen)}, ${state === 'draft' ? null : (sentence ?? null)},
      case when ${state} = 'released' then c.current_level end, case when ${state} = 'released' then c.current_level end,
      case when ${state} = 'released' then private.staff_name(${coach}) end, ${coach},
      case when ${state} <> 'draft' then ${coach}::uuid end, case when ${state} <> 'draft' then w.ended end,
      case when ${state} = 'released' then ${admin}::uuid end, case when ${state} = 'released' then w.ended + interval '2 days' end,
      w.ended
    from public.children c, (
      select (end_date + time '17:00') at time zone private.time_zone() as ended from public.camp_weeks where id = ${campId}) w
    where c.id = ${childId}`;
}
