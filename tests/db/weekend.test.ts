import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { SessionAvailability } from '#contract/availability.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, rpc, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.sessions`;
});

const ensure = () => rpc<number>(db, visitor, 'ensure_next_weekend_funstart_sessions');
const available = (database = db) =>
  database.as(
    visitor,
    (sql) => sql<SessionAvailability[]>`select * from public.get_session_availability_with_enrollments()`,
  );

// The test covers every hour around the midnights at which the weekend of Saturday 21 November 2026 begins and ends.
const saturdayMidnight = Temporal.ZonedDateTime.from('2026-11-21T00:00[Asia/Singapore]');
const mondayMidnight = saturdayMidnight.add({ days: 2 });
const hours = [saturdayMidnight, saturdayMidnight.add({ days: 1 }), mondayMidnight].flatMap((midnight) =>
  Array.from({ length: 25 }, (_, n) => midnight.add({ hours: n - 12 })),
);
const moments = hours.flatMap((hour) => [hour.subtract({ seconds: 1 }), hour]);

test.each(moments.map((moment) => [moment.toString({ timeZoneName: 'never' }), moment] as const))(
  'at %s the weekend and its sessions are the right ones',
  async (text, moment) => {
    await stopCalendar(db, text);
    const isOver = Temporal.ZonedDateTime.compare(moment, mondayMidnight) >= 0;
    const saturday = isOver ? '2026-11-28' : '2026-11-21';
    const sunday = isOver ? '2026-11-29' : '2026-11-22';
    const [window] = await db.sql`select saturday, sunday from private.weekend()`;
    expect(window).toEqual({ saturday, sunday });

    await ensure();
    const templates = await db.sql<{ weekday: number; session_time: string }[]>`
      select weekday, session_time from public.session_templates`;
    const expected = templates
      .map(({ weekday, session_time }) => `${weekday === 6 ? saturday : sunday} ${session_time}`)
      .filter((start) => {
        const begins = Temporal.PlainDateTime.from(start.replace(' ', 'T')).toZonedDateTime('Asia/Singapore');
        return Temporal.ZonedDateTime.compare(begins, moment) > 0;
      })
      .sort();
    const shown = (await available()).map(
      ({ session_date, session_time }) => `${session_date} ${session_time}`,
    );
    expect(shown.sort()).toEqual(expected);
  },
);

describe('planning a weekend on the Wednesday before', () => {
  beforeAll(() => stopCalendar(db, '2026-11-18T12:00:00+08:00'));

  test('a page load creates the weekend once, even if twenty come at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, ensure));
    expect(created.reduce((sum, n) => sum + n, 0)).toBe(14);
    expect(await countRows(db, 'sessions')).toBe(14);
    expect(await ensure()).toBe(0);
  });

  test('the rows have the shape of the contract, earliest first', async () => {
    await ensure();
    const rows = await available();
    for (const row of rows) expect(v.safeParse(SessionAvailability, row).issues).toBeUndefined();
    const starts = rows.map(({ session_date, session_time }) => session_date + session_time);
    expect(starts).toEqual([...starts].sort());
  });

  test('nine in the morning in Singapore is stored as one in the morning in UTC', async () => {
    await ensure();
    const [row] = await db.sql`
      select starts_at, ends_at from public.sessions
      where session_date = '2026-11-21' and session_time = '09:00' limit 1`;
    expect(row).toEqual({ starts_at: '2026-11-21T01:00:00+00:00', ends_at: '2026-11-21T02:00:00+00:00' });
  });

  test('a cancelled session stays cancelled, and an inactive template creates nothing', async () => {
    await ensure();
    await db.sql`update public.sessions set status = 'cancelled' where session_time = '10:30'`;
    expect(await ensure()).toBe(0);
    expect((await available()).some(({ session_time }) => session_time.startsWith('10:30'))).toBe(false);
    await db.sql`delete from public.sessions`;
    await db.sql`update public.session_templates set active = session_time <> '10:30'`;
    expect(await ensure()).toBe(10);
    await db.sql`update public.session_templates set active = true`;
  });
});

test('the free spots are capacity minus bookings minus valid holds, never below zero', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  // The calendar is set so that this weekend lies ahead, whatever the day of the run.
  await stopCalendar(other, '2026-11-18T12:00:00+08:00');
  await rpc(other, visitor, 'ensure_next_weekend_funstart_sessions');
  const [session] = await other.sql<[{ id: string; max_capacity: number }]>`
    select id, max_capacity from public.sessions where session_date = '2026-11-21' limit 1`;
  const spots = async () =>
    (await available(other)).find((row) => row.session_id === session.id)?.available_spots;

  expect(await spots()).toBe(session.max_capacity);
  const held = await shop.hold(other, session.id);
  await shop.confirmPayment(other, shop.paymentOf(await shop.openCheckout(other, session.id)));
  expect(await spots()).toBe(session.max_capacity - 2);
  await shop.expireHolds(other, held.secret);
  expect(await spots()).toBe(session.max_capacity - 1);
  await other.sql`update public.bookings set status = 'cancelled'`;
  expect(await spots()).toBe(session.max_capacity);
  await other.sql`update public.sessions set max_capacity = 0`;
  expect(await spots()).toBe(0);
  await other.drop();
});

test('upcoming weekends are planned as far as the settings say, and cancelled sessions stay cancelled', async () => {
  await stopCalendar(db, '2026-11-21T12:00:00+08:00');
  const plan = () => rpc<{ made: number }>(db, service, 'plan_weekends');
  await db.sql`update public.settings set weekends_planned = 3`;
  const [templates] = await db.sql<[{ n: number; over: number }]>`
    select count(*) as n, count(*) filter (where weekday = 6 and session_time <= '12:00') as over
    from public.session_templates where active`;
  expect(await plan()).toEqual({ made: 3 * templates.n - templates.over });
  expect(await plan()).toEqual({ made: 0 });
  await db.sql`update public.sessions set status = 'cancelled' where session_date = '2026-12-05'`;
  expect(await plan()).toEqual({ made: 0 });
  const [last] = await db.sql`select max(session_date)::text as day from public.sessions`;
  expect(last).toEqual({ day: '2026-12-06' });
  await db.sql`update public.settings set weekends_planned = 5`;
  await expect(rpc(db, visitor, 'plan_weekends')).rejects.toMatchObject({ code: '42501' });
});
