import { expect, test } from 'vitest';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { countRows, makeUser, rpc } from '#support/sql.ts';

const wednesday = new Date('2026-11-18T12:00:00+08:00');
const tables = [
  'leads',
  'spot_reservations',
  'birthday_enquiries',
  'parties',
  'form_responses',
  'form_response_guests',
  'form_response_health',
];

async function seedDatabase(): Promise<TestDatabase> {
  const db = await createDatabase();
  await shiftCalendar(db.sql, wednesday);
  await seedDemo(db.sql);
  return db;
}

/** Returns everything that the demo wrote, without the times that follow the real clock. */
async function readContent(db: TestDatabase): Promise<unknown[]> {
  const contents = [];
  for (const table of tables) {
    contents.push(
      ...(await db.sql.unsafe(`
        select '${table}' as table, to_jsonb(t)
          - '{created_at,updated_at,last_activity_at,auto_delete_at,preferred_date}'::text[] as row
        from public.${table} t order by 2`)),
    );
  }
  return contents;
}

test('the demo is the same in every installation, and a second start changes nothing', async () => {
  const [one, other] = [await seedDatabase(), await seedDatabase()];
  const content = await readContent(one);
  expect(content.length).toBeGreaterThan(30);
  expect(await readContent(other)).toEqual(content);
  await one.sql`update public.leads set status = 'closed' where name = 'Serene Lau'`;
  const before = await readContent(one);
  await shiftCalendar(one.sql, wednesday);
  await seedDemo(one.sql);
  expect(await readContent(one)).toEqual(before);
  await Promise.all([one.drop(), other.drop()]);
});

test('the demo has past, present and future parties, with allergies, a refusal and a family that answered twice', async () => {
  const db = await seedDatabase();
  const coach = { role: 'authenticated', sub: await makeUser(db, 'c@example.test', ['coach']) } as const;
  const [today, ...more] = await db.sql<{ party_id: string; guests: number }[]>`
    select id as party_id, private.party_guests(id) as guests from public.parties p where private.is_today(p)`;
  expect([today?.guests, more]).toEqual([5, []]);
  const health = await rpc<unknown[]>(db, coach, 'get_party_health', { p_party_id: today?.party_id });
  expect(health).toHaveLength(2);
  const rows = await db.sql`
    select sign((starts_at at time zone private.time_zone())::date - private.calendar_today())::integer as side,
      (select count(*) from public.form_responses r where r.party_id = p.id and duplicate_of is not null) as twice,
      (select count(*) from public.form_responses r where r.party_id = p.id and not attending) as refused
    from public.parties p order by starts_at`;
  expect([...rows]).toEqual([-1, 0, 1].map((side) => ({ side, twice: 1, refused: 1 })));
  await db.drop();
});

test('on another day one more party is added for today, and the others are not repeated', async () => {
  const db = await seedDatabase();
  await shiftCalendar(db.sql, new Date('2026-11-19T12:00:00+08:00'));
  await seedDemo(db.sql);
  const [row] = await db.sql`
    select count(*) as all, count(*) filter (
      where (starts_at at time zone private.time_zone())::date = private.calendar_today()) as today
    from public.parties`;
  expect(row).toEqual({ all: 4, today: 1 });
  await db.drop();
});

test('every lead is within its thirty days, and every status of the waitlist occurs', async () => {
  const db = await seedDatabase();
  const rows = await db.sql`
    select distinct status from public.leads
    where auto_delete_at > clock_timestamp() and created_at <= clock_timestamp() order by status`;
  expect(rows.map((row) => row['status'] as string)).toEqual([
    'contacted',
    'new',
    'waitlist_conversion_pending',
    'waitlist_whatsapp_joined',
  ]);
  expect(await countRows(db, 'leads')).toBe(8);
  await db.drop();
});
