/** Tests that messages to phones go only to the number that a parent allowed, and only while they are still wanted. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { PhonePayload } from '#functions/_shared/server/phone/text.ts';
import { MessageChannels } from '#contract/message-channels.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { type Channel, createPhoneMessages } from '#support/sql-phone-messages.ts';
import { refusal, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let phones: ReturnType<typeof createPhoneMessages>;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  phones = createPhoneMessages(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  // At this time the classes of the day have not begun.
  await stopCalendar(db, `${people.today}T09:00:00+08:00`);
  await db.sql`delete from public.rate_limits`;
  await db.sql`delete from public.phone_messages`;
  await db.sql`delete from public.channel_permissions`;
  await phones.claimMessages();
  session = await phones.makeSession(people.today);
});

const readChannels = async () =>
  v.parse(MessageChannels, await phones.callAs(people.callers.parent, 'get_message_channels')).channels;
const say = async (role: 'parent' | 'second parent', channel: Channel) =>
  phones.callAs(people.callers[role], 'set_message_channel', {
    p_channel: channel,
    p_allowed: true,
    p_expected_phone: v
      .parse(MessageChannels, await phones.callAs(people.callers[role], 'get_message_channels'))
      .channels.find((one) => one.channel === channel)?.phone,
  });
const book = (familyId: string, childId: string) => db.sql`
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
  select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${session}`;
/** Queues a message of staff about the class. A second call with the same cause queues no second message. */
const queue = async (familyId: string, isUrgent = true, cause: string = randomUUID()) => db.sql`
  with m as (
    insert into public.messages (id, kind, audience, subject, body, content_key)
    values (${randomUUID()}, 'about', '{"segment": "session"}', 'Rain', 'Rain', 'a') returning id)
  select private.queue_phone_messages(${cause}, ${familyId}, 'message', m.id, ${isUrgent}, jsonb_build_object(
    'words', 'Rain', 'places', jsonb_build_array(jsonb_build_object('children', '["Kai"]'::jsonb, 'session', private.session_view(${session}))))) from m`;
const setPhones = (id: string, phone: string | null, second: string | null = null) => db.sql`
  update public.profiles set phone = ${phone}, secondary_phone = ${second}, whatsapp_country_code = null, whatsapp_phone = null
  where id = ${id}`;

describe('the number that a permission is for', () => {
  test('a parent sees the number beside the answer, and a yes ends when the number changes', async () => {
    await setPhones(people.parentId, '+6581110000');
    expect((await readChannels()).map(({ phone }) => phone)).toEqual(['+6581110000', '+6581110000']);
    await say('parent', 'sms');
    await book(people.familyId, people.childId);
    await queue(people.familyId);
    expect(await phones.readRows(people.familyId)).toMatchObject([{ phone: '+6581110000' }]);
    // The profile gets another person's number: waiting and new messages are not sent to it.
    await setPhones(people.parentId, '+6582220000');
    expect(await phones.claimMessages()).toEqual([]);
    await queue(people.familyId);
    expect(await phones.readRows(people.familyId)).toEqual([]);
    expect((await readChannels())[1]).toMatchObject({ allowed: null, phone: '+6582220000' });
    await say('parent', 'sms');
    await queue(people.familyId);
    expect(await phones.readRows(people.familyId)).toMatchObject([{ phone: '+6582220000' }]);
  });

  test('a yes is refused if the number has changed since the screen showed it, but a no is not', async () => {
    await setPhones(people.parentId, '+6581110000');
    const seen = (await readChannels())[1]?.phone;
    await setPhones(people.parentId, '+6582220000');
    const tick = (p_allowed: boolean) =>
      phones.callAs(people.callers.parent, 'set_message_channel', {
        p_channel: 'sms',
        p_allowed,
        p_expected_phone: seen,
      });
    expect(await refusal(tick(true))).toMatchObject({
      code: 'changed_meanwhile',
      field: 'p_expected_phone',
    });
    expect((await readChannels())[1]).toMatchObject({ allowed: null });
    await tick(false);
    expect((await readChannels())[1]).toMatchObject({ allowed: false });
  });

  test('a yes does not count for a second number, or for the contact of an earlier order', async () => {
    await setPhones(people.parentId, null, '+6583330000');
    await db.sql`update public.families set contact_phone = '+6584440000' where id = ${people.familyId}`;
    await say('parent', 'sms');
    await queue(people.familyId);
    expect((await readChannels()).map(({ phone }) => phone)).toEqual([null, null]);
    expect(await phones.readRows(people.familyId)).toEqual([]);
  });

  test('a guest contact’s yes does not count for another contact', async () => {
    const family = await phones.makeFamily(session, ['sms']);
    await db.sql`update public.families set contact_name = 'Other', contact_phone = '+6585550000' where id = ${family}`;
    await queue(family);
    expect(await phones.readRows(family)).toEqual([]);
  });

  test('a merged guest’s yes does not pass to the contact of the remaining family', async () => {
    const [from, into] = [
      await phones.makeFamily(session, ['sms']),
      await phones.makeFamily(await phones.makeSession(people.today)),
    ];
    await queue(from);
    expect(await phones.readRows(from)).toHaveLength(1);
    await db.sql`select private.merge_family(${from}, ${into}, false, false)`;
    expect(await phones.readRows(into)).toEqual([]);
    expect(await db.sql`select 1 from public.channel_permissions where family_id = ${into}`).toEqual([]);
  });
});

