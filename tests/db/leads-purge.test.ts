import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { purge as purgeAll } from '#support/sql-privacy.ts';
import { countRows, makeUser, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: { role: 'authenticated'; sub: string };
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());
const tables = [
  'leads',
  'parties',
  'form_drafts',
  'booking_analytics',
  'location_viewers',
  'error_reports',
  'error_fixes',
];
const empty = () => db.sql.unsafe(`truncate ${tables.map((table) => `public.${table}`).join(', ')} cascade`);
beforeEach(empty);
afterEach(empty);

const purge = (what: string) =>
  db.sql.unsafe<{ n: number }[]>(`select private.purge_${what}() as n`).then((rows) => rows[0]?.n);
const inParallel = async (what: string) => {
  const counts = await Promise.all(Array.from({ length: 4 }, () => purge(what)));
  return counts.reduce<number>((sum, n) => sum + (n ?? 0), 0);
};

/** Each case says how a row is made and aged, and after how many days it is purged. */
const cases: [
  what: string,
  table: string,
  make: () => Promise<unknown>,
  age: (days: number) => Promise<unknown>,
  days: number,
][] = [
  [
    'leads',
    'leads',
    () => leads.reserveSpot(db),
    (days) =>
      db.sql`update public.leads set auto_delete_at = auto_delete_at - make_interval(days => ${days}::integer)`,
    30,
  ],
  [
    'form_drafts',
    'form_drafts',
    () => leads.saveDraft(db, { form_id: 'f', body: {} }),
    async (days) => {
      await db.sql`alter table public.form_drafts disable trigger touch_updated_at`;
      await db.sql`update public.form_drafts set updated_at = updated_at - make_interval(days => ${days}::integer)`;
      await db.sql`alter table public.form_drafts enable trigger touch_updated_at`;
    },
    14,
  ],
  [
    'booking_analytics',
    'booking_analytics',
    () => leads.recordAnalytics(db, [leads.analyticsEvent()]),
    (days) =>
      db.sql`update public.booking_analytics set created_at = created_at - make_interval(days => ${days}::integer)`,
    180,
  ],
  [
    'error_reports',
    'error_reports',
    () => leads.reportError(db, leads.errorReport),
    (days) =>
      db.sql`update public.error_reports set created_at = created_at - make_interval(days => ${days}::integer)`,
    90,
  ],
];

test.each(cases)(
  '%s: it is kept for its period, deleted after it, and counted once by four parallel purges',
  async (what, table, make, age, days) => {
    for (let n = 0; n < 20; n++) await make();
    await age(days - 1);
    expect(await inParallel(what)).toBe(0);
    expect(await countRows(db, table)).toBe(20);
    await age(1);
    expect(await inParallel(what)).toBe(20);
    expect(await countRows(db, table)).toBe(0);
  },
);

test('purging a lead deletes its reservation and enquiry too', async () => {
  await leads.reserveSpot(db);
  await rpc(db, visitor, 'enquire_birthday', { p_enquiry: { parent_name: 'A', email: 'a@b.test' } });
  await db.sql`update public.leads set auto_delete_at = clock_timestamp()`;
  expect(await purge('leads')).toBe(2);
  for (const table of ['spot_reservations', 'birthday_enquiries']) expect(await countRows(db, table)).toBe(0);
});

test('a locked lead is left for the next purge, and does not block this one', async () => {
  const { token } = await leads.reserveSpot(db);
  await leads.reserveSpot(db);
  await db.sql`update public.leads set auto_delete_at = clock_timestamp()`;
  await db.sql.begin(async (sql) => {
    await sql`select from public.leads where token = ${token} for update`;
    expect(await purge('leads')).toBe(1);
  });
  expect(await purge('leads')).toBe(1);
});

