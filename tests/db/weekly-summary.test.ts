/** Tests that the weekly mail agrees with the database, and goes only to admins and once to each. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { renderMail } from '#server/mails/render.ts';
import { Week } from '#server/mails/week-messages.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc, service, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
/** These are a Monday morning in Singapore and moments of the week before it. */
const MONDAY = '2026-06-08 08:00+08';
const lastWeek = '2026-06-01';
const inWeek = '2026-06-03 12:00+08';
const firstMoment = '2026-06-01 00:00+08';
const before = '2026-05-31 23:59:59.999+08';
const after = '2026-06-08 00:00+08';

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`update auth.users set email_confirmed_at = now()`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.outbox, public.alerts, public.error_reports, public.outages, public.heartbeat,
    public.doctor_findings cascade`;
  await db.sql`update public.settings set weekly_summary = true`;
  await stopCalendar(db, MONDAY);
});

const queue = () => rpc<number>(db, service, 'queue_weekly_summary');
const mails = () =>
  db.sql<{ recipient: string; key: string; payload: unknown }[]>`
    select recipient, key, payload from public.outbox where template = 'weekly_summary' order by recipient`;
const summary = async () => {
  const [row] = await db.sql<{ week: unknown }[]>`select private.week_summary(${lastWeek}) as week`;
  return v.parse(Week, row?.week);
};

describe('the numbers', () => {
  const payment = (at: string, cents: number, provider = 'stripe') => db.sql`
    insert into public.payments (payment_intent, provider, amount_cents, currency, created_at)
    values (${`pi_${randomUUID()}`}, ${provider}, ${cents}, 'SGD', ${at}) returning id`;
  const mail = (columns: Record<string, string | null>) =>
    db.sql`insert into public.outbox ${db.sql({ key: randomUUID(), template: 'order_link', recipient: 'mei@example.test', payload: '{}', ...columns })}`;
  const error = (at: string, cause: string, blank = false) => db.sql`
    insert into public.error_reports (error_type, message, cause, fingerprint, has_blank_screen, created_at)
    values ('RUNTIME_ERROR', 'x', ${cause}, ${randomUUID()}, ${blank}, ${at})`;

  test('the sums of money are those of the week in Singapore, without transfers between our own balances', async () => {
    const counted = await summary();
    for (const at of [before, after]) await payment(at, 5000);
    await payment(firstMoment, 1200);
    await payment(inWeek, 300);
    await payment(inWeek, 7777, 'balance');
    const [paid] = await payment('2026-05-01', 9000);
    const refund = (at: string, cents: number, more = {}) => db.sql`
      insert into public.refunds ${db.sql({ payment_id: paid?.['id'] as string, amount_cents: cents, currency: 'SGD', reason: 'goodwill', created_at: at, ...more })}`;
    await refund(inWeek, 400);
    await refund(before, 10);
    await refund(inWeek, 20, { to_balance: true });
    await refund(inWeek, 40, { status: 'failed', settled_at: inWeek });
    const { money } = await summary();
    expect(money.received_cents - counted.money.received_cents).toBe(1500);
    expect(money.refunded_cents - counted.money.refunded_cents).toBe(400);
    expect(money.refunds - counted.money.refunds).toBe(1);
  });

  test('the numbers of bookings are the orders that were paid and the spots that were booked', async () => {
    const counted = await summary();
    expect(counted.bookings).toEqual({ orders: 0, camp_places: 0, class_places: 0 });
    const [there] = await db.sql<{ orders: number; classes: number; camps: number }[]>`
      select (select count(*) from public.orders where paid_at is not null)::int as orders,
        (select count(*) from public.bookings)::int as classes, (select count(*) from public.camp_enrollments)::int as camps`;
    await db.sql`update public.orders set paid_at = ${inWeek} where paid_at is not null`;
    await db.sql`update public.bookings set created_at = ${inWeek}`;
    await db.sql`update public.camp_enrollments set created_at = ${inWeek}`;
    const { bookings } = await summary();
    expect(bookings).toEqual({
      orders: there?.orders,
      camp_places: there?.camps,
      class_places: there?.classes,
    });
    for (const count of Object.values(bookings)) expect(count).toBeGreaterThan(0);
  });

  test('the numbers of mails, errors, alerts and outages are those of the week', async () => {
    await mail({ sent_at: inWeek });
    await mail({ sent_at: inWeek, bounced_at: inWeek });
    await mail({ sent_at: inWeek, complained_at: inWeek });
    await mail({ sent_at: before, bounced_at: after });
    await mail({ failed_at: inWeek });
    await error(inWeek, 'one', true);
    await error(inWeek, 'one');
    await error(firstMoment, 'two');
    await error(after, 'three');
    for (const at of [inWeek, before])
      await db.sql`insert into public.alerts (kind, value, threshold, began_at, ended_at) values ('outbox_late', 1, 1, ${at}, ${at})`;
    await db.sql`insert into public.heartbeat (first_at, last_at, functions_ahead_ms) values ('2026-05-01', ${after}, 0)`;
    // Half of the first outage was before the week.
    for (const [from, until] of [
      ['2026-05-31 23:50+08', '2026-06-01 00:10+08'],
      [inWeek, '2026-06-03 12:04:30+08'],
    ] as const)
      await db.sql`insert into public.outages (began_at, ended_at) values (${from}, ${until})`;
    expect(await summary()).toMatchObject({
      mails: { sent: 3, failed: 1, bounced: 1, complained: 1 },
      errors: { reports: 3, causes: 2, blank_screens: 1 },
      alerts: 1,
      out_minutes: 15,
    });
  });

  test('that nobody has measured are unknown, and not zero', async () => {
    expect(await summary()).toMatchObject({ out_minutes: null, money: { books: null } });
    await db.sql`insert into public.heartbeat (first_at, last_at, functions_ahead_ms) values (${after}, ${after}, 0)`;
    expect((await summary()).out_minutes).toBeNull();
  });

  test('to check are what waits now', async () => {
    await db.sql`insert into public.alerts (kind, value, threshold) values ('outbox_late', 1, 1)`;
    await mail({ failed_at: inWeek });
    await db.sql`insert into public.doctor_findings (step, position, topic, state, what) values
      ('backups', 1, 'Supabase', 'missing', 'Choose a plan.'), ('timer', 2, 'Supabase', 'ok', 'Run.')`;
    const { to_check } = await summary();
    const [decisions] = await db.sql<
      { n: number }[]
    >`select count(*)::int as n from private.open_decisions()`;
    expect(to_check).toEqual(
      expect.arrayContaining([
        { what: 'alerts', count: 1 },
        { what: 'decisions', count: decisions?.n },
        { what: 'doctor', count: 1 },
        { what: 'no_books', count: 1 },
      ]),
    );
    expect(to_check).not.toContainEqual({ what: 'no_doctor', count: 1 });
    await db.sql`update public.doctor_findings set checked_at = now() - interval '9 days'`;
    expect((await summary()).to_check).toContainEqual({ what: 'no_doctor', count: 1 });
  });

  test('stand in the mail as they are in the database, and no family does', async () => {
    await payment(inWeek, 123_456);
    await queue();
    const [sent] = await mails();
    const { text, subject } = await renderMail('weekly_summary', sent?.payload, 'https://otter.test');
    const { money } = await summary();
    expect(subject).toMatch(/^Your week: /);
    expect(text).toContain(
      `S$${(money.received_cents / 100).toLocaleString('en-SG', { minimumFractionDigits: 2 })}`,
    );
    const names = await db.sql<{ name: string }[]>`
      select contact_name as name from public.families union select name from public.children
      union select contact_email from public.families`;
    for (const { name } of names) expect(text).not.toContain(name);
  });
});

describe('the mail', () => {
  test('goes to each admin once, and to nobody else', async () => {
    const admins = await db.sql<
      { email: string }[]
    >`select email from private.admin_addresses() order by email`;
    expect(admins.length).toBeGreaterThan(1);
    expect(await queue()).toBe(admins.length);
    expect(await queue()).toBe(0);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(admins.map(({ email }) => email));
  });

  test.each([
    ['before 7 on Monday', '2026-06-08 06:59+08', 0],
    ['at 7 on Monday', '2026-06-08 07:00+08', 1],
    ['on Tuesday, if the jobs stood still', '2026-06-09 20:00+08', 1],
    ['on Wednesday, when it is no news', '2026-06-10 00:01+08', 0],
    ['on Sunday', '2026-06-14 23:00+08', 0],
  ])('%s: %s', async (_when, moment, isSent) => {
    await stopCalendar(db, moment);
    expect((await queue()) > 0).toBe(isSent === 1);
  });

  test('is not sent if it is switched off in the settings', async () => {
    await db.sql`update public.settings set weekly_summary = false`;
    expect(await queue()).toBe(0);
  });

  test('does not go to an admin whose address is not confirmed, or who is banned', async () => {
    const ids = await db.sql<{ user_id: string }[]>`select user_id from private.admin_addresses()`;
    await db.sql`update auth.users set email_confirmed_at = null where id = ${ids[0]?.user_id ?? ''}`;
    await db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${ids[1]?.user_id ?? ''}`;
    expect(await queue()).toBe(ids.length - 2);
    await db.sql`update auth.users set email_confirmed_at = now(), banned_until = null`;
  });

  test.each(['visitor', 'parent', 'other parent', 'coach', 'admin', 'business admin'] as const)(
    'is not queued by a call of %s',
    async (role) => {
      expect(await sqlState(rpc(db, people.callers[role], 'queue_weekly_summary'))).toBe('42501');
    },
  );
});
