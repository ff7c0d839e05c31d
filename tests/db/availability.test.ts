import { expect, test } from 'vitest';
import { createDatabase } from '#support/database.ts';
import { countRows, rpc, stopCalendar, visitor } from '#support/sql.ts';

test('the availability of this week is read by an index, however many years of bookings there are', async () => {
  const db = await createDatabase();
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  await rpc(db, visitor, 'ensure_next_weekend_funstart_sessions');
  await db.sql`
    insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
    select c.id, l.id, '2026-11-20'::date - n, '10:30', 60, 8
    from generate_series(1, 400) n, public.class_types c, public.locations l where l.name = 'Somerset'`;
  await db.sql`insert into public.families (contact_name, contact_email) values ('A', 'a@example.test')`;
  await db.sql`
    insert into public.children (family_id, name, dob)
    select id, 'child ' || n, '2018-01-01' from public.families, generate_series(1, 5) n`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select s.id, s.session_date, s.session_time, c.id, c.family_id from public.sessions s, public.children c
    where s.session_date < '2026-11-20' or c.name = 'child 1'`;
  await db.sql`analyze`;
  expect(await countRows(db, 'bookings')).toBe(12_014);

  // Postgres counts the reads of this transaction. The test compares the counts before and after the call.
  const reads = await db.sql.begin(async (sql) => {
    const counters = () => sql<{ table: string; whole: number; indexed: number; rows: number }[]>`
      select relname as table, seq_scan as whole, idx_scan as indexed, seq_tup_read + idx_tup_fetch as rows
      from pg_stat_xact_user_tables
      where schemaname = 'public' and relname in ('bookings', 'sessions') order by relname`;
    const before = await counters();
    await sql`select public.get_session_availability_with_enrollments()`;
    const after = await counters();
    return after.map(({ table, whole, indexed, rows }, n) => ({
      table,
      whole: whole - (before[n]?.whole ?? 0),
      indexed: indexed - (before[n]?.indexed ?? 0),
      rows: rows - (before[n]?.rows ?? 0),
    }));
  });
  expect(reads.map(({ table, whole }) => ({ table, whole }))).toEqual([
    { table: 'bookings', whole: 0 },
    { table: 'sessions', whole: 0 },
  ]);
  const [bookings, sessions] = reads.map(({ indexed }) => indexed);
  // The call reads the bookings of the weekend's classes (14) and of Thursday's classes (6).
  expect(bookings).toBe(14 + 6);
  // The planner also reads the ends of the index, so the count may be a little higher.
  expect(sessions).toBeLessThanOrEqual(3);
  for (const { rows } of reads) expect(rows).toBeLessThan(100);
  await db.drop();
});
