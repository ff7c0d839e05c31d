import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { countRows, makeUser, refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let parent: Caller;
let familyId: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());

let made = 0;
let email: string;
beforeEach(async () => {
  await db.sql`truncate public.parties, public.form_responses, public.leads, public.booking_analytics, public.outbox cascade`;
  email = `parent${made++}@example.test`;
  parent = { role: 'authenticated', sub: await makeUser(db, email) };
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${parent.sub ?? ''}`;
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.families (primary_parent_id, contact_name, contact_email)
    values (${parent.sub ?? ''}, 'Mei Tan', ${email}) returning id`;
  familyId = row.id;
});

const fill = async () => {
  const contact = { name: 'Mei Tan', email };
  const own = await leads.createParty(
    db,
    admin,
    leads.partyFields('2090-01-01T10:00:00Z', { family_id: familyId }),
  );
  await leads.submitResponse(db, leads.formResponse(own.code, { contact }));
  await leads.submitResponse(db, leads.formResponse(own.code));
  const enquiry = { parent_name: 'Mei Tan', email, message: 'Our question' };
  await rpc(db, visitor, 'enquire_birthday', { p_enquiry: enquiry });
  await leads.recordAnalytics(db, [leads.analyticsEvent()], parent, true);
  await leads.recordAnalytics(db, [leads.analyticsEvent()]);
};
const exportFamily = (who: Caller) =>
  rpc<Record<string, object[]>>(db, who, 'export_family', { p_family_id: familyId });
const erase = () => rpc(db, admin, 'erase_family', { p_family_id: familyId });

test('the export has the family’s party, answers with allergies, enquiry and analytics, and nobody else’s', async () => {
  await fill();
  const data = await exportFamily(parent);
  expect(data['parties']).toMatchObject([{ host_name: 'Mei Tan', family_id: familyId }]);
  expect(data['parties']?.[0]).not.toHaveProperty('code');
  expect(data['form_responses']).toMatchObject([
    { contact: { email }, guests: [{ allergies: 'Peanuts' }, {}] },
  ]);
  expect(data['birthday_enquiries']).toMatchObject([{ message: 'Our question' }]);
  expect(data['booking_analytics']).toMatchObject([{ user_id: parent.sub }]);
  expect(JSON.stringify(data)).not.toContain('arjun@example.test');
});

test('a family with an upcoming party cannot be erased', async () => {
  await fill();
  expect(await refusal(erase())).toMatchObject({ code: 'family_in_use', field: 'parties' });
  expect((await exportFamily(parent))['form_responses']).toHaveLength(1);
});

test('erasing removes the family from its party and analytics, and entries under a typed address end with their own retention', async () => {
  await db.sql`update public.settings set staff_email = 'party@otter.test'`;
  await fill();
  await db.sql`
    update public.parties set starts_at = clock_timestamp() - interval '3 hours', ends_at = clock_timestamp() - interval '1 hour'`;
  await erase();
  const [party] = await db.sql`select host_name, host_email, family_id, head_count from public.parties`;
  expect(party).toEqual({ host_name: 'Host', host_email: null, family_id: null, head_count: 10 });
  const rows = await db.sql`select contact_email from public.form_responses order by submitted_at`;
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row['contact_email']).toBeTruthy();
  expect(await countRows(db, 'birthday_enquiries')).toBe(1);
  const notified = await db.sql`
    select sent_at is null as waits, payload <> '{}' as whole from public.outbox where key like 'birthday_enquiry%'`;
  expect([...notified]).toEqual(Array(2).fill({ waits: true, whole: true }));
  const events = await db.sql`select user_id, user_agent from public.booking_analytics`;
  expect([...events]).toEqual([
    { user_id: null, user_agent: null },
    { user_id: null, user_agent: null },
  ]);
});
