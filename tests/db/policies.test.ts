import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { countRows, sqlState } from '#support/sql.ts';
import { cases, reads } from '#support/policy-matrix.ts';
import { parts } from '#support/visible-rows.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

const idsOf = (sql: TestDatabase['sql'], table: string, key: string, where: string) =>
  sql.unsafe(`select ${key} as key from public.${table} where ${where} order by 1`);

test('the matrix lists every table', async () => {
  const tables = await db.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(reads).sort());
});

test('every table has rows to read, and private tables have rows of more than one family', async () => {
  for (const table of Object.keys(reads)) expect.soft(await countRows(db, table), table).toBeGreaterThan(0);
  for (const table of [
    'families',
    'children',
    'bookings',
    'orders',
    'order_lines',
    'order_children',
    'refunds',
    'line_ledger',
    'refund_allocations',
    'invoices',
    'passes',
    'credit_ledger',
    'profile_health',
    'child_health',
    'child_behaviour',
    'family_proposals',
    'emergency_contacts',
    'pickup_authorizations',
    'family_invitations',
    'family_calendars',
    'consents',
    'camp_weeks',
    'camp_enrollments',
    'pass_subscriptions',
    'pass_pauses',
    'camp_attendance',
    'level_changes',
    'attendance_marks',
    'first_aid_log',
    'waitlist_entries',
    'waitlist_children',
    'waitlist_offers',
  ]) {
    for (const role of ['parent', 'other parent'] as const) {
      const seen = reads[table]?.[role];
      const where = typeof seen === 'function' ? seen(people) : 'false';
      const own = await idsOf(db.sql, table, '1', where);
      expect.soft(own.length, `${role}: ${table}`).toBeGreaterThan(0);
      expect.soft(own.length, `${role}: ${table}`).toBeLessThan(await countRows(db, table));
    }
  }
});

/** Each table has a key column, which everybody who may read the table may read. */
const keys: Record<string, string> = {
  assistant_questions: 'question',
  assistant_prices: 'model',
  assistant_spend: 'caller',
  call_counts: 'kind || minute::text',
  camp_absences: 'enrollment_id || day::text',
  camp_attendance: 'enrollment_id || day::text',
  camp_coaches: 'camp_id || coach_id::text',
  cancelled_camp_days: 'camp_id || day::text',
  chores: 'name',
  doctor_findings: 'step',
  sweeps: 'name',
  invoices: 'reference',
  refund_allocations: 'refund_id || order_line_id::text',
  conversions: 'event_id',
  user_roles: 'user_id || role::text',
  order_children: 'order_id || position::text',
  order_child_details: 'order_id || position::text',
  trial_claims: 'claim || order_id::text',
  waitlist_children: 'entry_id || position::text',
  holds: 'order_line_id',
  checkout_attempts: 'order_id || attempt::text',
  instalment_attempts: 'instalment_id || attempt::text',
  payment_events: 'event_id',
  rate_limits: 'key_hash',
  purge_positions: 'class || rows_of',
  queue_tickets: 'secret_hash',
  rebuild_days: 'day',
  rebuild_causes: 'cause',
  deleted_documents: 'document_id',
  planned_moments: 'at::text',
  closed_days: 'day',
  rate_rules: 'endpoint',
  family_calendars: 'family_id',
  coach_calendars: 'user_id',
  distinct_families: 'family_id || other_id::text',
  coach_hours: 'coach_id || weekday::text',
  dropped_photos: 'path',
  packing_lists: 'kind',
  page_vitals: 'page || metric || at_most::text',
  mail_wordings: 'id::text',
  source_maps: 'file',
  picture_children: 'picture_id || child_id::text',
  camp_photo_tags: 'photo_id || child_id::text',
  profile_health: 'profile_id',
  child_health: 'child_id',
  child_behaviour: 'child_id',
  consent_texts: 'purpose::text || version',
  retention_periods: 'class',
  location_viewers: 'session_id',
  form_drafts: 'token',
  form_response_guests: 'response_id || position::text',
  form_response_health: 'response_id || position::text',
  lost_links: 'email',
  news_stops: 'address_hash',
  bounced_addresses: 'email',
  phone_channels: 'channel',
  party_news: 'response_id',
  promotion_uses: 'order_id',
  referral_codes: 'code',
  desk_discounts: 'order_id',
  publications: 'document_id',
  site_documents: 'document_id',
};

