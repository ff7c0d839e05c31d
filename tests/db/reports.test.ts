/** Tests staff's reports: who may read them, and every number against a count by hand and against the books. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReportName, RecentActivity, reportNames, reportShapes } from '#contract/management-reports.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const ask = (role: Role, p_report: string, p_from: string, p_until: string) =>
  rpc(db, people.callers[role], 'get_report', { p_report, p_from, p_until });
async function report<Name extends ReportName>(name: Name, from: string, until: string) {
  await db.sql`delete from public.rate_limits`;
  return v.parse(reportShapes[name], await ask('admin', name, from, until)) as v.InferOutput<
    (typeof reportShapes)[Name]
  >;
}

describe('access', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    expect(await sqlState(ask(role, 'revenue', '2026-01-01', '2026-01-31'))).toBe('42501');
    expect(await sqlState(rpc(db, people.callers[role], 'get_recent_activity'))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    expect(await refusal(ask(role, 'revenue', '2026-01-01', '2026-01-31'))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await refusal(rpc(db, people.callers[role], 'get_recent_activity'))).toMatchObject({
      code: 'not_allowed',
    });
  });
  test.each(['admin', 'business admin'] as const)('%s can read all reports', async (role) => {
    await db.sql`delete from public.rate_limits`;
    for (const name of reportNames)
      v.parse(reportShapes[name], await ask(role, name, '2026-01-01', '2026-12-31'));
    v.parse(RecentActivity, await rpc(db, people.callers[role], 'get_recent_activity'));
  });
  test.each([
    ['everything', '2026-01-01', '2026-01-31', 'p_report'],
    ['revenue', '1999-12-31', '2000-01-31', 'p_from'],
    ['revenue', '2026-02-01', '2026-01-31', 'p_until'],
    ['revenue', '2025-01-01', '2026-12-31', 'p_until'],
  ])('%s from %s until %s is refused', async (name, from, until, field) =>
    expect(await refusal(ask('admin', name, from, until))).toMatchObject({ code: 'invalid_input', field }),
  );
});

/** Sells a line and moves the sale to this time. */
async function sellTerm(at: string) {
  const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const [row] = await db.sql<[{ line: string; total: number }]>`
    select l.id as line, o.total_cents as total from public.orders o join public.order_lines l on l.order_id = o.id
    where o.id = ${paid.orderId}`;
  await move(paid.orderId, row.line, at);
  return { orderId: paid.orderId, ...row };
}
/** Moves the sale to this time. No caller can choose when something was paid. */
async function move(orderId: string, line: string, at: string): Promise<void> {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.orders set paid_at = ${at}, created_at = ${at} where id = ${orderId}`;
    await sql`update public.payments set created_at = ${at} where order_id = ${orderId}`;
    await sql`update public.line_ledger set created_at = ${at} where order_line_id = ${line}`;
  });
}

test('revenue follows the ledger by the weeks and days of Singapore, and agrees with charges and refunds', async () => {
  // Half past midnight on a Monday in Singapore is still Sunday in UTC. 23:59:59 on a Sunday belongs to that Sunday.
  const first = await sellTerm('2024-06-02T23:59:59+08:00');
  const second = await sellTerm('2024-06-03T00:30:00+08:00');
  await refundAsStaff(db, people.callers.admin, { order: second.orderId }, 1500);
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.refunds set created_at = '2024-06-12T10:00:00+08:00' where order_id = ${second.orderId}`;
    await sql`
      update public.line_ledger set created_at = '2024-06-12T10:00:00+08:00'
      where order_line_id = ${second.line} and entry = 'refunded'`;
  });
  const { weeks, offers, reconciled } = await report('revenue', '2024-06-01', '2024-06-30');
  const offer_id = shop.term.id;
  expect(weeks).toEqual([
    { week: '2024-05-27', offer_id, sold_cents: first.total, refunded_cents: 0, lines: 1 },
    { week: '2024-06-03', offer_id, sold_cents: second.total, refunded_cents: 0, lines: 1 },
    { week: '2024-06-10', offer_id, sold_cents: 0, refunded_cents: 1500, lines: 0 },
  ]);
  expect(offers.map(({ id }) => id)).toEqual([offer_id]);
  expect(reconciled).toMatchObject({
    ledger_cents: first.total + second.total - 1500,
    payments_cents: first.total + second.total,
    refunds_cents: 1500,
    unlined_cents: 0,
    disputed_cents: 0,
    difference_cents: 0,
  });
  // A report of the first day has only the first sale.
  const { weeks: day } = await report('revenue', '2024-06-02', '2024-06-02');
  expect(day.map(({ sold_cents }) => sold_cents)).toEqual([first.total]);
  expect((await report('refunds', '2024-06-01', '2024-06-30')).weeks).toEqual([
    { week: '2024-06-10', reason: 'goodwill', refunds: 1, cents: 1500, failed: 0, failed_cents: 0 },
  ]);

  // Without a GST registration there is no GST. With one, the report has the GST contained in what was not refunded.
  const net = first.total + second.total - 1500;
  expect((await report('gst', '2024-06-01', '2024-06-30')).months).toEqual([
    {
      month: '2024-06',
      number: null,
      rate_basis_points: null,
      gst_cents: 0,
      supplied_cents: net + 1500,
      refunded_cents: 1500,
    },
  ]);
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.orders set gst_number = 'M2-0000001-1', gst_rate_basis_points = 900
      where id = any (${[first.orderId, second.orderId]}::uuid[])`;
  });
  expect((await report('gst', '2024-06-01', '2024-06-30')).months).toEqual([
    {
      month: '2024-06',
      number: 'M2-0000001-1',
      rate_basis_points: 900,
      supplied_cents: net + 1500,
      refunded_cents: 1500,
      gst_cents: Math.round((net * 9) / 109),
    },
  ]);
});

test('a charge that paid for nothing is named, and the rest still agrees', async () => {
  const before = (await report('revenue', '2026-01-01', '2026-12-31')).reconciled;
  const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid, { amount_cents: 77 }));
  const { reconciled } = await report('revenue', '2026-01-01', '2026-12-31');
  expect(reconciled.unlined_cents - before.unlined_cents).toBe(77);
  expect(reconciled.ledger_cents).toBe(before.ledger_cents);
  expect(reconciled.difference_cents).toBe(before.difference_cents);
});

test('occupancy counts the places of what takes place, and how many are booked', async () => {
  const [one, two, off] = [
    await shop.makeSession(db, { capacity: 4, date: '2024-07-06' }),
    await shop.makeSession(db, { capacity: 6, date: '2024-07-06' }),
    await shop.makeSession(db, { capacity: 9, date: '2024-07-07' }),
  ];
  await db.sql`update public.sessions set status = 'cancelled' where id = ${off}`;
  for (const [session, status] of [
    [one, 'booked'],
    [two, 'booked'],
    [two, 'cancelled'],
  ] as const)
    await db.sql`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
      select s.id, s.session_date, s.session_time, ${people.childId}, ${people.familyId}, ${status}
      from public.sessions s where s.id = ${session}`;
  const camp = await camps.makeCamp(db, { start: '2024-07-08', days: 3, capacity: 7 });
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id) values (${camp}, ${people.childId}, ${people.familyId})`;
  const { classes, camps: reportedCamps } = await report('fill', '2024-07-01', '2024-07-31');
  expect(classes.map(({ week, sessions, seats, taken }) => [week, sessions, seats, taken])).toEqual([
    ['2024-07-01', 2, 10, 2],
  ]);
  expect(reportedCamps).toMatchObject([
    { camp_id: camp, start_date: '2024-07-08', end_date: '2024-07-10', seats: 7, taken: 1 },
  ]);
});

