/**
 * Tests the lists of families that staff write to in the chat: who may see their phone numbers, the log of it, and the
 * marks that a message was sent.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChatMarked, FamilyChats } from '#contract/family-chats.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import {
  makeAddress,
  makeDraft,
  type Messaging,
  createMessaging,
  sessionAudience,
} from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as roster from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, makeUser, refusal as refusalOf, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let messaging: Messaging;
/** Both sessions are today. The coach of the test data leads `mine`, and another coach leads `theirs`. */
let mine: string;
let theirs: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  messaging = createMessaging(db, people);
  const [own, other] = [await sessionOfToday('Kai Tan', 'Lin Tan'), await sessionOfToday('Max Lim')];
  await roster.assignAsCoach(db, people.coachId, own);
  const anotherCoach = await makeUser(db, makeAddress());
  await roster.assignAsCoach(db, anotherCoach, other);
  [mine, theirs] = [own, other];
});
afterAll(() => db.drop());
beforeEach(() => db.sql`delete from public.rate_limits`);

type Role = keyof People['callers'];
const read = async (role: Role, args: Record<string, unknown>) =>
  v.parse(FamilyChats, await messaging.callAs(role, 'get_family_chats', args));
const readPlaces = (role: Role, ...p_place_ids: string[]) => read(role, { p_place_ids });
const tick = async (role: Role, args: Record<string, unknown>) =>
  v.parse(
    ChatMarked,
    await messaging.callAs(role, 'mark_chat_sent', { p_place_ids: null, p_message_id: null, ...args }),
  ).sent;
const undo = async (role: Role, p_mark_id: string) =>
  v.parse(ChatMarked, await messaging.callAs(role, 'undo_chat_sent', { p_mark_id })).sent;

/** Makes a session today with one guest's family, whose contact has a phone number. */
async function sessionOfToday(...children: string[]): Promise<string> {
  const session = await shop.makeSession(db, { capacity: 9, date: people.today });
  const [family] = await db.sql<[{ id: string }]>`
    insert into public.families (contact_name, contact_email, contact_phone)
    values ('Mei Tan', ${makeAddress()}, '+6591234567') returning id`;
  for (const name of children) await addChild(session, family.id, name);
  return session;
}
const addChild = (session: string, familyId: string, name: string) => db.sql`
  with c as (insert into public.children (family_id, name, dob) values (${familyId}, ${name}, '2018-05-01') returning id)
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
  select s.id, s.session_date, s.session_time, c.id, ${familyId} from c, public.sessions s where s.id = ${session}`;
async function readRecipient(session: string) {
  const { families } = await readPlaces('admin', session);
  const [family] = families;
  return {
    family_id: family?.family_id ?? null,
    entry_id: null,
    profile_id: family?.parents[0]?.profile_id ?? null,
  };
}
const ageTicks = (minutes: number) => db.sql`
  update public.chat_marks set marked_at = marked_at - ${minutes} * interval '1 minute'`;

const place = () => ({ p_place_ids: [mine] });
describe.each([
  ['get_family_chats', place],
  ['mark_chat_sent', () => ({ ...place(), p_message_id: null, p_recipient: {} })],
  ['undo_chat_sent', () => ({ p_mark_id: randomUUID() })],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(messaging.callAs(role, name, args()))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent'] as const)('%s is refused', async (role) =>
    expect(await refusalOf(messaging.callAs(role, name, args()))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    }),
  );
});

test('a coach gets the phone numbers of today’s own classes and camps, and no others', async () => {
  const { families, places, occasion } = await readPlaces('coach', mine);
  expect(occasion).toBe('notice');
  expect(places).toMatchObject([{ id: mine, session: { session_id: mine }, camp: null }]);
  expect(families).toMatchObject([
    {
      children: [
        { name: 'Kai Tan', given_name: 'Kai', place_ids: [mine] },
        { name: 'Lin Tan', given_name: 'Lin' },
      ],
      parents: [{ profile_id: null, name: 'Mei Tan', phone: '+6591234567', sent: null }],
    },
  ]);
  const tomorrow = (await messaging.makeFamiliesInSession([makeAddress()])).session;
  await roster.assignAsCoach(db, people.coachId, tomorrow);
  for (const places of [[theirs], [mine, theirs], [tomorrow], [randomUUID()]])
    expect(await refusalOf(readPlaces('coach', ...places))).toMatchObject({ code: 'not_allowed' });
  const { message_id: p_message_id } = await messaging.sendMessage(
    makeDraft({ audience: sessionAudience(mine) }),
  );
  expect(await refusalOf(read('coach', { p_message_id }))).toMatchObject({ code: 'not_allowed' });
});

