/** Leads, analytics, error reports, parties and forms, as browsers send them. */
import type { Caller, TestDatabase } from './database.ts';
import { rpc, service, visitor } from './sql.ts';

/** A visitor with this network address. Without an address, no rate limit counts. */
export const visitorAt = (address: string, more: object = {}): Caller => ({
  ...visitor,
  headers: { 'cf-connecting-ip': address, ...more },
});

export async function readRateLimit(db: TestDatabase, endpoint: string): Promise<number> {
  const [rule] = await db.sql<[{ most: number }]>`
    select most from public.rate_rules where endpoint = ${endpoint}`;
  return rule.most;
}

export const reservation = {
  parent_name: 'Mei Tan',
  email: 'mei@example.test',
  whatsapp: '+65 9123 4567',
};

export const reserveSpot = (db: TestDatabase, change: object = {}, who: Caller = visitor) =>
  rpc<{ token: string }>(db, who, 'reserve_spot', { p_reservation: { ...reservation, ...change } });

export const analyticsEvent = (change: object = {}) => ({
  session_id: 'visit-0001',
  event_type: 'team_selection',
  event_data: { team: 'red' },
  page_url: 'https://otter.test/',
  ...change,
});

export const recordAnalytics = (db: TestDatabase, events: unknown, who: Caller = visitor, consent = false) =>
  rpc<{ recorded: number; dropped: number }>(db, who, 'record_analytics', {
    p_events: events,
    p_consent: consent,
  });

export const errorReport = {
  error_type: 'RUNTIME_ERROR',
  message: 'x is not a function',
  stack: 'TypeError: x is not a function\n    at Button (https://otter.test/a.js:1:2)',
  url: 'https://otter.test/checkout?secret=1',
};

export const reportError = (db: TestDatabase, body: unknown, who: Caller = visitor) =>
  rpc<{ report_id: string }>(db, who, 'report_error', { p_report: body });

export const partyFields = (startsAt: string, change: object = {}) => ({
  title: 'An otter birthday',
  host_name: 'Mei Tan',
  host_email: 'mei@example.test',
  host_phone: '+6591234567',
  starts_at: startsAt,
  ends_at: new Date(Date.parse(startsAt) + 2 * 3_600_000).toISOString(),
  place: 'Somerset Skate Park',
  head_count: 10,
  ...change,
});

export const createParty = (db: TestDatabase, admin: Caller, body: unknown) =>
  rpc<{ party_id: string; code: string }>(db, admin, 'create_party', { p_party: body });

export const formResponse = (code: string | null, change: object = {}) => ({
  form_id: 'form-rsvp',
  form_revision: 'r1',
  party_code: code,
  attending: true,
  contact: { name: 'Arjun Rao', email: 'arjun@example.test', phone: '+6581234567' },
  answers: { colour: 'blue', allergies: 'none that we know' },
  guests: [
    { name: 'Anika', age: 9, allergies: 'Peanuts' },
    { name: 'Arjun', kind: 'adult' },
  ],
  ...change,
});

export const submitResponse = (db: TestDatabase, body: unknown, who: Caller = visitor) =>
  rpc<{ token: string }>(db, who, 'submit_form_response', { p_response: body });

export const saveDraft = (db: TestDatabase, body: unknown, who: Caller = visitor) =>
  rpc<{ token: string }>(db, who, 'save_form_draft', { p_draft: body });

/** Makes at least one row in every table of leads, analytics, monitoring, parties and forms. */
export async function makeLeads(db: TestDatabase, admin: Caller, today: string): Promise<void> {
  await reserveSpot(db);
  await rpc(db, visitor, 'enquire_birthday', {
    p_enquiry: { parent_name: 'A', email: 'a@example.test' },
  });
  await db.sql`
    insert into public.lead_notes (id, lead_id, body) select gen_random_uuid(), id, 'Called.' from public.leads`;
  await recordAnalytics(db, [
    analyticsEvent(),
    analyticsEvent({ event_type: 'viewer_heartbeat', location: 'Somerset' }),
  ]);
  const { report_id } = await reportError(db, errorReport);
  await rpc(db, service, 'record_error_fix', { p_report_id: report_id, p_action: 'reload' });
  await db.sql`insert into public.system_logs (component, message) values ('test', 'Hello.')`;
  await rpc(db, service, 'note_call', { p_kind: 'booking', p_failed: false });
  await rpc(db, service, 'claim_chore', { p_name: 'test', p_lease_seconds: 1 });
  await rpc(db, service, 'record_heartbeat', { p_functions_at: new Date().toISOString() });
  await db.sql`insert into public.outages (began_at, ended_at) values (now() - interval '9 days', now() - interval '8 days')`;
  const finding = { id: 'backups', topic: 'Supabase', state: 'missing', what: 'Choose a plan with backups.' };
  await rpc(db, service, 'save_doctor_report', { p_findings: [finding] });
  await rpc(db, service, 'queue_conversion', { p_event: { event_id: 'view-1', event_name: 'PageView' } });
  await db.sql`insert into public.alerts (kind, value, threshold) values ('books_discrepancies', 1, 0)`;
  const { code } = await createParty(db, admin, partyFields(`${today}T15:00:00+08:00`));
  await submitResponse(db, formResponse(code));
  await saveDraft(db, { form_id: 'form-rsvp', party_code: code, body: { name: 'half' } });
}

/** The open birthday enquiries as the Data API returns them, with dates as in JSON. */
export const listOpenEnquiries = async (db: TestDatabase, who: Caller) =>
  (
    await db.as(
      who,
      (sql) => sql<{ row: unknown }[]>`
        select to_jsonb(e) as row from public.open_birthday_enquiries e order by enquired_at desc, lead_id`,
    )
  ).map(({ row }) => row);
