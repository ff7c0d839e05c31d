/** Tests that the page of the system's health needs one call, which only admins may make. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { errorReport, reportError } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

interface Group {
  cause: string;
  count: number;
  pages: string[] | null;
  releases: string[] | null;
  fixed: number;
  severity: string;
  message: string;
}
interface State {
  status: string;
  errors: Group[];
  alerts: { kind: string }[];
  outbox: { waiting: number; oldest_seconds: number; errors: { text: string; count: number }[] };
  chores: { name: string; is_late: boolean }[];
  thresholds: Record<string, number>;
  [role: string]: unknown;
}
const health = (who: Caller) => rpc<State>(db, who, 'get_system_health');

test.each(['visitor', 'parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
  const call = health(people.callers[role]);
  if (role === 'visitor') expect(await sqlState(call)).toBe('42501');
  else expect(await refusal(call)).toMatchObject({ code: 'not_allowed', status: 403 });
});

test.each(['admin', 'business admin', 'service'] as const)(
  '%s can read every section of it',
  async (role) => {
    const state = await health(people.callers[role]);
    expect(Object.keys(state).sort()).toEqual([
      'alerts',
      'at',
      'bookings',
      'books',
      'chores',
      'conversions',
      'error_rate',
      'errors',
      'holds',
      'mails',
      'outbox',
      'publish',
      'status',
      'thresholds',
      'uptime',
      'webhook',
    ]);
    expect(state.thresholds).toEqual({
      booking_percent: 5,
      booking_seconds: 120,
      booking_least: 2,
      outbox_seconds: 300,
      webhook_seconds: 300,
      hold_seconds: 300,
      chore_seconds: 300,
      returned_percent: 5,
      blank_screens: 5,
      calm_minutes: 10,
    });
  },
);

test('errors are listed by cause, the most frequent first, with pages, releases and remedies', async () => {
  await db.sql`truncate public.error_reports, public.error_fixes`;
  const chunk = { ...errorReport, message: 'Importing a module script failed' };
  for (const [release, url] of [
    ['r1', 'https://otter.test/'],
    ['r1', 'https://otter.test/camps'],
    ['r2', 'https://otter.test/camps'],
  ] as const)
    await reportError(db, { ...chunk, release, url, severity: 'high' });
  const { report_id } = await reportError(db, { ...errorReport, has_blank_screen: true });
  await rpc(db, service, 'record_error_fix', {
    p_report_id: report_id,
    p_action: 'reload',
    p_cause: 'stale_chunk',
  });
  await reportError(db, { ...errorReport, message: 'long ago' });
  await db.sql`update public.error_reports set created_at = now() - interval '25 hours' where message = 'long ago'`;

  const { errors } = await health(people.callers.admin);
  expect(errors).toMatchObject([
    {
      message: 'Importing a module script failed',
      count: 3,
      severity: 'high',
      pages: ['https://otter.test/', 'https://otter.test/camps'],
      releases: ['r1', 'r2'],
      fingerprints: 2,
      fixed: 0,
      blank_screens: 0,
    },
    { message: errorReport.message, count: 1, releases: null, fixed: 1, blank_screens: 1 },
  ]);
});

test('the page names what waits, what is late and what is refused', async () => {
  await db.sql`truncate public.alerts, public.chores, public.outbox, public.call_counts cascade`;
  await db.sql`insert into public.outbox (key, template, recipient, payload, created_at)
    values ('health', 'order_link', 'a@example.test', '{"secret": "hidden-word"}', now() - interval '200 seconds')`;
  await db.sql`insert into public.chores (name, began_at, done_at) values ('purge', now(), now() - interval '1 hour'), ('outbox', now(), now())`;
  await db.sql`insert into public.publications (document_id, revision, title, checkout, problem, updated_at)
    values ('tier-x', 'r', 'Spark', 'refused', 'It has no price.', now())`;
  await db.sql`insert into public.call_counts (kind, minute, ok, failed) values ('booking', date_trunc('minute', now()), 9, 1)`;
  await rpc(db, service, 'check_alerts');
  const state = await health(people.callers.admin);
  expect(state).toMatchObject({
    status: 'alert',
    alerts: [{ kind: 'chores_late' }],
    bookings: { ok: 9, failed: 1, percent: 10 },
    publish: {
      refused: [{ document_id: 'tier-x', title: 'Spark', checkout: 'refused', problem: 'It has no price.' }],
    },
  });
  expect(state.outbox.waiting).toBeGreaterThan(0);
  expect(state.outbox.oldest_seconds).toBeGreaterThanOrEqual(200);
  await db.sql`
    update public.outbox set last_error = '422 cannot send to kai@example.test' where id in (
      select id from public.outbox where sent_at is null limit 1)`;
  const { errors } = (await health(people.callers.admin)).outbox;
  expect(errors).toMatchObject([{ count: 1 }]);
  expect(JSON.stringify(errors)).toMatch(/422 cannot send to/);
  expect(JSON.stringify(errors)).not.toMatch(/kai@/);
  expect(state.chores.map(({ name, is_late }) => [name, is_late])).toEqual([
    ['outbox', false],
    ['purge', true],
  ]);
  // The answer contains no mail address, order or name.
  expect(JSON.stringify(state)).not.toMatch(/hidden-word|@example\.test|Mei|Kai/);
});

test('a caller who calls too often is refused, and the refused calls count', async () => {
  await db.sql`truncate public.rate_limits`;
  const who = { ...people.callers.parent, headers: { 'cf-connecting-ip': '203.0.113.9' } };
  for (let n = 0; n < 120; n++) expect((await refusal(health(who))).code).toBe('not_allowed');
  expect((await refusal(health(who))).code).toBe('rate_limited');
});

test('with 100,000 reports in a day, the call answers within the statement timeout', async () => {
  await db.sql`insert into public.error_reports (error_type, message, fingerprint, cause, url, release, created_at)
    select 'RUNTIME_ERROR', 'x ' || n % 50, (n % 200)::text, (n % 50)::text, 'https://otter.test/' || n % 30, 'r' || n % 3,
      now() - make_interval(secs => n % 80000) from generate_series(1, 100000) n`;
  await db.sql`analyze public.error_reports`;
  const began = performance.now();
  const { errors } = await health(people.callers.admin);
  expect(errors).toHaveLength(20);
  expect(performance.now() - began).toBeLessThan(4000);
});