test('a coach can neither tick nor undo a tick for a class of another coach', async () => {
  const p_recipient = await readRecipient(theirs);
  const other = { p_place_ids: [theirs], p_recipient };
  expect(await refusalOf(tick('coach', other))).toMatchObject({ code: 'not_allowed' });
  // The coach cannot mark a family of another session under their own session either.
  expect(await refusalOf(tick('coach', { p_place_ids: [mine], p_recipient }))).toMatchObject({
    code: 'family_not_found',
    field: 'p_recipient',
  });
  const sent = await tick('admin', other);
  for (const mark of [sent?.mark_id ?? '', randomUUID()])
    expect(await refusalOf(undo('coach', mark))).toMatchObject({ code: 'not_allowed' });
  // Only an admin can undo a mark that an admin set, even in the coach's own session.
  const own = await tick('admin', { p_place_ids: [mine], p_recipient: await readRecipient(mine) });
  expect(await refusalOf(undo('coach', own?.mark_id ?? ''))).toMatchObject({ code: 'not_allowed' });
  expect(await undo('admin', own?.mark_id ?? '')).toBeNull();
});

test('both parents are listed, and a missing number is null', async () => {
  const [first, second] = [await makeUser(db, makeAddress()), await makeUser(db, makeAddress())];
  const session = await sessionOfToday('Noa Ong');
  await db.sql`
    update public.families set primary_parent_id = ${first}, secondary_parent_id = ${second}, contact_phone = null
    where id = ${(await readRecipient(session)).family_id}`;
  await db.sql`update public.profiles set phone = '+6598765432' where id = ${first}`;
  const [family] = (await readPlaces('admin', session)).families;
  expect(family?.parents).toHaveLength(2);
  expect(family?.parents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ profile_id: first, phone: '+6598765432' }),
      expect.objectContaining({ profile_id: second, phone: null }),
    ]),
  );
  // Each mark is for one parent. The second account is not a parent of this family.
  const recipient = { family_id: family?.family_id, entry_id: null };
  await tick('admin', { p_place_ids: [session], p_recipient: { ...recipient, profile_id: first } });
  const [again] = (await readPlaces('admin', session)).families;
  expect(again?.parents.map(({ profile_id, sent }) => [profile_id, sent !== null])).toEqual(
    expect.arrayContaining([
      [first, true],
      [second, false],
    ]),
  );
  for (const profile_id of [null, people.parentId])
    expect(
      await refusalOf(tick('admin', { p_place_ids: [session], p_recipient: { ...recipient, profile_id } })),
    ).toMatchObject({ code: 'family_not_found' });
});

test('a view of the numbers is logged once a day for each user and family, and the family can read it', async () => {
  const session = await sessionOfToday('Ada Wee');
  const readCount = async () =>
    (
      await db.sql`
        select user_id, access_type from public.access_log
        where access_type = 'numbers' and user_context -> 'place_ids' ? ${session}`
    ).length;
  await roster.assignAsCoach(db, people.coachId, session);
  await readPlaces('coach', session);
  await readPlaces('coach', session);
  expect(await readCount()).toBe(1);
  await readPlaces('admin', session);
  expect(await readCount()).toBe(2);
  expect(await refusalOf(readPlaces('other parent', session))).toMatchObject({ code: 'not_allowed' });
  expect(await readCount()).toBe(2);
});

test('a tick records who made it and when, is made once even by two users, and can be undone for ten minutes', async () => {
  const session = await sessionOfToday('Zoe Goh');
  await roster.assignAsCoach(db, people.coachId, session);
  const args = { p_place_ids: [session], p_recipient: await readRecipient(session) };
  const [first, second] = await Promise.all([tick('coach', args), tick('admin', args)]);
  expect(first?.mark_id).toBe(second?.mark_id);
  const [family] = (await readPlaces('admin', session)).families;
  expect(family?.parents[0]?.sent).toMatchObject({ mark_id: first?.mark_id });
  expect(await undo('admin', first?.mark_id ?? '')).toBeNull();
  // A second undo changes nothing.
  expect(await undo('admin', first?.mark_id ?? '')).toBeNull();

  const old = await tick('coach', args);
  expect(old?.undo_until).not.toBeNull();
  await ageTicks(11);
  expect(await refusalOf(undo('coach', old?.mark_id ?? ''))).toMatchObject({ code: 'too_late' });
  // The coach writes to the family again later. Undoing that mark restores the first one.
  const later = await tick('coach', args);
  expect(later?.mark_id).not.toBe(old?.mark_id);
  expect(await undo('coach', later?.mark_id ?? '')).toMatchObject({ mark_id: old?.mark_id });
});

