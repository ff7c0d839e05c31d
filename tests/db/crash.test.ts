import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

type Counts = Record<
  | 'payments'
  | 'events'
  | 'families'
  | 'children'
  | 'passes'
  | 'credits'
  | 'bookings'
  | 'holds'
  | 'mails'
  | 'paid',
  number
>;

const snapshot = async () => {
  const [row] = await db.sql<[Counts]>`
    select (select count(*) from public.payments) as payments,
      (select count(*) from public.payment_events) as events,
      (select count(*) from public.families) as families,
      (select count(*) from public.children) as children,
      (select count(*) from public.passes) as passes,
      (select count(*) from public.credit_ledger) as credits,
      (select count(*) from public.bookings) as bookings,
      (select count(*) from public.holds) as holds,
      (select count(*) from public.outbox) as mails,
      (select count(*) from public.orders where status = 'paid') as paid`;
  return row;
};

// A confirmation writes these tables in this order. Each test kills its connection while it waits for one of them.
test.each([
  'payment_events',
  'payments',
  'families',
  'children',
  'passes',
  'credit_ledger',
  'bookings',
  'outbox',
])(
  'a connection that is killed while it writes %s leaves no rows, and the next delivery writes everything',
  async (table) => {
    const session = await shop.makeSession(db);
    const payment = shop.paymentOf(await shop.openCheckout(db, session));
    const before = await snapshot();

    // A single statement is its own transaction; the client would fail on a lost `begin`.
    const victim = postgres(db.url, { max: 1 });
    let killed: Promise<string> | undefined;
    await db.sql.begin(async (gate) => {
      // This lock lets readers pass and makes writers wait.
      await gate`lock table ${gate(`public.${table}`)} in share row exclusive mode`;
      const call = victim`select public.confirm_order(${victim.json({ ...payment })})`;
      killed = call.then(
        () => 'answered',
        () => 'connection lost',
      );
      await waitForLocked(db);
      await gate`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await killed;
    });
    expect(await killed).toBe('connection lost');
    await victim.end({ timeout: 0 });
    expect(await snapshot()).toEqual(before);
    expect(await shop.countSpotsTaken(db, session)).toBe(1);

    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'confirmed' });
    const after = await snapshot();
    const grown = Object.entries(after).map(([name, count]) => [name, count - before[name as keyof Counts]]);
    expect(Object.fromEntries(grown)).toEqual({
      payments: 1,
      events: 1,
      families: 1,
      children: 1,
      passes: 1,
      credits: 2,
      bookings: 1,
      holds: -1,
      mails: 1,
      paid: 1,
    });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  },
);
