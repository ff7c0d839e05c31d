import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { analyticsEvent, recordAnalytics, visitorAt } from '#support/sql-leads.ts';
import { countRows, makeUser } from '#support/sql.ts';

let db: TestDatabase;
let parent: Caller;
beforeAll(async () => {
  db = await createDatabase();
  parent = {
    role: 'authenticated',
    sub: await makeUser(db, 'parent@example.test'),
    headers: { 'user-agent': 'Browser '.repeat(60) },
  };
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.booking_analytics, public.location_viewers, public.rate_limits`);

const readEvents = () => db.sql<Record<string, unknown>[]>`
  select session_id, user_id, event_type, event_data, page_url, user_agent from public.booking_analytics order by id`;
const types = [
  'team_selection',
  'session_selection',
  'pass_selection',
  'checkout_started',
  'checkout_completed',
  'form_progress',
];

test('all six event types are recorded in the order in which they came', async () => {
  const events = types.map((event_type) => analyticsEvent({ event_type }));
  expect(await recordAnalytics(db, events)).toEqual({ recorded: 6, dropped: 0 });
  expect((await readEvents()).map((row) => row['event_type'])).toEqual(types);
});

test('the account and the user agent are stored only with consent, and are never taken from the body', async () => {
  const forged = analyticsEvent({ user_id: randomUUID(), user_agent: 'forged' });
  await recordAnalytics(db, [forged], parent);
  await recordAnalytics(db, [forged], parent, true);
  await db.as(parent, (sql) => sql`select public.record_analytics(${sql.json([forged])}, null)`);
  expect(await readEvents()).toMatchObject([
    { user_id: null, user_agent: null },
    { user_id: parent.sub, user_agent: 'Browser '.repeat(60).slice(0, 300) },
    { user_id: null, user_agent: null },
  ]);
});

test('consent from an unknown account causes no error', async () => {
  const ghost: Caller = { role: 'authenticated', sub: randomUUID() };
  expect(await recordAnalytics(db, [analyticsEvent()], ghost, true)).toEqual({ recorded: 1, dropped: 0 });
  expect(await readEvents()).toMatchObject([{ user_id: null }]);
});

test('only known details are stored: nothing about a child, no e-mail address, nothing nested or long', async () => {
  const event_data = {
    team: 'red',
    price: 38,
    progress: 0.5,
    childName: 'Kai',
    child_name: 'Kai',
    dob: '2018-01-01',
    email: 'a@b.test',
    source: 'a@b.test',
    secret: randomUUID(),
    coach: { name: 'Kai' },
    location: 'x'.repeat(101),
    userAgent: 'Browser',
  };
  await recordAnalytics(db, [analyticsEvent({ event_data })]);
  expect((await readEvents())[0]?.['event_data']).toEqual({ team: 'red', price: 38, progress: 0.5 });
});

test('the query, the fragment and ids are removed from a page’s address', async () => {
  const id = randomUUID();
  await recordAnalytics(db, [
    analyticsEvent({ page_url: `https://otter.test/payment-success?secret=${id}#x` }),
    analyticsEvent({ page_url: `https://otter.test/orders/${id}` }),
    analyticsEvent({ page_url: { a: 1 } }),
  ]);
  expect((await readEvents()).map((row) => row['page_url'])).toEqual([
    'https://otter.test/payment-success',
    'https://otter.test/orders/[id]',
    null,
  ]);
});

const invalidEvents: [what: string, events: unknown, dropped: number][] = [
  ['nothing', null, 1],
  ['text', 'x', 1],
  ['an object', analyticsEvent(), 1],
  ['an empty list', [], 0],
  ['numbers', [1, 2], 2],
  ['a visit without a name', [analyticsEvent({ session_id: null })], 1],
  ['a visit with a strange name', [analyticsEvent({ session_id: "'; drop table" })], 1],
  ['a visit with an endless name', [analyticsEvent({ session_id: 'x'.repeat(65) })], 1],
  ['an unknown type', [analyticsEvent({ event_type: 'purchase' })], 1],
  ['no type', [analyticsEvent({ event_type: undefined })], 1],
  ['too many', Array.from({ length: 51 }, () => analyticsEvent()), 51],
  ['too much', [analyticsEvent({ event_data: { team: 'x'.repeat(70_000) } })], 1],
];
test.each(invalidEvents)('%s is counted as dropped and causes no error', async (_, events, dropped) => {
  const [row] = await db.as(
    visitorAt('203.0.113.9'),
    (sql) =>
      sql<
        { answer: unknown }[]
      >`select public.record_analytics(${JSON.stringify(events)}::text::jsonb) as answer`,
  );
  expect(row?.answer).toEqual({ recorded: 0, dropped });
  expect(await countRows(db, 'booking_analytics')).toBe(0);
});

