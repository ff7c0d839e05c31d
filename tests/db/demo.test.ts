import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { demoLogins, demoPassword } from '#local/demo/logins.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { backdate } from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, visitor } from '#support/sql.ts';

const wednesday = new Date('2026-11-18T12:00:00+08:00');

/** Masks what differs between installations and moments: times, hashes, secrets and random ids. */
const mask = (row: string) =>
  row
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*/g, '@')
    .replaceAll(/[0-9a-f]{32,}/g, '#')
    // The ids of the seed and of the demo are fixed, so they are not masked.
    .replaceAll(/[0-9a-f]{8}-(?!0000-4000)[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '*');

/** The content of every table. */
async function readContent(db: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await db.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db.sql<
      { row: string }[]
    >`select to_jsonb(t)::text as row from ${db.sql(`public.${name}`)} t`;
    content[name] = rows.map(({ row }) => mask(row)).sort();
  }
  return content;
}

const spots = (db: TestDatabase) => db.sql<{ team: string; day: string; time: string; left: number }[]>`
  select c.name as team, to_char(a.session_date, 'Dy') as day, to_char(a.session_time, 'HH24:MI') as time,
    a.available_spots as left
  from public.get_session_availability_with_enrollments() a join public.class_types c on c.id = a.class_type_id`;

describe('the demo data', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
    await shiftCalendar(db.sql, wednesday);
    await seedDemo(db.sql);
  });
  afterAll(() => db.drop());

  test('the demo has camps with the usual hours that the pages and mails name', async () => {
    const days = await db.sql`
      select distinct to_char(session_time_start, 'HH24:MI') as starts, to_char(session_time_end, 'HH24:MI') as ends
      from public.camps`;
    expect(days).toEqual([{ starts: '09:00', ends: '15:30' }]);
  });

  test('the demo shows every state of a session card, in every team', async () => {
    const shown = await spots(db);
    expect(shown).toHaveLength(14);
    const lefts = new Set(shown.map(({ left }) => left));
    for (const left of [6, 5, 4, 3, 2, 1, 0]) expect(lefts).toContain(left);
    // The design drawings show this weekend of the Red Otter class.
    const red = shown
      .filter(({ team }) => team.startsWith('Red'))
      .map(({ day, time, left }) => [day, time, left]);
    expect(red.sort()).toEqual([
      ['Sat', '09:00', 6],
      ['Sat', '10:30', 5],
      ['Sat', '16:30', 4],
      ['Sun', '09:00', 2],
      ['Sun', '10:30', 0],
      ['Sun', '16:30', 3],
    ]);
    for (const team of ['White', 'Red', 'Black', 'X-']) {
      expect(shown.some((row) => row.team.startsWith(team) && row.left > 0)).toBe(true);
    }
  });

  test('a second start of the demo changes nothing, even after a booking, a cancellation and a new password', async () => {
    await shop.publish(db);
    const [open] = await spots(db);
    expect(open?.left).toBeGreaterThan(0);
    const [session] = await db.sql<[{ session_id: string }]>`
      select session_id from public.get_session_availability_with_enrollments() where available_spots = 6 limit 1`;
    await shop.confirmPayment(db, shop.paymentOf(await shop.openCheckout(db, session.session_id)));
    await db.sql`update public.bookings set status = 'cancelled' where session_time = '15:00'`;
    await db.sql`update auth.users set encrypted_password = 'mine' where email = 'parent@otter.test'`;
    await db.sql`update public.children set name = 'Kai Renamed' where name = 'Kai Tan'`;
    const before = await readContent(db);
    // The second start links the coach to their login again.
    await db.sql`update public.coaches set user_id = null`;
    await shiftCalendar(db.sql, wednesday);
    await seedDemo(db.sql);
    expect(await readContent(db)).toEqual(before);
    const [row] = await db.sql`select encrypted_password from auth.users where email = 'parent@otter.test'`;
    expect(row).toEqual({ encrypted_password: 'mine' });
  });

  test('the demo is the same in every installation', async () => {
    const contents: Record<string, string[]>[] = [];
    for (let n = 0; n < 2; n++) {
      const fresh = await createDatabase();
      await shiftCalendar(fresh.sql, wednesday);
      await seedDemo(fresh.sql);
      contents.push(await readContent(fresh));
      await fresh.drop();
    }
    expect(contents[0]).toEqual(contents[1]);
    // The comparison would prove nothing if these tables were empty.
    for (const table of ['bookings', 'camp_enrollments', 'leads', 'parties', 'waitlist_entries']) {
      expect(contents[0]?.[table]?.length, table).toBeGreaterThan(0);
    }
  });

  test('the demo fills a weekend that already has a booking without overselling it', async () => {
    const fresh = await createDatabase();
    await shiftCalendar(fresh.sql, wednesday);
    await shop.publish(fresh);
    await rpc(fresh, visitor, 'ensure_next_weekend_funstart_sessions');
    const [session] = await fresh.sql<[{ id: string; max_capacity: number }]>`
      select id, max_capacity from public.sessions s join private.weekend() w on s.session_date = w.sunday
      where session_time = '10:30' and max_capacity = 6`;
    const order = await shop.hold(fresh, session.id);
    await seedDemo(fresh.sql);
    expect(await shop.countSpotsTaken(fresh, session.id)).toBe(1);
    await shop.expireHolds(fresh, order.secret);
    await fresh.drop();
  });

  test('the demo fills the next weekend when its week has come', async () => {
    const fresh = await createDatabase();
    for (const moment of [wednesday, new Date('2026-11-25T12:00:00+08:00')]) {
      await shiftCalendar(fresh.sql, moment);
      await seedDemo(fresh.sql);
      expect((await spots(fresh)).map(({ left }) => left).sort()).toEqual([
        0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6,
      ]);
    }
    await fresh.drop();
  });
});