test('old log entries are deleted, and the row of the health check stays', async () => {
  await db.sql`insert into public.system_logs (component, message) values ('test', 'Old.')`;
  await db.sql`update public.system_logs set created_at = clock_timestamp() - interval '31 days'`;
  expect(await inParallel('system_logs')).toBe(1);
  const rows = await db.sql`select component from public.system_logs`;
  expect([...rows]).toEqual([{ component: 'health' }]);
});

test('the purge deletes fixes of old reports, and heartbeats that are a few minutes old', async () => {
  const { report_id } = await leads.reportError(db, leads.errorReport);
  await rpc(db, service, 'record_error_fix', { p_report_id: report_id, p_action: 'reload' });
  await db.sql`update public.error_fixes set created_at = clock_timestamp() - interval '91 days'`;
  await purge('error_reports');
  expect([await countRows(db, 'error_fixes'), await countRows(db, 'error_reports')]).toEqual([0, 1]);
  await leads.recordAnalytics(db, [
    leads.analyticsEvent({ event_type: 'viewer_heartbeat', location: 'Somerset' }),
  ]);
  await db.sql`update public.location_viewers set seen_at = seen_at - interval '11 minutes'`;
  await purge('booking_analytics');
  expect(await countRows(db, 'location_viewers')).toBe(0);
});

const past = (days: number) => db.sql`
  update public.parties set starts_at = clock_timestamp() - make_interval(days => ${days}::integer, hours => 2),
    ends_at = clock_timestamp() - make_interval(days => ${days}::integer)`;

test('30 days after a party, its responses lose personal data and keep the numbers', async () => {
  const { code } = await leads.createParty(db, admin, leads.partyFields('2090-01-01T10:00:00Z'));
  const { token } = await leads.submitResponse(db, leads.formResponse(code));
  await past(29);
  expect(await inParallel('form_responses')).toBe(0);
  await past(30);
  expect(await inParallel('form_responses')).toBe(1);
  expect(await purge('form_responses')).toBe(0);
  const [row] = await db.sql`
    select contact_name, contact_email, contact_phone, answers, attending, form_id,
      (select jsonb_agg(jsonb_build_array(name, age, kind) order by position)
       from public.form_response_guests where response_id = r.id) as guests
    from public.form_responses r`;
  expect(row).toEqual({
    contact_name: null,
    contact_email: null,
    contact_phone: null,
    answers: {},
    attending: true,
    form_id: 'form-rsvp',
    guests: [
      [null, 9, 'child'],
      [null, null, 'adult'],
    ],
  });
  expect(await countRows(db, 'form_response_health')).toBe(0);
  expect(await rpc(db, visitor, 'load_form_draft', { p_token: token })).toBeNull();
});

test('a response without a party is anonymised some time after it was submitted', async () => {
  await leads.submitResponse(db, leads.formResponse(null));
  expect(await purge('form_responses')).toBe(0);
  await db.sql`update public.form_responses set submitted_at = submitted_at - interval '31 days'`;
  expect(await purge('form_responses')).toBe(1);
});

test('a year after a party, its host’s data are removed', async () => {
  await leads.createParty(db, admin, leads.partyFields('2090-01-01T10:00:00Z'));
  await past(360);
  expect(await inParallel('party_hosts')).toBe(0);
  await past(370);
  expect(await inParallel('party_hosts')).toBe(1);
  const [row] = await db.sql`select title, host_name, host_email, host_phone, head_count from public.parties`;
  expect(row).toEqual({
    title: 'Party',
    host_name: 'Host',
    host_email: null,
    host_phone: null,
    head_count: 10,
  });
});

test('the chore runs every purge', async () => {
  await leads.reserveSpot(db);
  await db.sql`update public.leads set auto_delete_at = clock_timestamp()`;
  const purged = await purgeAll(db);
  expect(purged).toMatchObject({
    leads: 1,
    form_drafts: 0,
    form_responses: 0,
    party_hosts: 0,
    booking_analytics: 0,
    error_reports: 0,
    system_logs: 0,
  });
});
