import { afterAll, beforeAll, expect, test } from 'vitest';
import Stripe from 'stripe';
import * as v from 'valibot';
import { FamilyDashboard } from '#contract/family.ts';
import { BookableSessions } from '#contract/family-booking.ts';
import { FamilyOrders } from '#contract/family-orders.ts';
import { reportShapes } from '#contract/management-reports.ts';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { demoRenewal } from '#local/demo/renewal.ts';
import { createPayments } from '#local/payments/start.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import { rpc } from '#support/sql.ts';

// Tests that the demo parent has an example of everything that the family's pages show.

let db: TestDatabase;
let parent: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shiftCalendar(db.sql, new Date('2026-11-18T12:00:00+08:00'));
  await seedDemo(db.sql);
  const [row] = await db.sql<[{ id: string }]>`select id from auth.users where email = 'parent@otter.test'`;
  parent = signedIn(row.id);
});
afterAll(() => db.drop());

test('the demo family has children with credits, a level and its note, and one child with missing details', async () => {
  const board = v.parse(FamilyDashboard, await rpc(db, parent, 'get_family_dashboard'));
  expect(board.family?.secondary_parent).toMatchObject({ name: 'Wei Ming Tan' });
  const [kai, lina] = board.children;
  expect(kai).toMatchObject({ name: 'Kai Tan', team: { id: 'red' }, current_level: 2, quiz_completed: true });
  expect(kai?.level_note).toMatchObject({ level: 2, coach: 'Coach Otter' });
  expect(kai?.credits_remaining).toBeGreaterThan(0);
  expect(kai?.sessions.attended).toBeGreaterThan(0);
  expect(lina).toMatchObject({ name: 'Lina Tan', team: { id: 'white' }, quiz_completed: false });
  expect(lina?.details_missing).toContain('doctor_phone');
  expect(board.notifications).toContainEqual(
    expect.objectContaining({ kind: 'pass_expiring', title: 'Term' }),
  );
  expect(
    board.upcomingBookings.map(({ child, session_date }) => `${session_date} ${child.name}`).sort(),
  ).toEqual(['2026-11-21 Kai Tan', '2026-11-21 Lina Tan', '2026-12-12 Kai Tan']);
  expect(board.recentActivity.some(({ can_make_up }) => can_make_up)).toBe(true);
  expect(board.cancelledByUs).toMatchObject([{ kind: 'session', reason: expect.any(String) as string }]);
  expect(board.waiting.map(({ position }) => position)).toEqual([2, 2]);
});

test('the demo family has orders from two years, and later weekends to book', async () => {
  const first = v.parse(FamilyOrders, await rpc(db, parent, 'get_family_orders', { p_limit: 3 }));
  expect(first.orders.map(({ number }) => number)).toEqual(['OT-D3M6', 'OT-D3M5', 'OT-D3M4']);
  const secondPage = v.parse(
    FamilyOrders,
    await rpc(db, parent, 'get_family_orders', { p_before: first.next }),
  );
  expect(secondPage).toMatchObject({
    orders: [{ number: 'OT-D3M3' }, { number: 'OT-D3M2', state: 'paid', paid_cents: 69_700 }],
    next: null,
  });
  const bookable = v.parse(BookableSessions, await rpc(db, parent, 'list_bookable_sessions'));
  expect(new Set(bookable.sessions.map(({ session }) => session.session_date)).size).toBeGreaterThan(6);
});

test('the demo has a renewing pass that the local Stripe knows too, and no discrepancies', async () => {
  const [renewal] = await db.sql`
    select s.status, s.price_cents, c.name, private.credits_left(p.id) as credits,
      s.current_period_end > private.calendar_now() + interval '19 days' as runs
    from public.pass_subscriptions s join public.children c on c.id = s.child_id
    join public.passes p on p.order_line_id = s.order_line_id
    where s.provider_subscription_id = ${demoRenewal.subscription}`;
  expect(renewal).toEqual({ status: 'active', price_cents: 16_700, name: 'Kai Tan', credits: 4, runs: true });
  expect(await db.sql`select rule, details from private.discrepancies()`).toEqual([]);

  const payments = await createPayments({ secretKey: 'sk_test_demo', demo: true });
  try {
    const stripe = new Stripe('sk_test_demo', { httpClient: Stripe.createFetchHttpClient(payments.fetch) });
    const known = await stripe.subscriptions.retrieve(demoRenewal.subscription);
    expect(known).toMatchObject({ status: 'active', customer: demoRenewal.customer });
    const [invoice] = (await stripe.invoices.list({ subscription: known.id })).data;
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 16_700 });
    const [payout] = (await stripe.payouts.list()).data;
    expect(payout).toMatchObject({ amount: 16_082, status: 'paid', reconciliation_status: 'completed' });
    const parts = await stripe.balanceTransactions.list({
      payout: payout?.id ?? '',
      expand: ['data.source'],
    });
    expect(parts.data.map(({ source }) => source)).toContainEqual(
      expect.objectContaining({ payment_intent: demoRenewal.intent }),
    );
  } finally {
    await payments.stop();
  }
});

test('the demo’s staff reports match what was counted by hand', async () => {
  const [admin] = await db.sql<[{ id: string }]>`select id from auth.users where email = 'admin@otter.test'`;
  const report = async <Name extends 'revenue' | 'refunds' | 'gst' | 'retention'>(name: Name) =>
    v.parse(
      reportShapes[name],
      await rpc(db, signedIn(admin.id), 'get_report', {
        p_report: name,
        p_from: '2025-11-19',
        p_until: '2026-11-18',
      }),
    ) as v.InferOutput<(typeof reportShapes)[Name]>;
  // The desk sold a try-out and two Terms 140, 124 and 70 days before 18 November 2026, and a Flexi was sold by card 8
  // days before it. The oldest Term belongs to another year.
  const { weeks, reconciled } = await report('revenue');
  expect(weeks.map(({ week, offer_id, sold_cents }) => [week, offer_id, sold_cents])).toEqual([
    ['2026-06-29', 'pass-tryout', 3_800],
    ['2026-07-13', 'pass-term', 69_700],
    ['2026-09-07', 'pass-term', 69_700],
    ['2026-11-09', 'pass-flexi', 16_700],
  ]);
  expect(reconciled).toMatchObject({
    ledger_cents: 159_900,
    payments_cents: 159_900,
    refunds_cents: 0,
    difference_cents: 0,
  });
  expect((await report('refunds')).weeks).toEqual([]);
  expect((await report('gst')).months.map(({ month, supplied_cents }) => [month, supplied_cents])).toEqual([
    ['2026-07', 73_500],
    ['2026-09', 69_700],
    ['2026-11', 16_700],
  ]);
  // The only family was new in the year before.
  expect((await report('retention')).months).toEqual([]);
});