test.each(cases)('read: %s, %s', async (role, table, seen) => {
  const key = keys[table] ?? 'id';
  const read = db.as(people.callers[role], (sql) =>
    idsOf(sql as unknown as TestDatabase['sql'], table, key, 'true'),
  );
  if (seen === 'denied') {
    expect(await sqlState(read)).toBe('42501');
  } else {
    expect([...(await read)]).toEqual([...(await idsOf(db.sql, table, key, seen(people)))]);
  }
});

describe('writing to tables directly', () => {
  const columns: Record<string, string> = {
    call_counts: 'ok',
    camp_absences: 'told_by',
    cancelled_camp_days: 'reason',
    camp_attendance: 'attended',
    picture_children: 'child_id',
    camp_photo_tags: 'child_id',
    camp_coaches: 'coach_id',
    chores: 'name',
    heartbeat: 'last_at',
    outages: 'began_at',
    doctor_findings: 'says',
    closed_days: 'name',
    conversions: 'event_id',
    profiles: 'name',
    user_roles: 'role',
    order_children: 'name',
    order_child_details: 'allergies',
    trial_claims: 'claim',
    waitlist_children: 'name',
    holds: 'expires_at',
    line_ledger: 'reason',
    refund_allocations: 'reason',
    invoices: 'kind',
    invoice_counter: 'invoices',
    sweeps: 'name',
    sweep_problems: 'problem',
    message_recipients: 'state',
    checkout_attempts: 'params',
    instalment_attempts: 'cents',
    order_instalments: 'cents',
    payment_events: 'event_type',
    rate_limits: 'hits',
    purge_positions: 'after',
    rate_rules: 'most',
    family_calendars: 'last_read_at',
    coach_calendars: 'last_read_at',
    coach_hours: 'from_time',
    coach_absences: 'note',
    coach_exceptions: 'reason',
    dropped_photos: 'dropped_at',
    packing_lists: 'things',
    mail_wordings: 'sentences',
    source_maps: 'map',
    profile_health: 'allergies',
    child_health: 'allergies',
    child_behaviour: 'personality',
    consent_texts: 'body',
    retention_periods: 'keep',
    consents: 'given',
    access_log: 'access_type',
    audit_log: 'action',
    booking_analytics: 'event_type',
    assistant_questions: 'outcome',
    page_vitals: 'samples',
    assistant_prices: 'model',
    assistant_spend: 'millionths',
    location_viewers: 'seen_at',
    system_logs: 'message',
    form_drafts: 'body',
    form_response_guests: 'name',
    form_response_health: 'details',
    distinct_families: 'family_id',
    lost_links: 'email',
    news_stops: 'address_hash',
    bounced_addresses: 'email',
    phone_channels: 'seen_at',
    channel_permissions: 'allowed',
    phone_messages: 'phone',
    party_news: 'kind',
    promotion_uses: 'discount_cents',
    referral_codes: 'code',
    desk_discounts: 'discount_cents',
    publications: 'title',
    site_builds: 'build',
    site_documents: 'revision',
    queue_tickets: 'secret_hash',
    rebuild_requests: 'reason',
    rebuild_days: 'day',
    rebuild_causes: 'cause',
    deleted_documents: 'title',
    planned_moments: 'at',
    children: 'name',
  };
  const writes = Object.keys(reads).flatMap((table) => parts.map((role) => [role, table] as const));

  test.each(writes)('%s, %s', async (role, table) => {
    const column = columns[table] ?? 'id';
    const statements = [
      `insert into public.${table} (${column}) values (null)`,
      `update public.${table} set ${column} = ${column}`,
      `delete from public.${table}`,
      `truncate public.${table} cascade`,
    ];
    for (const statement of statements) {
      expect
        .soft(await sqlState(db.as(people.callers[role], (sql) => sql.unsafe(statement))), statement)
        .toBe('42501');
    }
  });
});
