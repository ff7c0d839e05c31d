import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { analyticsEvent, recordAnalytics, visitorAt } from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await db.sql`insert into public.locations (name) values ('East Coast') on conflict do nothing`;
});
afterAll(() => db.drop());

const viewers = () =>
  db.as(visitor, async (sql) => [...(await sql`select * from public.get_location_viewers()`)]);
const sendHeartbeat = (visit: number, location: unknown, address = `203.0.113.${visit}`) =>
  recordAnalytics(
    db,
    [analyticsEvent({ session_id: `visit-000${visit}`, event_type: 'viewer_heartbeat', location })],
    visitorAt(address),
  );

beforeEach(() => db.sql`truncate public.location_viewers, public.rate_limits`);

test('a visit counts once for its location, however many heartbeats it sends', async () => {
  for (const visit of [1, 1, 2]) await sendHeartbeat(visit, 'Somerset');
  await sendHeartbeat(3, 'east coast');
  expect(await viewers()).toEqual([
    { location: 'East Coast', viewers: 1 },
    { location: 'Somerset', viewers: 2 },
  ]);
});

test('a visit that was last seen a minute ago is not counted, and is deleted later', async () => {
  for (const visit of [1, 2]) await sendHeartbeat(visit, 'Somerset');
  await db.sql`update public.location_viewers set seen_at = clock_timestamp() - interval '60 seconds' where session_id like '%1'`;
  expect(await viewers()).toEqual([{ location: 'Somerset', viewers: 1 }]);
  await db.sql`update public.location_viewers set seen_at = clock_timestamp() - interval '11 minutes'`;
  expect(await viewers()).toEqual([]);
  await sendHeartbeat(3, 'Somerset');
  expect(await countRows(db, 'location_viewers')).toBe(1);
});

test('an invented location is not counted and causes no error', async () => {
  for (const location of ['Atlantis', null, 5, ['Somerset']]) {
    expect(await sendHeartbeat(1, location)).toEqual({ recorded: 0, dropped: 1 });
  }
  expect(await viewers()).toEqual([]);
});

test('one address counts as at most five viewers', async () => {
  for (let visit = 1; visit <= 9; visit++) await sendHeartbeat(visit, 'Somerset', '203.0.113.1');
  expect(await viewers()).toEqual([{ location: 'Somerset', viewers: 5 }]);
});

test('parallel heartbeats of one visit cause no error and count once', async () => {
  const heartbeats = await Promise.all(Array.from({ length: 20 }, () => sendHeartbeat(1, 'Somerset')));
  expect(heartbeats.every(({ recorded }) => recorded === 1)).toBe(true);
  expect(await viewers()).toEqual([{ location: 'Somerset', viewers: 1 }]);
});

const recent = () =>
  db.as(visitor, async (sql) => [...(await sql`select * from public.get_recent_bookings()`)]);
const pay = async () => {
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(paid));
  return paid.orderId;
};
afterEach(
  () =>
    db.sql`update public.orders set paid_at = clock_timestamp() - interval '8 days' where paid_at is not null`,
);

test('a paid booking shows its offer, class, location and how long ago it was, and nothing else', async () => {
  await shop.publish(db);
  const orderId = await pay();
  await db.sql`update public.orders set paid_at = clock_timestamp() - interval '125 minutes' where id = ${orderId}`;
  expect(await recent()).toEqual([
    {
      title: 'pass-tryout',
      class_type: expect.stringMatching(/Otter/) as string,
      location: expect.stringMatching(/^(Somerset|East Coast)$/) as string,
      minutes_ago: 125,
    },
  ]);
});

test('a booking that is unpaid, cancelled or a week old is not shown', async () => {
  await shop.hold(db, await shop.makeSession(db));
  await shop.openCheckout(db, await shop.makeSession(db));
  expect(await recent()).toEqual([]);
  const orderId = await pay();
  expect(await recent()).toHaveLength(1);
  await db.sql`
    update public.bookings set status = 'cancelled'
    where family_id = (select family_id from public.orders where id = ${orderId})`;
  expect(await recent()).toEqual([]);
  const old = await pay();
  await db.sql`update public.orders set paid_at = clock_timestamp() - interval '7 days 1 minute' where id = ${old}`;
  expect(await recent()).toEqual([]);
});

test('an order that was paid too late for its spot is not shown', async () => {
  const session = await shop.makeSession(db);
  const lateCheckout = await shop.openCheckout(db, session);
  await shop.expireHolds(db, lateCheckout.order.secret);
  await shop.confirmPayment(db, shop.paymentOf(await shop.openCheckout(db, session)));
  expect(await shop.confirmPayment(db, shop.paymentOf(lateCheckout))).toMatchObject({
    result: 'needs_choice',
  });
  expect(await recent()).toHaveLength(1);
});

test.each([
  ['get_recent_bookings', 'orders_paid_at'],
  ['get_location_viewers', 'location_viewers_seen_at'],
])('%s reads only recent rows, using the index %s', async (name, index) => {
  const plan = await db.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    const [source] = await sql<[{ prosrc: string }]>`select prosrc from pg_proc where proname = ${name}`;
    const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${source.prosrc}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(new RegExp(`Index .*Scan.* ${index}.*\\n *(Recheck|Index) Cond: \\(.*> `));
});
