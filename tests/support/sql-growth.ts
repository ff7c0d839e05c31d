/** Makes camps that are over, with children who came, and the requests to write and release their growth reports. */
import type { CampReports, GrowthMark, GrowthReport } from '#contract/growth-reports.ts';
import type { Caller, TestDatabase } from './database.ts';
import { makeCamp } from './sql-camps.ts';
import { makePeople } from './sql-people.ts';
import { makeUser, rpc, stopCalendar } from './sql.ts';

export const foundations = (mark: GrowthMark | null = 'steady', name = 'Courage') =>
  Array.from({ length: 10 }, (_, index) => ({
    key: `k${index}`,
    emoji: '🦁',
    title: `${name} ${index}`,
    text: 'Taking the next step.',
    mark,
  }));

export const fields = (more: Record<string, unknown> = {}) => ({
  foundations: foundations(),
  sentence: 'She climbed to the top and then helped the next child up.',
  level: null,
  is_ready: true,
  ...more,
});

/** Makes a camp of three days that the coach leads. */
async function makeLedCamp(
  db: TestDatabase,
  coachId: string,
  start: string,
  base = 'bishan',
): Promise<string> {
  const camp = await makeCamp(db, { start, days: 3, base, active: false, coach: false });
  await db.sql`
    insert into public.camp_coaches (camp_id, coach_id) select ${camp}, id from public.coaches where user_id = ${coachId}`;
  return camp;
}

export async function makeCamper(db: TestDatabase, familyId: string, name: string): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${familyId}, ${name}, '2018-01-01') returning id`;
  return row.id;
}

/** Enrols a child, and marks on each of the first days whether it came. */
export async function enrol(
  db: TestDatabase,
  camp: string,
  child: string,
  days: readonly boolean[],
): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.camp_enrollments (camp_id, child_id, family_id)
    select ${camp}, id, family_id from public.children where id = ${child} returning id`;
  for (const [index, attended] of days.entries())
    await db.sql`
      insert into public.camp_attendance (enrollment_id, day, attended)
      select ${row.id}, start_date + ${index}::integer, ${attended} from public.camp_weeks where id = ${camp}`;
  return row.id;
}

export const save = (
  db: TestDatabase,
  who: Caller,
  camp: string,
  child: string,
  report: object = fields(),
  version: number | null = null,
): Promise<{ report: GrowthReport }> =>
  rpc(db, who, 'save_growth_report', {
    p_camp_id: camp,
    p_child_id: child,
    p_report: report,
    p_version: version,
  });

export const release = (
  db: TestDatabase,
  who: Caller,
  ...reports: { id: string; version: number }[]
): Promise<{ released: number }> =>
  rpc(db, who, 'release_growth_reports', {
    p_reports: reports.map(({ id, version }) => ({ id, version })),
  });

export const read = (db: TestDatabase, who: Caller, camp: string): Promise<CampReports> =>
  rpc(db, who, 'get_camp_reports', { p_camp_id: camp });

/** Makes a camp that ended on 11 November 2026, its coach, a head coach, a coach of another camp, and two children. */
export async function makeReportedCamp(db: TestDatabase) {
  const people = await makePeople(db);
  await db.sql`delete from public.growth_reports`;
  const head: Caller = { role: 'authenticated', sub: await makeUser(db, 'head@example.test', ['coach']) };
  const colleague: Caller = {
    role: 'authenticated',
    sub: await makeUser(db, 'colleague@example.test', ['coach']),
  };
  await db.sql`
    insert into public.coaches (name, user_id, is_head) values
      ('Ana', ${people.coachId}, false), ('Hana', ${head.sub ?? ''}, true), ('Cy', ${colleague.sub ?? ''}, false)
    on conflict (user_id) do update set name = excluded.name`;
  await makeLedCamp(db, colleague.sub ?? '', '2026-11-09', 'east-coast');
  const camp = await makeLedCamp(db, people.coachId, '2026-11-09');
  const kai = await makeCamper(db, people.familyId, 'Kai Tan');
  const mia = await makeCamper(db, people.otherFamilyId, 'Mia Lim');
  const enrolment = await enrol(db, camp, kai, [true, false, true]);
  await enrol(db, camp, mia, [true]);
  return { people, head, colleague, camp, kai, mia, enrolment };
}

/** Begins a test with no reports and no mails about them, on the day after the camp. */
export async function clearReports(db: TestDatabase): Promise<void> {
  await db.sql`delete from public.growth_reports`;
  await db.sql`delete from public.outbox where template = 'growth_report'`;
  await db.sql`truncate public.rate_limits`;
  await stopCalendar(db, '2026-11-12T12:00:00+08:00');
}