test('a message is dropped when the family has lost the spot, and other messages are sent instead', async () => {
  const [gone, here] = [await phones.makeFamily(session, ['sms']), await phones.makeFamily(session, ['sms'])];
  for (const family of [gone, here]) await queue(family);
  await db.sql`update public.bookings set status = 'cancelled' where family_id = ${gone}`;
  expect(await phones.claimMessages(['sms'], 1)).toHaveLength(1);
  expect(await phones.readRows(gone)).toEqual([]);
  expect(await phones.readRows(here)).toMatchObject([{ attempts: 1 }]);
});

test('a waiting message names only the children who still have the spot', async () => {
  const family = await phones.makeFamily(session, ['sms']);
  const [stays] = await db.sql<[{ name: string }]>`
    select c.name from public.bookings b join public.children c on c.id = b.child_id
    where b.session_id = ${session} and b.family_id = ${family}`;
  const [gone] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${family}, 'Lost Place', '2017-01-01') returning id`;
  await book(family, gone.id);
  await queue(family);
  await db.sql`update public.bookings set status = 'cancelled' where child_id = ${gone.id}`;
  const [claimed] = v.parse(
    v.array(v.looseObject({ payload: PhonePayload })),
    await phones.claimMessages(['sms'], 1),
  );
  expect(claimed?.payload.places[0]?.children.map((name) => stays.name.includes(name))).toEqual([true]);
});

test('a permission that is given between two calls does not send the message twice', async () => {
  const family = await phones.makeFamily(session, ['sms']);
  const cause = randomUUID();
  await queue(family, true, cause);
  await phones.allowChannels(family, ['whatsapp']);
  await queue(family, true, cause);
  expect(await phones.readRows(family)).toMatchObject([{ channel: 'sms' }]);
});

test('a message about a class that is over is no longer urgent', async () => {
  const isUrgent = async () =>
    (await db.sql<[{ is: boolean }]>`select private.is_urgent(array[${session}::uuid]) as is`)[0].is;
  expect(await isUrgent()).toBe(true);
  await stopCalendar(db, `${people.today}T23:30:00+08:00`);
  expect(await isUrgent()).toBe(false);
});

test('a second change of a class makes a second task to call, whatever became of the first', async () => {
  const family = await phones.makeFamily(session, ['sms']);
  const was = (await db.sql<[{ facts: unknown }]>`select private.place_facts(${session}) as facts`)[0].facts;
  const change = () => db.sql`select private.notify_of_place_change(${randomUUID()}, ${session},
    ${db.sql.json({ changed: ['hours'], note: 'Rain', was, is: was } as never)})`;
  await change();
  const [first] = await phones.claimMessages();
  await phones.finishMessage(first?.id ?? '');
  await phones.reportEvent({ id: first?.id ?? '', channel: 'sms' }, 'delivered');
  await change();
  const [second] = await phones.claimMessages();
  await phones.finishMessage(second?.id ?? '', { reason: 'invalid_number', retry: false });
  const { unreached } = v.parse(
    ManagementToday,
    await phones.callAs(people.callers.admin, 'get_management_today'),
  );
  expect(unreached.first).toMatchObject([{ id: second?.id, family_id: family }]);
});

test('staff get the other parent’s number if the parent we wrote to has none now', async () => {
  await setPhones(people.parentId, '+6581110000');
  await setPhones(people.secondParentId, '+6582220000');
  await book(people.familyId, people.childId);
  await say('parent', 'sms');
  await queue(people.familyId);
  const [row] = await phones.claimMessages();
  await phones.finishMessage(row?.id ?? '', { reason: 'invalid_number', retry: false });
  await setPhones(people.parentId, null);
  await db.sql`update public.families set contact_phone = null where id = ${people.familyId}`;
  const { unreached } = v.parse(
    ManagementToday,
    await phones.callAs(people.callers.admin, 'get_management_today'),
  );
  expect(unreached.first).toMatchObject([{ family_id: people.familyId, phone: '+6582220000' }]);
});

test('a removed parent gets no message, and takes none along', async () => {
  await setPhones(people.parentId, '+6581110000');
  await setPhones(people.secondParentId, '+6582220000');
  await book(people.familyId, people.childId);
  for (const role of ['parent', 'second parent'] as const) await say(role, 'sms');
  await queue(people.familyId);
  await db.sql`
    select private.drop_parent(f.id, s, p) from public.families f
    join public.profiles p on p.id = f.primary_parent_id join public.profiles s on s.id = f.secondary_parent_id
    where f.id = ${people.familyId}`;

  expect(await phones.readRows(people.familyId)).toMatchObject([{ phone: '+6581110000' }]);
  // The family's export must not contain the number of a parent who left.
  const copy = async () =>
    phones.callAs<Record<string, unknown[]>>(service, 'export_family', { p_family_id: people.familyId });
  expect((await copy())['channel_permissions']).toMatchObject([{ phone: '+6581110000' }]);
  // A message that was just being tried, and is tried again later, is not sent either.
  await db.sql`update public.phone_messages set profile_id = ${people.secondParentId}, phone = '+6582220000'`;
  expect((await copy())['phone_messages']).toEqual([]);
  expect(await phones.claimMessages()).toEqual([]);
  expect(await phones.readRows(people.familyId)).toEqual([]);
});

test('a message that is not urgent is neither sent nor retried in quiet hours', async () => {
  const family = await phones.makeFamily(session, ['sms']);
  await queue(family, false);
  await db.sql`update public.phone_messages set not_before = now() - interval '1 minute'`;
  const setHour = (hours: number) =>
    db.sql.unsafe(`create or replace function private.after_quiet_hours(p_at timestamptz) returns timestamptz
      language sql stable set search_path = '' as $$ select p_at + ${hours} * interval '1 hour' $$`);
  await setHour(9);
  expect(await phones.claimMessages()).toEqual([]);
  await setHour(0);
  const isLater = async () =>
    (
      await db.sql<
        { is: boolean }[]
      >`select not_before > clock_timestamp() + interval '8 hours' as is from public.phone_messages`
    )[0]?.is;
  for (const wait of [30, null]) {
    const [row] = await phones.claimMessages();
    await setHour(9);
    await phones.finishMessage(row?.id ?? '', { reason: 'other', retry: true }, wait);
    expect(await isLater()).toBe(true);
    await setHour(0);
    await db.sql`update public.phone_messages set not_before = now() - interval '1 minute'`;
  }
});
