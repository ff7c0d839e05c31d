/** Tests messages by WhatsApp and SMS: who gets one, what staff see of it, and whom to call. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyChats } from '#contract/family-chats.ts';
import { ManagementToday } from '#contract/management.ts';
import { CancelByStaffPreview } from '#contract/management-schedule.ts';
import { ChangeImpact } from '#contract/place-changes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeDraft, type Messaging, createMessaging, sessionAudience } from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { createPhoneMessages } from '#support/sql-phone-messages.ts';
import { cancelSessions, refusal, rpc, service, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let messaging: Messaging;
let phones: ReturnType<typeof createPhoneMessages>;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  messaging = createMessaging(db, people);
  phones = createPhoneMessages(db);
  // At this time the classes of the day have not begun.
  await stopCalendar(db, `${people.today}T09:00:00+08:00`);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`delete from public.phone_messages`;
  await phones.claimMessages();
});

const readUnreached = async () =>
  v.parse(ManagementToday, await messaging.callAs('admin', 'get_management_today')).unreached;
const cancelToday = () => phones.cancelWithMessage(people.today);

describe.each([
  ['claim_phone_messages', { p_channels: [], p_limit: 1 }],
  ['finish_phone_message', { p_id: randomUUID(), p_provider_id: 'x' }],
  [
    'note_phone_event',
    { p_channel: 'sms', p_type: 'read', p_at: '2026-01-01', p_id: null, p_provider_id: 'x' },
  ],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'parent', 'second parent', 'other parent', 'coach', 'admin'] as const)(
    '%s may not call it',
    async (part) => expect(await sqlState(messaging.callAs(part, name, args))).toBe('42501'),
  );
});
describe('set_unreached_handled', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(messaging.callAs(part, 'set_unreached_handled', { p_id: randomUUID() }))).toBe(
      '42501',
    ),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (part) =>
    expect(
      await refusal(messaging.callAs(part, 'set_unreached_handled', { p_id: randomUUID() })),
    ).toMatchObject({
      code: 'not_allowed',
    }),
  );
});

test('when today’s class is cancelled, each family is notified at once by the fastest channel that it allowed', async () => {
  const session = await phones.makeSession(people.today);
  const both = await phones.makeFamily(session, ['sms', 'whatsapp']);
  const text = await phones.makeFamily(session, ['sms']);
  const unasked = await phones.makeFamily(session);
  const withoutNumber = await phones.makeFamily(session, ['whatsapp'], null);
  await cancelSessions(db, session);
  expect(await phones.readRows(both)).toMatchObject([
    { channel: 'whatsapp', is_urgent: true, phone: '+6591234567' },
  ]);
  expect(await phones.readRows(text)).toMatchObject([
    { channel: 'sms', payload: { places: [{ children: ['Kai'], session: { session_id: session } }] } },
  ]);
  for (const family of [unasked, withoutNumber]) expect(await phones.readRows(family)).toEqual([]);
  // Everybody gets the mail as well.
  expect(
    await db.sql`select 1 from public.outbox where template = 'cancelled_by_us' and payload::text like ${`%${session}%`}`,
  ).toHaveLength(4);
});

describe('a class of the early morning that is decided about the evening before', () => {
  const tomorrow = '2026-11-19';
  const makeEarlySession = async (time: string) => {
    const id = await phones.makeSession(tomorrow);
    await db.sql`update public.sessions set session_time = ${time} where id = ${id}`;
    return id;
  };
  afterEach(() => stopCalendar(db, `${people.today}T09:00:00+08:00`));

  test.each([
    ['19:59', '08:00', 0],
    ['20:01', '08:01', 1],
    ['22:30', '08:02', 1],
  ])(
    'at %s a class of %s is cancelled, and %i message goes to phones at once',
    async (clock, time, count) => {
      await stopCalendar(db, `${people.today}T${clock}:00+08:00`);
      const session = await makeEarlySession(time);
      const family = await phones.makeFamily(session, ['whatsapp']);
      await cancelSessions(db, session);
      const rows = await db.sql`
      select is_urgent, not_before <= clock_timestamp() as is_due from public.phone_messages where family_id = ${family}`;
      expect(rows).toEqual(Array.from({ length: count }, () => ({ is_urgent: true, is_due: true })));
    },
  );

  test('if it is moved to another day, the message goes to phones', async () => {
    await stopCalendar(db, `${people.today}T22:30:00+08:00`);
    const session = await makeEarlySession('08:03');
    const family = await phones.makeFamily(session, ['sms']);
    const readFacts = async () =>
      (await db.sql<[{ facts: unknown }]>`select private.place_facts(${session}) as facts`)[0].facts;
    const was = await readFacts();
    await db.sql`update public.sessions set session_date = '2026-11-25' where id = ${session}`;
    const change = { changed: ['hours'], note: 'Rain', was, is: await readFacts() };
    await db.sql`select private.notify_of_place_change(${randomUUID()}, ${session}, ${db.sql.json(change as never)})`;
    expect(await phones.readRows(family)).toMatchObject([{ is_urgent: true }]);
  });
});

test('nothing is sent to phones about another day, or by a channel without keys', async () => {
  const later = await phones.makeSession('2026-11-20');
  const family = await phones.makeFamily(later, ['whatsapp']);
  await cancelSessions(db, later);
  expect(await phones.readRows(family)).toEqual([]);
  await phones.claimMessages(['sms']);
  const session = await phones.makeSession(people.today);
  const [onlyWhatsapp, alsoText] = [
    await phones.makeFamily(session, ['whatsapp']),
    await phones.makeFamily(session, ['whatsapp', 'sms']),
  ];
  await cancelSessions(db, session);
  expect(await phones.readRows(onlyWhatsapp)).toEqual([]);
  expect(await phones.readRows(alsoText)).toMatchObject([{ channel: 'sms' }]);
});

test('a preview of a cancellation or a change counts the messages and queues nothing', async () => {
  const session = await phones.makeSession(people.today);
  const family = await phones.makeFamily(session, ['sms']);
  await phones.makeFamily(session);
  const preview = await messaging.callAs('admin', 'preview_cancel_by_staff', { p_place_ids: [session] });
  expect(v.parse(CancelByStaffPreview, preview)).toMatchObject({
    choice: { mails: 2, phones: 1 },
    refund: { mails: 2, phones: 1 },
  });
  const change = await messaging.callAs('admin', 'preview_place_change', {
    p_place_id: session,
    p_changes: { duration_minutes: 75 },
  });
  expect(v.parse(ChangeImpact, change)).toMatchObject({ mails: 2, phones: 1 });
  expect(await phones.readRows(family)).toEqual([]);
});

test('families get a message when today’s class is moved, but not about a new coach', async () => {
  const session = await phones.makeSession(people.today);
  const family = await phones.makeFamily(session, ['sms']);
  const facts = async () =>
    (await db.sql<[{ facts: unknown }]>`select private.place_facts(${session}) as facts`)[0].facts;
  const change = async (changed: string[], was: unknown) =>
    db.sql`select private.notify_of_place_change(${randomUUID()}, ${session},
      ${db.sql.json({ changed, note: 'Rain', was, is: await facts() } as never)})`;
  const was = await facts();
  await change(['coach'], was);
  expect(await phones.readRows(family)).toEqual([]);
  await change(['hours'], was);
  expect(await phones.readRows(family)).toMatchObject([{ is_urgent: true, payload: { reason: 'Rain' } }]);
  // The session was moved from today to another day.
  await db.sql`update public.sessions set session_date = '2026-11-25' where id = ${session}`;
  await change(['hours'], was);
  expect(await phones.readRows(family)).toHaveLength(2);
});

test('quiet hours delay messages that are not urgent', async () => {
  const times = await db.sql<{ at: string }[]>`
    select to_char(private.after_quiet_hours(t::timestamptz) at time zone 'Asia/Singapore', 'DD HH24:MI') as at
    from unnest('{2026-11-18T21:59+08,2026-11-18T22:00+08,2026-11-19T07:59+08,2026-11-19T08:00+08}'::text[])
      with ordinality u (t, n) order by n`;
  expect(times.map(({ at }) => at)).toEqual(['18 21:59', '19 08:00', '19 08:00', '19 08:00']);
});

test('a family that no message reached in time is a task for staff, with child, class and number, until somebody ticks it', async () => {
  const { family, row, session } = await cancelToday();
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  expect((await readUnreached()).count).toBe(0);
  await phones.ageMessages(family, 11);
  const task = (await readUnreached()).first[0];
  expect(task).toMatchObject({
    family_id: family,
    name: 'Mei Tan',
    phone: '+6591234567',
    is_urgent: true,
    reason: null,
    places: [{ children: ['Kai'], session: { session_id: session } }],
  });
  // Showing the phone number is logged.
  expect(
    await db.sql`select 1 from public.access_log where family_id = ${family} and access_type = 'numbers'`,
  ).toHaveLength(1);
  await messaging.callAs('admin', 'set_unreached_handled', { p_id: task?.id });
  expect((await readUnreached()).count).toBe(0);
  expect(await db.sql`select handled_by is not null as by from public.phone_messages`).toEqual([
    { by: true },
  ]);
});

test('a delivery report that comes late ends the task', async () => {
  const { family, row } = await cancelToday();
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  await phones.ageMessages(family, 11);
  expect((await readUnreached()).count).toBe(1);
  await phones.reportEvent(row, 'read');
  expect((await readUnreached()).count).toBe(0);
});

test('a message by staff goes to phones too, its list shows the result, and stopping it withdraws the rest', async () => {
  const session = await phones.makeSession(people.today);
  const [notified, waiting, unasked] = [
    await phones.makeFamily(session, ['whatsapp']),
    await phones.makeFamily(session, ['whatsapp']),
    await phones.makeFamily(session),
  ];
  const { message_id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session) }));
  await messaging.queueMessages();
  const [first] = await phones.readRows(notified);
  expect(first).toMatchObject({
    is_urgent: true,
    payload: { words: 'We meet under the roof.\n\nSee you there.' },
  });
  await db.sql`update public.phone_messages set not_before = now() + interval '1 hour' where family_id = ${waiting}`;
  await phones.claimMessages();
  await phones.finishMessage(first?.id ?? '');
  if (first) await phones.reportEvent(first, 'read');
  expect((await messaging.readDetails(message_id)).phones).toEqual([
    { channel: 'whatsapp', all: 2, sent: 1, delivered: 1, read: 1, failed: 0, waiting: 1 },
  ]);
  const list = v.parse(
    FamilyChats,
    await messaging.callAs('admin', 'get_family_chats', { p_message_id: message_id }),
  );
  const sendingsOf = (id: string) =>
    list.families.find(({ family_id }) => family_id === id)?.parents[0]?.sendings ?? [];
  expect(sendingsOf(notified)).toMatchObject([
    { channel: 'email', state: 'waiting' },
    { channel: 'whatsapp', state: 'read', reason: null },
  ]);
  expect(sendingsOf(unasked)).toMatchObject([{ channel: 'email' }]);
  await messaging.callAs('admin', 'stop_message', { p_id: message_id });
  expect(await phones.readRows(waiting)).toEqual([]);
  expect(await phones.readRows(notified)).toHaveLength(1);
});

test('newsletters never go to phones', async () => {
  const session = await phones.makeSession(people.today);
  const family = await phones.makeFamily(session, ['whatsapp', 'sms']);
  await messaging.setMarketingConsent(family, true);
  await messaging.sendMessage(makeDraft({ audience: sessionAudience(session), kind: 'news' }));
  await messaging.queueMessages();
  expect(await phones.readRows(family)).toEqual([]);
});

test('a merged family takes its messages along, and an erased family leaves none', async () => {
  const { family } = await cancelToday();
  const exported = await rpc<Record<string, unknown[]>>(db, service, 'export_family', {
    p_family_id: family,
  });
  expect(exported['phone_messages']).toMatchObject([{ channel: 'whatsapp', phone: '+6591234567' }]);
  expect(exported['channel_permissions']).toMatchObject([
    { channel: 'whatsapp', allowed: true, source: 'phone' },
  ]);
  await rpc(db, service, 'erase_family', { p_family_id: family, p_accept_loss: true });
  expect(await phones.readRows(family)).toEqual([]);
  expect(await db.sql`select 1 from public.channel_permissions where family_id = ${family}`).toEqual([]);
});

test('numbers and texts are removed after a month, and the rest after a year', async () => {
  const { family, row } = await cancelToday();
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  const purge = () => db.sql`select private.purge_phone_messages()`;
  await phones.ageMessages(family, 31 * 24 * 60);
  await purge();
  expect(await phones.readRows(family)).toMatchObject([{ phone: '', payload: {} }]);
  await phones.ageMessages(family, 400 * 24 * 60);
  await purge();
  expect(await phones.readRows(family)).toEqual([]);
});
