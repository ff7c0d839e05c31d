import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

/** The export leaves out these tables with personal data, for the given reasons. */
const notExported: Record<string, string> = {
  audit_log: 'who changed what, by ids: nothing that anybody told us',
  bounced_addresses: 'addresses from which mails come back; the addresses themselves are exported',
  camp_coaches: 'who leads which camp',
  chat_marks: 'which parents staff wrote to in the chat, by ids',
  checkout_attempts:
    'what the payment provider was sent: the order, which is exported; emptied after a month',
  coach_absences: 'when coaches are away, and why; about staff',
  coach_exceptions: 'why a coach was assigned although absent or elsewhere; about staff',
  coach_hours: 'when coaches can usually work; about staff',
  coach_calendars: 'when a coach made the address of a calendar; about staff',
  conversions: 'what the advertising service is told of a purchase, hashed; emptied when it is sent',
  instalment_attempts: 'which payment page was opened for a part of an order; the plan is exported',
  desk_discounts: 'why staff gave a discount; the order with its amount is exported',
  desk_close_items: 'which sales a seller has counted, by ids; the payments are exported',
  distinct_families:
    'which two families staff found not to be the same, by ids; it would name another family',
  form_drafts: 'half-filled; opened by its token, and nothing joins it to a family',
  holds: 'places for minutes; their orders are exported',
  lost_links: 'addresses for a minute, whoever they belong to; nothing that an order does not have',
  message_recipients: 'who a message of staff went to, by ids; its mails are exported',
  party_news: 'which answers a host has not been told of; the answers are exported',
  place_notices:
    'which staff changed a session or camp, and how many families were told; their mails are exported',
  payment_events: 'the provider’s reports; the payments are exported',
  roster_shares: 'links to a place’s roster by initials; about nobody',
  session_templates: 'which coach teaches when',
  staff_invitations: 'who was invited to the team, until a month after it ended; about staff',
  settings: 'the address of the party team, which is nobody’s own',
};

/**
 * Selects the tables with personal data: those that refer to people, directly or by other tables, and those with a
 * column for a person, an address or a number.
 */
const ofPeople = `
  with recursive of_people as (
    select 'public.families'::regclass as id
    union
    select k.conrelid::regclass from of_people p join pg_constraint k on k.confrelid = p.id and k.contype = 'f'
    where k.connamespace = 'public'::regnamespace
      -- A column that ends in "_by" names who did something, not whom it is about.

      and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname like '%\\_by')
  )
  select distinct t from (
    select id::text as t from of_people
    union all
    select format('%I', table_name) from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name ~ '(family_id|child_id|user_id|profile_id|email|phone|whatsapp|recipient|parent_name|child_name)'
  ) x order by 1`;

/** Selects the sources of the functions that export, and of the functions that they call. */
const exporting = `
  with recursive called as (
    select proname, prosrc from pg_proc where pronamespace = 'private'::regnamespace and starts_with(proname, 'export_family_')
    union
    select f.proname, f.prosrc from called c join pg_proc f
      -- my_family_id finds the caller, not what is exported.

      on f.pronamespace = 'private'::regnamespace and f.proname <> 'my_family_id' and c.prosrc ~ ('private\\.' || f.proname || '\\(')
  )
  select string_agg(prosrc, E'\\n') as source from called`;

test('every table with personal data is in the family’s export, or has a reason not to be', async () => {
  const tables = (await db.sql.unsafe<{ t: string }[]>(ofPeople)).map(({ t }) => t);
  expect(tables.length).toBeGreaterThan(30);
  const [row] = await db.sql.unsafe<[{ source: string }]>(exporting);
  const missing = tables.filter((table) => !new RegExp(`public\\.${table}\\b`).test(row.source));
  expect(missing).toEqual(Object.keys(notExported).sort());
});
