import { expect, test } from 'vitest';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { createDatabase } from '#support/database.ts';
import { service } from '#support/sql.ts';

test('the demo has families waiting for a full camp and a full class, past weekends, and no discrepancies', async () => {
  const db = await createDatabase();
  await shiftCalendar(db.sql, new Date('2026-11-18T12:00:00+08:00'));
  await seedDemo(db.sql);
  await seedDemo(db.sql);
  const lists = await db.sql`
    select session_id is null as camp, parent_name, places from public.waitlist_entries
    order by session_id is null, joined_at`;
  const queue = [
    { parent_name: 'Wei Ling Goh', places: 2 },
    { parent_name: 'Mei Tan', places: 2 },
    { parent_name: 'Ravi Menon', places: 1 },
  ];
  expect([...lists]).toEqual([false, true].flatMap((camp) => queue.map((entry) => ({ camp, ...entry }))));
  const [past] = await db.sql`
    select count(distinct session_id)::int as classes, bool_or(attended) as came, bool_or(not attended) as missed
    from public.bookings where session_date < private.calendar_today()`;
  expect(past).toEqual({ classes: 24, came: true, missed: true });
  expect(await db.as(service, (sql) => sql`select rule from public.reconcile_books()`)).toHaveLength(0);
  await db.drop();
});
