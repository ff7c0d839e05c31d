/** Assigns coaches and marks children on the roster, for the database tests. */
import { randomUUID } from 'node:crypto';
import { type Caller, countIn, type TestDatabase } from './database.ts';
import { rpc } from './sql.ts';

/** Makes a coach with this account, assigned to these sessions and camps. */
export async function assignAsCoach(
  db: TestDatabase,
  userId: string | undefined,
  ...places: string[]
): Promise<void> {
  const [coach] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id)
    select coalesce((select nullif(name, '') from public.profiles where id = ${userId ?? null}), ${`Coach ${countIn(db, 'coach')}`}),
      ${userId ?? null}
    on conflict (user_id) do update set name = coaches.name returning id`;
  await db.sql`update public.sessions set coach_id = ${coach.id} where id = any (${places})`;
  await db.sql`
    insert into public.camp_coaches (camp_id, coach_id) select id, ${coach.id} from public.camp_weeks where id = any (${places})
    on conflict do nothing`;
}

/**
 * Marks children on the roster of the session or camp of the first child. For a camp, the day is today unless `day` is
 * passed. Returns the ids of the marks, or throws the first refusal.
 */
export async function markEntries(
  db: TestDatabase,
  who: Caller,
  entries: string[],
  kind: string,
  { day, undoes }: { day?: string; undoes?: string | undefined } = {},
): Promise<string[]> {
  const [first = null] = entries;
  const [place] = await db.sql<[{ id: string; day: string }]>`
    select session_id as id, session_date::text as day from public.bookings where id = ${first}
    union all
    select camp_id, private.calendar_today()::text from public.camp_enrollments where id = ${first}`;
  const made_at = new Date().toISOString();
  const marks = entries.map((entry_id) => ({ id: randomUUID(), entry_id, kind, made_at, undoes }));
  const { refused } = await rpc<{ refused: { code: string }[] }>(db, who, 'mark_roster', {
    p_place_id: place.id,
    p_day: day ?? place.day,
    p_marks: marks,
  });
  if (refused[0]) throw new Error(refused[0].code);
  return marks.map(({ id }) => id);
}

/** Makes a mark and a first-aid entry for every booked child, and a link to a roster, for the policy matrix. */
export async function makeMarks(db: TestDatabase): Promise<void> {
  await db.sql`
    insert into public.attendance_marks (id, booking_id, day, kind, made_at)
    select gen_random_uuid(), id, session_date, 'note', now() from public.bookings`;
  await db.sql`
    insert into public.attendance_marks (id, enrollment_id, day, kind, made_at)
    select gen_random_uuid(), id, private.calendar_today(), 'note', now() from public.camp_enrollments`;
  await db.sql`
    insert into public.camp_absences (enrollment_id, day)
    select id, private.calendar_today() + 1 from public.camp_enrollments where status = 'enrolled'`;
  await db.sql`
    insert into public.cancelled_camp_days (camp_id, day, reason, money)
    select id, start_date, 'Haze', 'refund' from public.camp_weeks where not is_active`;
  await db.sql`
    insert into public.first_aid_log (id, child_id, session_id, day, happened_at, injury, treatment, parent_informed_at)
    select gen_random_uuid(), child_id, session_id, session_date, now(), 'Scraped knee', 'Plaster', now() from public.bookings`;
  await db.sql`
    insert into public.blocked_collectors (family_id, child_id, name)
    select family_id, id, 'Uncle Bad' from public.children`;
  await db.sql`
    insert into public.roster_shares (session_id, day, token_hash, expires_at)
    select id, session_date, 'a', now() from public.sessions order by id limit 1`;
}
