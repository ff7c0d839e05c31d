/**
 * Tests which notices staff get by mail: each goes once, without names, to the address of its topic, and no transaction
 * waits for another because of it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settingLines } from '#ui/staff/setting-lines.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.outbox where template = 'staff_notice'`;
  await db.sql`
    update public.settings set staff_email = 'team@otter.test', alerts_email = null, enquiries_email = null,
      prices_email = null, decisions_email = null, disputes_email = null, first_aid_email = null,
      bounced_mails_email = null, waitlists_email = null`;
});

const notices = () => db.sql<{ recipient: string; topic: string }[]>`
  select recipient, payload ->> 'topic' as topic from public.outbox where template = 'staff_notice' order by created_at, key`;
const set = (name: string, value: string | null, seen: string | null = null) =>
  rpc(db, people.callers.admin, 'save_setting', { p_change: { name, value, seen } });
const bounce = (p_email: string) =>
  rpc(db, service, 'note_mail_event', {
    p_type: 'bounced',
    p_at: new Date().toISOString(),
    p_mail_id: null,
    p_email,
  });
/** Makes a payment of a wrong amount, which needs a decision. */
const mismatch = async () =>
  shop.confirmPayment(
    db,
    shop.paymentOf(await shop.openCheckout(db, await shop.makeSession(db)), { amount_cents: 1 }),
  );
const firstAid = () => db.sql`
  insert into public.first_aid_log (id, child_id, session_id, day, happened_at, injury, treatment)
  select ${randomUUID()}, b.child_id, b.session_id, b.session_date, now(), 'Grazed knee', 'Plaster'
  from public.bookings b where b.status = 'booked' limit 1`;

test('each topic goes to the team’s address until it has its own', async () => {
  await mismatch();
  await firstAid();
  expect(await notices()).toEqual([
    { recipient: 'team@otter.test', topic: 'decisions' },
    { recipient: 'team@otter.test', topic: 'first_aid' },
  ]);
  await set('decisions_email', 'money@otter.test');
  await mismatch();
  await firstAid();
  expect((await notices()).slice(2)).toEqual([
    { recipient: 'money@otter.test', topic: 'decisions' },
    { recipient: 'team@otter.test', topic: 'first_aid' },
  ]);
  await set('staff_email', null, 'team@otter.test');
  await mismatch();
  await firstAid();
  expect((await notices()).slice(4)).toEqual([{ recipient: 'money@otter.test', topic: 'decisions' }]);
});

test.each([
  ['alerts', 'alert_began'],
  ['prices', 'offers_notice'],
])('%s have their own address', async (topic, template) => {
  await db.sql`delete from public.outbox where template = ${template}`;
  await set(`${topic}_email`, 'own@otter.test');
  await (topic === 'alerts'
    ? db.sql`
        select private.send_alert(a, 'alert_began') from (
          select (jsonb_populate_record(null::public.alerts, jsonb_build_object('id', gen_random_uuid(), 'kind', 'outbox_late',
            'value', 1, 'threshold', 1, 'details', '{}'::jsonb, 'began_at', now()))).*) a`
    : db.sql`select private.notify_staff_of_offers('a', 'removed', '[]')`);
  expect(await db.sql`select recipient from public.outbox where template = ${template}`).toEqual([
    { recipient: 'own@otter.test' },
  ]);
});

test('without any address, alerts go to the first admin from the first minute, and nothing else does', async () => {
  await db.sql`update auth.users set email_confirmed_at = now()`;
  await db.sql`update public.settings set staff_email = null`;
  await db.sql`truncate public.alerts, public.call_counts, public.outbox cascade`;
  await db.sql`insert into public.call_counts (kind, minute, ok, failed) values ('booking', date_trunc('minute', now()), 0, 9)`;
  await rpc(db, service, 'check_alerts');
  await mismatch();
  const toAdmins = await db.sql<{ recipient: string; template: string; role: string }[]>`
    select o.recipient, o.template, r.role from public.outbox o
    join auth.users u on u.email = o.recipient join public.user_roles r on r.user_id = u.id
    where o.template in ('alert_began', 'staff_notice') and r.role <> 'customer'`;
  expect(toAdmins).toMatchObject([{ template: 'alert_began', role: 'business_admin' }]);
  // Without a verified address, the mailbox may belong to somebody else, so nothing is sent to it.
  await db.sql`truncate public.alerts, public.outbox cascade`;
  await db.sql`update auth.users set email_confirmed_at = null`;
  await rpc(db, service, 'check_alerts');
  expect(await db.sql`select from public.outbox where template = 'alert_began'`).toHaveLength(0);
});

test('a dispute notice goes only to its own address', async () => {
  await set('disputes_email', 'bank@otter.test');
  await db.sql`
    insert into public.payment_disputes
      (provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason, provider_status, checked_at)
    select ${randomUUID()}, payment_intent, id, 100, 'SGD', 'general', 'needs_response', now()
    from public.payments where result = 'confirmed' limit 1`;
  expect(await notices()).toEqual([{ recipient: 'bank@otter.test', topic: 'disputes' }]);
});

test('staff get a mail about families who begin to wait once an hour, when the families’ address is confirmed', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const entry = await rpc<waitlists.Joined>(db, visitor, 'join_waitlist', {
    p_entry: waitlists.joinRequest({ session_id: session }),
  });
  expect(entry.status).toBe('unconfirmed');
  expect(await notices()).toEqual([]);
  await waitlists.confirmEntry(db, entry);
  await waitlists.joinWaitlist(db, { session_id: session });
  expect(await notices()).toEqual([{ recipient: 'team@otter.test', topic: 'waitlists' }]);
});

test('staff get a mail when mails to a family bounce, but not when mails to the team’s own address do', async () => {
  await bounce('team@otter.test');
  expect(await notices()).toEqual([]);
  await bounce('parent@example.test');
  await bounce('other@example.test');
  expect(await notices()).toEqual([{ recipient: 'team@otter.test', topic: 'bounced_mails' }]);
});

test('a notice does not wait for another call that is about to write the same', async () => {
  await db.sql.begin(async (sql) => {
    await sql`select private.notify_staff('waitlists', 'now')`;
    await db.sql`select private.notify_staff('waitlists', 'now')`;
  });
  expect(await notices()).toHaveLength(1);
});

test('an invalid address is refused, and every topic has its line on the screen', async () => {
  for (const value of ['team', 'a@b', 'a@otter.test, b@otter.test', 'a b@otter.test'])
    expect(await refusal(set('waitlists_email', value))).toMatchObject({ code: 'invalid_input' });
  const columns = await db.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'settings' and column_name like '%\_email'`;
  for (const { name } of columns) expect(settingLines.map((line) => line.name)).toContain(name);
});
