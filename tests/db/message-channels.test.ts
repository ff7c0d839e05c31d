/**
 * Tests which channels parents allowed for messages: who may answer and read it, what is deleted
 * after a refusal, and what staff record.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyChannels, MessageChannels } from '#contract/message-channels.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { createPhoneMessages } from '#support/sql-phone-messages.ts';
import { cancelSessions, refusal, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let phones: ReturnType<typeof createPhoneMessages>;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  phones = createPhoneMessages(db);
  // At this time the classes of the day have not begun.
  await stopCalendar(db, `${people.today}T09:00:00+08:00`);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`delete from public.phone_messages`;
  await db.sql`delete from public.channel_permissions`;
});

type Role = keyof People['callers'];
const read = async (role: Role) =>
  v.parse(MessageChannels, await phones.callAs(people.callers[role], 'get_message_channels')).channels;
const say = async (role: Role, channel: string, allowed: boolean | null) =>
  v.parse(
    MessageChannels,
    await phones.callAs(people.callers[role], 'set_message_channel', {
      p_channel: channel,
      p_allowed: allowed,
      p_expected_phone: (await read(role)).find((one) => one.channel === channel)?.phone ?? null,
    }),
  ).channels;
/** Returns what the screen of staff shows for this number. */
const readChannelsOf = async (role: Role, familyId: string, profileId: string | null) =>
  v
    .parse(
      FamilyChannels,
      await phones.callAs(people.callers[role], 'get_family_channels', { p_family_id: familyId }),
    )
    .parents.find((parent) => parent.profile_id === profileId)?.channels[0]?.phone ?? null;
const record = async (role: Role, familyId: string, profileId: string | null, allowed = true) =>
  v.parse(
    FamilyChannels,
    await phones.callAs(people.callers[role], 'set_family_channel', {
      p_family_id: familyId,
      p_profile_id: profileId,
      p_channel: 'whatsapp',
      p_allowed: allowed,
      p_expected_phone: await readChannelsOf(role, familyId, profileId),
    }),
  ).parents;

describe.each([
  ['get_message_channels', {}],
  ['set_message_channel', { p_channel: 'sms', p_allowed: true }],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(phones.callAs(people.callers[role], name, args))).toBe('42501'),
  );
  test.each(['coach', 'admin'] as const)('%s has no family of their own', async (role) =>
    expect(await refusal(phones.callAs(people.callers[role], name, args))).toMatchObject({
      code: 'family_not_found',
    }),
  );
});
describe.each([
  ['get_family_channels', (id: string) => ({ p_family_id: id })],
  [
    'set_family_channel',
    (id: string) => ({ p_family_id: id, p_profile_id: null, p_channel: 'sms', p_allowed: true }),
  ],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(phones.callAs(people.callers[role], name, args(people.familyId)))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(phones.callAs(people.callers[role], name, args(people.familyId)))).toMatchObject({
      code: 'not_allowed',
    }),
  );
});

test('no channel is allowed until a parent says so, and each parent decides only for themselves', async () => {
  expect(await read('parent')).toMatchObject([
    { channel: 'whatsapp', allowed: null, at: null, source: null },
    { channel: 'sms', allowed: null },
  ]);
  expect(await say('parent', 'whatsapp', true)).toMatchObject([
    { channel: 'whatsapp', allowed: true, source: 'account', recorded_by: null },
    { channel: 'sms', allowed: null },
  ]);
  for (const role of ['second parent', 'other parent'] as const)
    expect((await read(role)).map(({ allowed }) => allowed)).toEqual([null, null]);
  // A repeated answer adds no row. A refusal adds a row, and the earlier answer stays as evidence.
  await say('parent', 'whatsapp', true);
  expect((await say('parent', 'whatsapp', false))[0]).toMatchObject({ allowed: false });
  expect(await db.sql`select allowed from public.channel_permissions order by id`).toEqual([
    { allowed: true },
    { allowed: false },
  ]);
});

test.each([
  ['another channel', 'telegram', true, 'p_channel'],
  ['no answer', 'sms', null, 'p_allowed'],
] as const)('%s is refused', async (_what, channel, allowed, field) =>
  expect(await refusal(say('parent', channel, allowed))).toMatchObject({ code: 'invalid_input', field }),
);

test('staff record what a parent says on the phone, with their own name, and both parents get one mail', async () => {
  await db.sql`delete from public.outbox where template = 'details_corrected'`;
  const before = await record('admin', people.familyId, people.parentId);
  const said = before.find(({ profile_id }) => profile_id === people.parentId)?.channels[0];
  expect(said).toMatchObject({ allowed: true, source: 'phone' });
  expect(said?.recorded_by).toContain('admin');
  // A repeated call changes nothing, and nobody has asked the other parent.
  const after = await record('admin', people.familyId, people.parentId);
  expect(
    after.find(({ profile_id }) => profile_id === people.secondParentId)?.channels[0]?.allowed,
  ).toBeNull();
  expect(
    await db.sql`select recipient, payload -> 'fields' as fields from public.outbox
      where template = 'details_corrected' order by recipient`,
  ).toEqual([
    { recipient: 'parent@example.test', fields: ['channels'] },
    { recipient: 'second@example.test', fields: ['channels'] },
  ]);
  // The parent sees the recorded permission and withdraws it.
  expect((await read('parent'))[0]).toMatchObject({ allowed: true, source: 'phone' });
  expect((await say('parent', 'whatsapp', false))[0]).toMatchObject({ allowed: false, source: 'account' });
});

test('staff cannot record an answer for a member of another family, or for an erased family', async () => {
  const [other] = await db.sql<
    [{ id: string }]
  >`select primary_parent_id as id from public.families where id = ${people.otherFamilyId}`;
  expect(await refusal(record('admin', people.familyId, other.id))).toMatchObject({
    code: 'parent_not_found',
  });
  expect(await refusal(record('admin', people.familyId, null))).toMatchObject({ code: 'parent_not_found' });
  const guest = await phones.makeFamily(await phones.makeSession(people.today));
  expect(await record('admin', guest, null)).toMatchObject([
    { profile_id: null, channels: [{ channel: 'whatsapp', allowed: true, phone: '4567' }, {}] },
  ]);
  await db.sql`update public.families set erased_at = now() where id = ${guest}`;
  expect(await refusal(record('admin', guest, null))).toMatchObject({ code: 'family_not_found' });
});

test('when a parent withdraws a channel, only messages that wait for that channel are withdrawn', async () => {
  await phones.claimMessages();
  const session = await phones.makeSession(people.today);
  await db.sql`update public.profiles set phone = '+6581110000' where id in (${people.parentId}, ${people.secondParentId})`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${session}`;
  await say('parent', 'whatsapp', true);
  await say('second parent', 'sms', true);
  await cancelSessions(db, session);
  expect((await phones.readRows(people.familyId)).map(({ channel }) => channel).toSorted()).toEqual([
    'sms',
    'whatsapp',
  ]);
  await say('parent', 'whatsapp', false);
  expect((await phones.readRows(people.familyId)).map(({ channel }) => channel)).toEqual(['sms']);
});

test('WhatsApp messages go to the number that the parent named for it', async () => {
  await phones.claimMessages();
  const session = await phones.makeSession(people.today);
  await db.sql`
    update public.profiles set phone = '+6581110000', whatsapp_country_code = '+44', whatsapp_phone = '7700900123'
    where id = ${people.parentId}`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${session}`;
  await say('parent', 'whatsapp', true);
  await cancelSessions(db, session);
  expect(await phones.readRows(people.familyId)).toMatchObject([
    { channel: 'whatsapp', phone: '+447700900123' },
  ]);
});