test('the steps report counts visits, and compares each step with the step before', async () => {
  const visit = async (...events: string[]) => {
    const id = randomUUID().replaceAll('-', '');
    for (const event of events)
      await db.sql`insert into public.booking_analytics (session_id, event_type, created_at) values (${id}, ${event}, '2024-08-03T12:00:00+08:00')`;
  };
  await visit('team_selection', 'team_selection', 'form_progress');
  await visit(
    'team_selection',
    'session_selection',
    'pass_selection',
    'checkout_started',
    'checkout_completed',
  );
  await visit('team_selection', 'session_selection');
  // This visit came by another page.
  await visit('checkout_started');
  const { steps } = await report('steps', '2024-08-01', '2024-08-31');
  expect(steps.map(({ step, visits, also_before }) => [step, visits, also_before])).toEqual([
    ['team_selection', 3, 0],
    ['session_selection', 2, 2],
    ['pass_selection', 1, 1],
    ['checkout_started', 2, 1],
    ['checkout_completed', 1, 1],
  ]);
  expect((await report('steps', '2024-08-04', '2024-08-31')).steps.every(({ visits }) => visits === 0)).toBe(
    true,
  );
});

test('retention follows the families whose first order is in the period', async () => {
  const [one, again] = [
    await sellTerm('2024-09-05T10:00:00+08:00'),
    await sellTerm('2024-10-15T10:00:00+08:00'),
  ];
  await sellTerm('2024-09-20T10:00:00+08:00');
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.orders set family_id = (select family_id from public.orders where id = ${one.orderId})
      where id = ${again.orderId}`;
  });
  expect((await report('retention', '2024-09-01', '2024-10-31')).months).toEqual([
    { month: '2024-09', families: 2, days_30: 0, days_90: 1, days_180: 1, ended_at: '2024-10-01' },
  ]);
  // October has no new family, because the family that bought in October had bought before.
  expect((await report('retention', '2024-10-01', '2024-10-31')).months).toEqual([]);
});

test('the waitlist report counts who waited, got an offer and got a spot, without unverified addresses', async () => {
  const session = await shop.makeSession(db, { date: '2024-11-02' });
  for (const status of ['waiting', 'lapsed', 'enrolled', 'left', 'never_confirmed'])
    await db.sql`
      insert into public.waitlist_entries (session_id, places, status, joined_at)
      values (${session}, 1, ${status}, '2024-11-01T10:00:00+08:00')`;
  const { places } = await report('waitlists', '2024-11-01', '2024-11-30');
  expect(
    places.map(({ is_class, joined, offered, enrolled, waiting }) => [
      is_class,
      joined,
      offered,
      enrolled,
      waiting,
    ]),
  ).toEqual([[true, 4, 2, 1, 1]]);
});

test('early birds are counted by the rung of the sale', async () => {
  await camps.publish(db, camps.tierOffer('spark'));
  const { rungs } = await report('early_bird', '2026-01-01', '2026-12-31');
  const [{ places }] = await db.sql<[{ places: number }]>`
    select count(*) as places from public.order_lines l join public.orders o on o.id = l.order_id
    where o.paid_at is not null and l.camp_id is not null and l.moves_line_id is null`;
  expect(rungs.reduce((sum, rung) => sum + rung.places, 0)).toBe(places);
});

test('a camp spot that was cancelled later does not count as an early bird', async () => {
  const count = async () => {
    const today = afterSale.dateIn(0);
    const { rungs } = await report('early_bird', today, today);
    return rungs.reduce((sum, rung) => sum + rung.places, 0);
  };
  const before = await count();
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(70) });
  const line = { offer_id: 'tier-spark', camp_id };
  const bought = await afterSale.buy(db, [line, line]);
  expect(await count()).toBe(before + 2);
  await db.sql`update public.order_lines set status = 'cancelled' where id = ${bought.lines[0] ?? ''}`;
  expect(await count()).toBe(before + 1);
});

test('current activity covers the last sixty seconds, and names nobody', async () => {
  const visit = randomUUID().replaceAll('-', '');
  await db.sql`delete from public.booking_analytics`;
  await db.sql`
    insert into public.booking_analytics (session_id, event_type, created_at)
    values (${visit}, 'team_selection', now()), (${visit}, 'team_selection', now()),
      (${visit}, 'pass_selection', now() - interval '61 seconds')`;
  const now = v.parse(RecentActivity, await rpc(db, people.callers.admin, 'get_recent_activity'));
  expect(now.steps.find(({ step }) => step === 'team_selection')?.visits).toBe(1);
  expect(now.steps.find(({ step }) => step === 'pass_selection')?.visits).toBe(0);
  expect(now.paid.orders).toBeGreaterThan(0);
  expect(JSON.stringify(now)).not.toContain('kept child');
});