test('after a cancellation, the families who were booked are listed, and no earlier tick counts', async () => {
  const { session, families } = await messaging.makeFamiliesInSession([makeAddress(), makeAddress()]);
  const [stays, left] = families;
  await db.sql`alter table public.bookings disable trigger touch_updated_at`;
  await db.sql`
    update public.bookings set status = 'cancelled', updated_at = now() - interval '1 hour'
    where session_id = ${session} and family_id = ${left ?? ''}`;
  await db.sql`alter table public.bookings enable trigger touch_updated_at`;
  await tick('admin', { p_place_ids: [session], p_recipient: await readRecipient(session) });
  await cancelSessions(db, session, 'Heavy rain');
  const chats = await readPlaces('admin', session);
  expect(chats).toMatchObject({ occasion: 'cancelled', places: [{ reason: 'Heavy rain' }] });
  expect(chats.families.map(({ family_id }) => family_id)).toEqual([stays]);
  expect(chats.families[0]?.parents[0]?.sent).toBeNull();
});

test('the families of a message are listed with its text, but a newsletter has no list for the phone', async () => {
  const { message_id: p_message_id } = await messaging.sendMessage(
    makeDraft({ audience: sessionAudience(mine), subject: 'Bring a coat' }),
  );
  const chats = await read('admin', { p_message_id });
  expect(chats).toMatchObject({
    occasion: 'message',
    message: { subject: 'Bring a coat' },
    places: [{ id: mine }],
  });
  const [family] = chats.families;
  const p_recipient = { family_id: family?.family_id, entry_id: null, profile_id: null };
  await tick('business admin', { p_message_id, p_recipient });
  expect((await read('admin', { p_message_id })).families[0]?.parents[0]?.sent?.undo_until).toMatch(/^2/);
  const { message_id: waiting } = await messaging.sendMessage(
    makeDraft({ audience: { segment: 'waitlisted', id: null } }),
  );
  expect((await read('admin', { p_message_id: waiting })).families.length).toBeGreaterThan(0);

  const { session, families } = await messaging.makeFamiliesInSession([makeAddress()]);
  await messaging.setMarketingConsent(families[0] ?? '', true);
  const { message_id: news } = await messaging.sendMessage(
    makeDraft({ audience: sessionAudience(session), kind: 'news' }),
  );
  expect(await refusalOf(read('admin', { p_message_id: news }))).toMatchObject({
    code: 'invalid_input',
    field: 'p_message_id',
  });
});

test.each<[Record<string, unknown>, string]>([
  [{}, 'invalid_input'],
  [{ p_place_ids: [], p_message_id: null }, 'invalid_input'],
  [{ p_place_ids: [null] }, 'invalid_input'],
  [{ p_place_ids: [randomUUID()] }, 'place_not_found'],
  [{ p_place_ids: Array.from({ length: 61 }, () => randomUUID()) }, 'invalid_input'],
  [{ p_message_id: randomUUID() }, 'message_not_found'],
])('an invalid list is refused: %#', async (args, code) => {
  expect(await refusalOf(read('admin', args))).toMatchObject({ code });
});

test.each([
  null,
  {},
  [],
  { family_id: 'x', entry_id: null, profile_id: null },
  { family_id: null, entry_id: null },
])('an invalid recipient is refused: %#', async (p_recipient) => {
  const refusal = await refusalOf(tick('admin', { p_place_ids: [mine], p_recipient }));
  expect(refusal.code).toMatch(/^(invalid_input|family_not_found)$/);
});

test('a list of more than 300 families comes in pages, logs each view, and leaves nobody out', async () => {
  const session = await shop.makeSession(db, { capacity: 9, date: people.today });
  await db.sql`
    with f as (
      insert into public.families (contact_name, contact_email, contact_phone)
      select 'Parent', 'many' || n || '@example.test', '+6591234567' from generate_series(1, 305) n returning id),
    c as (insert into public.children (family_id, name, dob) select id, 'Child ' || id, '2018-05-01' from f returning id, family_id)
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select s.id, s.session_date, s.session_time, c.id, c.family_id from c, public.sessions s where s.id = ${session}`;
  const looks = async () => {
    const [row] = await db.sql<[{ n: number }]>`
      select count(*)::integer as n from public.access_log
      where access_type = 'numbers' and user_context -> 'place_ids' ->> 0 = ${session}`;
    return row.n;
  };
  const first = await readPlaces('admin', session);
  expect([first.families.length, first.more, await looks()]).toEqual([300, true, 300]);
  const p_after = first.families.at(-1)?.family_id;
  const next = await read('admin', { p_place_ids: [session], p_after });
  expect([next.families.length, next.more, await looks()]).toEqual([5, false, 305]);
  expect(new Set([...first.families, ...next.families].map(({ family_id }) => family_id)).size).toBe(305);
  // The family at the end of the page has left the session, so the list begins again.
  const again = await read('admin', { p_place_ids: [session], p_after: randomUUID() });
  expect(again.families[0]?.family_id).toBe(first.families[0]?.family_id);
});
