import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { stopCalendar } from '#support/sql.ts';

/** Tests that a family has 12 hours for an offer, in which 22:00 to 08:00 in Singapore does not count. */
let db: TestDatabase;
beforeAll(async () => void (db = await createDatabase()));
afterEach(() => stopCalendar(db, new Date().toISOString()));
afterAll(() => db.drop());

const local = (moment: string) => `${moment}+08:00`;
const awakeUntil = async (at: string, minutes = 720) => {
  const [row] = await db.sql<[{ until: string }]>`
    select to_char(private.outside_quiet_hours(${local(at)}, ${minutes}) at time zone 'Asia/Singapore',
      'YYYY-MM-DD HH24:MI:SS.MS') as until`;
  return row.until;
};

// The cases include the end of a month, the end of a year and a leap day.
test.each([
  ['2030-06-15 00:00:00', '2030-06-15 20:00:00.000'],
  ['2030-06-15 01:00:00', '2030-06-15 20:00:00.000'],
  ['2030-06-15 07:00:00', '2030-06-15 20:00:00.000'],
  ['2030-06-15 07:59:59.999', '2030-06-15 20:00:00.000'],
  ['2030-06-15 08:00:00', '2030-06-15 20:00:00.000'],
  ['2030-06-15 08:00:01', '2030-06-15 20:00:01.000'],
  ['2030-06-15 09:00:00', '2030-06-15 21:00:00.000'],
  ['2030-06-15 09:59:59.999', '2030-06-15 21:59:59.999'],
  ['2030-06-15 10:00:00', '2030-06-15 22:00:00.000'],
  ['2030-06-15 10:00:00.001', '2030-06-16 09:00:00.000'],
  ['2030-06-15 10:30:00', '2030-06-16 09:00:00.000'],
  ['2030-06-15 11:00:00', '2030-06-16 09:00:00.000'],
  ['2030-06-15 11:00:01', '2030-06-16 09:00:01.000'],
  ['2030-06-15 12:00:00', '2030-06-16 10:00:00.000'],
  ['2030-06-15 18:00:00', '2030-06-16 16:00:00.000'],
  ['2030-06-30 20:00:00', '2030-07-01 18:00:00.000'],
  ['2030-12-31 21:00:00', '2031-01-01 19:00:00.000'],
  ['2028-02-28 21:59:59.999', '2028-02-29 19:59:59.999'],
  ['2030-06-15 22:00:00', '2030-06-16 20:00:00.000'],
  ['2030-06-15 23:00:00', '2030-06-16 20:00:00.000'],
  ['2030-06-15 23:59:59.999', '2030-06-16 20:00:00.000'],
])('a place offered at %s waits until %s', async (at, until) => expect(await awakeUntil(at)).toBe(until));

test.each([
  [30, '2030-06-15 23:00', '2030-06-16 09:00:00.000'],
  [30, '2030-06-15 21:30', '2030-06-15 22:00:00.000'],
  [30, '2030-06-15 21:31', '2030-06-16 09:00:00.000'],
  [840, '2030-06-15 08:00', '2030-06-15 22:00:00.000'],
  [840, '2030-06-15 22:00', '2030-06-16 22:00:00.000'],
  [1441, '2030-06-15 22:00', '2030-06-17 18:01:00.000'],
  [2880, '2030-06-15 12:00', '2030-06-18 18:00:00.000'],
])('an offer of %i minutes, made at %s, does not end in quiet hours', async (minutes, at, until) =>
  expect(await awakeUntil(at, minutes)).toBe(until),
);

test('an offer ends by day, and never earlier than promised', async () => {
  const [row] = await db.sql<[{ all: number; night: number; short: number }]>`
    select count(*)::integer as all,
      count(*) filter (where d > time '22:00' or d < time '09:00')::integer as night,
      count(*) filter (where until < at + interval '12 hours')::integer as short
    from generate_series(timestamptz '2030-06-15 00:00+08', timestamptz '2030-06-17 00:00+08', interval '97 seconds') at
    cross join lateral (select private.outside_quiet_hours(at, 720) as until) u
    cross join lateral (select (until at time zone 'Asia/Singapore')::time as d) l`;
  expect(row).toEqual({ all: 1782, night: 0, short: 0 });
});

describe('an offer for a session that begins soon', () => {
  const sessionAt = async (time: string) => {
    const id = await shop.makeSession(db, { date: '2030-06-16' });
    await db.sql`update public.sessions set session_time = ${time} where id = ${id}`;
    return id;
  };
  const readDeadline = async (session: string, at: string) => {
    const [row] = await db.sql<[{ until: string | null }]>`
      select to_char(private.offer_deadline(${session}, null, ${local(at)}) at time zone 'Asia/Singapore',
        'DD HH24:MI') as until`;
    return row.until;
  };

  test('the offer ends two hours before it, even early in the morning or at night', async () => {
    const morning = await sessionAt('10:30');
    expect(await readDeadline(morning, '2030-06-15 08:00')).toBe('15 20:00');
    expect(await readDeadline(morning, '2030-06-15 10:00')).toBe('15 22:00');
    expect(await readDeadline(morning, '2030-06-15 10:01')).toBe('16 08:30');
    expect(await readDeadline(morning, '2030-06-15 21:00')).toBe('16 08:30');
    expect(await readDeadline(morning, '2030-06-16 03:00')).toBe('16 08:30');
    expect(await readDeadline(morning, '2030-06-16 08:00')).toBe('16 08:30');
    expect(await readDeadline(morning, '2030-06-16 08:01')).toBeNull();
    const early = await sessionAt('06:00');
    expect(await readDeadline(early, '2030-06-15 21:00')).toBe('16 04:00');
  });

  test('for a session later that day, only the hours of the day count', async () => {
    const evening = await sessionAt('18:00');
    expect(await readDeadline(evening, '2030-06-15 12:00')).toBe('16 10:00');
    expect(await readDeadline(evening, '2030-06-15 23:00')).toBe('16 16:00');
  });
});

test('the settings can define other quiet hours, or none', async () => {
  await db.sql`update public.settings set waitlist_quiet_from = '21:00', waitlist_quiet_until = '07:00', waitlist_waking_minutes = 0`;
  expect(await awakeUntil('2030-06-15 20:00')).toBe('2030-06-16 18:00:00.000');
  await db.sql`update public.settings set waitlist_quiet_from = '24:00', waitlist_quiet_until = '00:00'`;
  expect(await awakeUntil('2030-06-15 20:00')).toBe('2030-06-16 08:00:00.000');
  await expect(
    db.sql`update public.settings set waitlist_quiet_from = '07:30', waitlist_quiet_until = '07:00', waitlist_waking_minutes = 30`,
  ).rejects.toThrow('settings_waitlist_day');
});