describe('the demo logins', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
    expect(await seedDemo(db.sql)).toBe(demoLogins);
  });
  afterAll(() => db.drop());

  test.each(demoLogins)('$email signs in as $role', async ({ email, role, name, password }) => {
    const [row] = await db.sql`
      select u.encrypted_password = extensions.crypt(${password}, u.encrypted_password) as matches,
        u.email_confirmed_at is not null as confirmed, p.name,
        array(select r.role::text from public.user_roles r where r.user_id = u.id order by r.role) as roles,
        (select count(*) from auth.identities i where i.user_id = u.id and i.provider = 'email') as identities
      from auth.users u join public.profiles p on p.id = u.id where u.email = ${email}`;
    expect(row).toEqual({
      matches: true,
      confirmed: true,
      name,
      identities: 1,
      roles: role === 'customer' ? ['customer'] : ['customer', role],
    });
    expect(password).toBe(demoPassword);
    expect(demoPassword).toMatch(/^(?=.*[a-z])(?=.*\d)[a-z\d]{8,}$/i);
  });

  test('the parent has a family with two children, and the coach’s login belongs to the coach', async () => {
    const [row] = await db.sql`
      select (select count(*) from public.children c where c.family_id = p.family_id) as children,
        (select count(*) from public.coaches k join auth.users v on v.id = k.user_id where v.email = 'coach@otter.test') as coaches
      from public.profiles p where p.email = 'parent@otter.test'`;
    expect(row).toEqual({ children: 2, coaches: 1 });
  });
});

describe('the demo calendar', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
  });
  afterAll(() => db.drop());

  const offset = async () => {
    const [row] = await db.sql<[{ hours: number }]>`
      select extract(epoch from private.calendar_now() - clock_timestamp()) / 3600 as hours`;
    return row.hours;
  };
  const weekday = async () => {
    const [row] = await db.sql<[{ day: string }]>`
      select to_char(private.calendar_now() at time zone 'Asia/Singapore', 'Dy HH24:MI') as day`;
    return row.day;
  };

  test('the calendar continues from a given moment, and reports that', async () => {
    const line = await shiftCalendar(db.sql, new Date('2031-05-02T09:15:00+08:00'));
    expect(line).toContain('Friday 2 May 2031, 09:15');
    expect(await weekday()).toBe('Fri 09:15');
    const [row] = await db.sql`select private.calendar_now() < private.calendar_now() as runs`;
    expect(row).toEqual({ runs: true });
    expect((await spots(db)).length).toBe(0);
    await seedDemo(db.sql);
    expect((await spots(db)).length).toBe(14);
  });

  test('the calendar shows the real time while a session of this weekend has not begun', async () => {
    // Today's weekend gets one more session in its last minute, so there is one that has not begun, whatever the time
    // of day.
    await shiftCalendar(db.sql, new Date());
    await db.sql`
      insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity)
      select c.id, l.id, w.sunday, '23:59:59.999', 60, 1
      from private.weekend() w, public.class_types c, public.locations l limit 1`;
    expect(await shiftCalendar(db.sql)).toBeNull();
    expect(await offset()).toBeCloseTo(0, 3);
  });

  test('the calendar moves on to Monday when the weekend is over', async () => {
    // Credits refer to bookings, so a guard keeps bookings from being deleted.
    await backdate(db, 'delete from public.bookings');
    await db.sql`delete from public.waitlist_entries`;
    await db.sql`delete from public.sessions`;
    await db.sql`update public.session_templates set active = false`;
    const line = await shiftCalendar(db.sql);
    expect(line).toContain('Monday');
    expect(await weekday()).toBe('Mon 00:00');
    expect(await offset()).toBeGreaterThan(0);
    expect(await offset()).toBeLessThan(7 * 24);
    await db.sql`update public.session_templates set active = true`;
    await seedDemo(db.sql);
    expect((await spots(db)).length).toBe(14);
  });
});