test('the valid events of a mixed batch are stored, but not those of another visit', async () => {
  const events = [
    analyticsEvent(),
    analyticsEvent({ session_id: 'visit-0002' }),
    5,
    analyticsEvent({ event_data: 'x', page_url: null }),
  ];
  expect(await recordAnalytics(db, events)).toEqual({ recorded: 2, dropped: 2 });
  expect(await readEvents()).toMatchObject([{}, { event_data: {}, page_url: null }]);
});

test('an event that is too large for the table is dropped alone', async () => {
  // Each value is short enough, but together they have too many bytes.
  const keys = [
    ...['step', 'element', 'action', 'source', 'team', 'teamId', 'teamLabel', 'sessionId', 'sessionDate'],
    ...['sessionTime', 'sessionDay', 'location', 'coach', 'passId', 'passName'],
  ];
  const event_data = Object.fromEntries(keys.map((key) => [key, '营'.repeat(100)]));
  expect(
    await recordAnalytics(db, [analyticsEvent(), analyticsEvent({ event_data }), analyticsEvent()]),
  ).toEqual({ recorded: 2, dropped: 1 });
  expect(await readEvents()).toMatchObject([
    { event_data: { team: 'red' } },
    { event_data: { team: 'red' } },
  ]);
});

test.each(invalidEvents)('%s counts for the rate limit although it is dropped', async (_, events) => {
  await db.as(
    visitorAt('203.0.113.9'),
    (sql) => sql`select public.record_analytics(${JSON.stringify(events)}::text::jsonb)`,
  );
  const [row] = await db.sql`select hits from public.rate_limits
    where key_hash = private.fingerprint('record_analytics address 203.0.113.9')`;
  expect(row).toEqual({ hits: 1 });
});

test('600 rows a minute are stored for one address, however they are batched', async () => {
  const who = visitorAt('203.0.113.3');
  const batch = Array.from({ length: 50 }, () => analyticsEvent());
  for (let n = 0; n < 12; n++) expect((await recordAnalytics(db, batch, who)).recorded).toBe(50);
  expect(await recordAnalytics(db, [analyticsEvent()], who)).toEqual({ recorded: 0, dropped: 1 });
  expect(await countRows(db, 'booking_analytics')).toBe(600);
  // Heartbeats of viewers are still counted, because they do not add a row each.
  const [place] = await db.sql<{ name: string }[]>`select name from public.locations limit 1`;
  const heartbeat = analyticsEvent({ event_type: 'viewer_heartbeat', location: place?.name ?? '' });
  expect((await recordAnalytics(db, [heartbeat], who)).recorded).toBe(place ? 1 : 0);
  expect((await recordAnalytics(db, [analyticsEvent()], visitorAt('203.0.113.4'))).recorded).toBe(1);
});

test('events above the rate limit are dropped without an error, and the counter stays at the limit', async () => {
  const who = visitorAt('203.0.113.1');
  await recordAnalytics(db, [analyticsEvent()], who);
  await db.sql`update public.rate_limits set hits = 600`;
  expect(await recordAnalytics(db, [analyticsEvent()], who)).toEqual({ recorded: 0, dropped: 1 });
  expect(await recordAnalytics(db, [analyticsEvent()], visitorAt('203.0.113.2'))).toEqual({
    recorded: 1,
    dropped: 0,
  });
  const [row] = await db.sql`select max(hits) as hits from public.rate_limits`;
  expect(row).toEqual({ hits: 601 });
});
