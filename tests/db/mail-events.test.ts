/**
 * Tests the reports of the mail service (delivered, bounced, marked as spam), even if they are
 * repeated, late or out of order, and what follows from each.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { StaffMessages } from '#contract/management-messages.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import {
  makeAddress,
  makeDraft,
  type Messaging,
  createMessaging,
  sessionAudience,
} from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let messaging: Messaging;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  messaging = createMessaging(db, people);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`update public.outbox set sent_at = now() where sent_at is null`;
});

type Kind = 'delivered' | 'delayed' | 'bounced' | 'complained';
/** Reports an event of a mail that happened this many minutes ago. */
const report = (
  type: Kind,
  email: string,
  minutesAgo: number,
  mailId: string | null = null,
  reason = 'Unknown user',
) =>
  rpc<{ known: boolean }>(db, service, 'note_mail_event', {
    p_type: type,
    p_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    p_mail_id: mailId,
    p_email: email,
    p_reason: reason,
  });
const today = async () =>
  v.parse(ManagementToday, await messaging.callAs('admin', 'get_management_today')).bounced_mails;
const readTask = async (email: string) => (await today()).first.find((task) => task.email === email);
const hasBounced = async (email: string) =>
  (await db.sql`select 1 from public.bounced_addresses where email = ${email}`).length === 1;

/** Sends a message to one family per address, which the mail service accepts. */
async function sendTo(emails: string[], kind: 'about' | 'news' = 'about') {
  const { session, families } = await messaging.makeFamiliesInSession(emails);
  if (kind === 'news') for (const family of families) await messaging.setMarketingConsent(family, true);
  const { message_id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session), kind }));
  await messaging.queueMessages();
  const mails = await messaging.readMails(message_id);
  await db.sql`update public.outbox set sent_at = now() where id = any (${mails.map(({ id }) => id)})`;
  await messaging.queueMessages();
  const idOf = (email: string) => mails.find(({ recipient }) => recipient === email)?.id ?? '';
  return { id: message_id, session, families, idOf };
}

describe.each([
  ['note_mail_event', { p_type: 'bounced', p_at: '2026-01-01', p_mail_id: null, p_email: 'a@b.test' }],
  ['set_bounce_handled', { p_email: 'a@b.test', p_bounced_at: '2026-01-01' }],
] as const)('%s', (name, args) => {
  const isHandled = name === 'set_bounce_handled';
  test.each(['visitor', ...(isHandled ? (['service'] as const) : [])] as const)(
    '%s may not call it',
    async (part) => expect(await sqlState(messaging.callAs(part, name, args))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (part) => {
    if (isHandled)
      expect(await refusal(messaging.callAs(part, name, args))).toMatchObject({ code: 'not_allowed' });
    else expect(await sqlState(messaging.callAs(part, name, args))).toBe('42501');
  });
});

test('a message shows how many mails arrived and bounced, and names the families to call', async () => {
  const [good, bad, spam] = [makeAddress(), makeAddress(), makeAddress()];
  const { id, families, idOf } = await sendTo([good, bad, spam]);
  await db.sql`update public.families set contact_phone = '+6591234567' where id = ${families[1] ?? ''}`;
  expect(await report('delivered', good.toUpperCase(), 5, idOf(good))).toEqual({ known: true });
  await report('bounced', bad, 4, idOf(bad));
  await report('delivered', spam, 4, idOf(spam));
  await report('complained', spam, 3, idOf(spam));
  const { counts, returned } = await messaging.readDetails(id);
  expect(counts).toMatchObject({ all: 3, sent: 3, delivered: 2, bounced: 1, complained: 1, failed: 0 });
  expect(returned).toMatchObject([
    {
      email: bad,
      state: 'bounced',
      reason: 'Unknown user',
      name: 'Mei Tan',
      children: ['Kai'],
      phone: '+6591234567',
    },
    { email: spam, state: 'complained' },
  ]);
  // The list of messages is updated by the next chore.
  await messaging.queueMessages();
  const list = v.parse(StaffMessages, await messaging.callAs('admin', 'list_messages', {}));
  expect(list.rows.find(({ message_id }) => message_id === id)?.counts).toMatchObject({
    delivered: 2,
    bounced: 1,
  });
});

test('reports that come twice or in another order lead to the same result', async () => {
  const email = makeAddress();
  const { id, idOf } = await sendTo([email]);
  const mail = idOf(email);
  // The mail was delivered and then bounced, but the reports arrive in the other order, and twice.
  for (const _ of [1, 2]) {
    await report('bounced', email, 2, mail);
    await report('delivered', email, 3, mail);
  }
  expect((await messaging.readDetails(id)).counts).toMatchObject({ delivered: 0, bounced: 1 });
  expect(await hasBounced(email)).toBe(true);
  // A later mail was delivered. Its report comes before a repeated report of the old bounce.
  const later = await sendTo([email]);
  await report('delivered', email, 1, later.idOf(email));
  await report('bounced', email, 2, mail);
  expect(await hasBounced(email)).toBe(false);
  expect((await messaging.readDetails(later.id)).counts).toMatchObject({ delivered: 1, bounced: 0 });
});

test('a delay is recorded, and neither clears an address nor says that a mail came back', async () => {
  const email = makeAddress();
  const { id, idOf } = await sendTo([email]);
  await report('bounced', email, 9);
  await report('delayed', email, 4, idOf(email));
  expect(await db.sql`select from public.outbox where delayed_at < now()`).toHaveLength(1);
  expect(await hasBounced(email)).toBe(true);
  expect((await messaging.readDetails(id)).counts).toMatchObject({ sent: 1, delivered: 0, bounced: 0 });
});

test('a report about a mail to somebody else, or from the future, changes at most the state of its address', async () => {
  const [email, other] = [makeAddress(), makeAddress()];
  const { id, idOf } = await sendTo([email]);
  expect(await report('bounced', other, 1, idOf(email))).toEqual({ known: false });
  expect(await report('delivered', other, 0, randomUUID())).toEqual({ known: false });
  expect((await messaging.readDetails(id)).counts).toMatchObject({ delivered: 0, bounced: 0 });
  // A bounce of an address that nobody has is not a task.
  await report('bounced', other, -60);
  expect(await readTask(other)).toBeUndefined();
  const [row] = await db.sql<{ late: boolean }[]>`
    select bounced_at <= clock_timestamp() as late from public.bounced_addresses where email = ${other}`;
  expect(row?.late).toBe(true);
  for (const wrong of [{ p_type: 'opened' }, { p_at: null }])
    expect(
      await refusal(
        rpc(db, service, 'note_mail_event', {
          p_type: 'bounced',
          p_at: '2026-01-01',
          p_mail_id: null,
          p_email: email,
          ...wrong,
        }),
      ),
    ).toMatchObject({ code: 'invalid_input' });
});

test.each(['none', 'a@localhost', 'ä@example.test', ''])(
  'a report about %j, which is not one of our addresses, is accepted and changes nothing, because a refused one would come again for ever',
  async (email) => {
    for (const type of ['delivered', 'delayed', 'bounced', 'complained'] as const)
      expect(await report(type, email, 1)).toEqual({ known: false });
    expect(await hasBounced(email)).toBe(false);
    const [stops] = await db.sql<[{ count: number }]>`
      select count(*)::integer as count from public.news_stops where address_hash = private.fingerprint(${email})`;
    expect(stops.count).toBe(0);
  },
);

test('a bounced mail is a task on Today until somebody ticks it, and the next bounce is a new task', async () => {
  const email = makeAddress();
  const { families, idOf } = await sendTo([email]);
  await db.sql`update public.families set contact_phone = '+6591234567' where id = ${families[0] ?? ''}`;
  await report('bounced', email, 9, idOf(email));
  const task = await readTask(email);
  expect(task).toMatchObject({
    name: 'Mei Tan',
    phone: '+6591234567',
    children: ['Kai'],
    family_id: families[0],
  });
  const done = (at: string | undefined) =>
    messaging.callAs('admin', 'set_bounce_handled', { p_email: email.toUpperCase(), p_bounced_at: at });
  expect(await done(task?.bounced_at)).toEqual({ handled: true });
  expect(await done(task?.bounced_at)).toEqual({ handled: true });
  expect(await readTask(email)).toBeUndefined();
  // A repeated report is not a new task, but a later bounce is.
  await report('bounced', email, 9.5, idOf(email));
  expect(await readTask(email)).toBeUndefined();
  await report('bounced', email, 1);
  expect(await readTask(email)).toBeDefined();
  expect(await done(task?.bounced_at)).toEqual({ handled: false });
});

test('the task ends when the address changes, or when a mail arrives there', async () => {
  const [changed, arrives] = [makeAddress(), makeAddress()];
  const { families } = await messaging.makeFamiliesInSession([changed, arrives]);
  await report('bounced', changed, 5);
  await report('bounced', arrives, 5);
  expect(await readTask(changed)).toBeDefined();
  await db.sql`update public.families set contact_email = ${makeAddress()} where id = ${families[0] ?? ''}`;
  expect(await readTask(changed)).toBeUndefined();
  expect(await readTask(arrives)).toBeDefined();
  await report('delivered', arrives, 1);
  expect(await readTask(arrives)).toBeUndefined();
});

test('the account’s address counts, not what a guest typed before, and erasing the family deletes it', async () => {
  const [typed, own] = [makeAddress(), makeAddress()];
  const parent = await makeUser(db, own);
  const { families } = await messaging.makeFamiliesInSession([typed]);
  const [family = ''] = families;
  await db.sql`update public.families set primary_parent_id = ${parent} where id = ${family}`;
  await db.sql`update public.profiles set family_id = ${family} where id = ${parent}`;
  await report('bounced', typed, 5);
  await report('bounced', own, 5);
  expect(await readTask(typed)).toBeUndefined();
  expect(await readTask(own)).toMatchObject({ family_id: family });
  await db.sql`select private.erase_family_people(${family})`;
  expect(await hasBounced(own)).toBe(false);
  expect(await hasBounced(typed)).toBe(false);
});

test('newsletters are not sent to an address that bounces, but mails about a booking still are', async () => {
  const [works, returns] = [makeAddress(), makeAddress()];
  const { session, families } = await messaging.makeFamiliesInSession([works, returns]);
  for (const family of families) await messaging.setMarketingConsent(family, true);
  const news = makeDraft({ audience: sessionAudience(session), kind: 'news' });
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 2, left_out: 0 });
  await report('bounced', returns, 5);
  expect(await messaging.countReach(news)).toMatchObject({
    addresses: 1,
    left_out: 1,
    first: [{ email: works }],
  });
  expect(await messaging.countReach({ ...news, kind: 'about' })).toMatchObject({ addresses: 2 });
  // Marking the bounce as handled does not make the address reachable.
  await messaging.callAs('admin', 'set_bounce_handled', {
    p_email: returns,
    p_bounced_at: new Date().toISOString(),
  });
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
  // The address bounced after the message had listed it and before its mail was sent.
  const sent = await messaging.sendMessage(news);
  await report('bounced', works, 1);
  await messaging.queueMessages();
  expect(await messaging.readMails(sent.message_id)).toEqual([]);
});

test('a parent who marks a mail as spam gets no more newsletters and sees that in the account, and a later yes counts', async () => {
  const email = makeAddress();
  const { families, idOf, session } = await sendTo([email], 'news');
  await report('complained', email, 0, idOf(email));
  const news = makeDraft({ audience: sessionAudience(session), kind: 'news' });
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0, left_out: 1 });
  const [entry] = await db.sql`
    select given, source from public.consents where family_id = ${families[0] ?? ''} order by id desc limit 1`;
  expect(entry).toEqual({ given: false, source: 'mail' });
  await messaging.setMarketingConsent(families[0] ?? '', true);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
  // The mail service sends the same report again.
  await report('complained', email, 5, idOf(email));
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
});

test('reading the numbers of families whose mails bounce is logged as a view, once a day', async () => {
  const email = makeAddress();
  const { id, idOf } = await sendTo([email]);
  const mail = idOf(email);
  await db.sql`update public.families set contact_phone = '+6591234567' where contact_email = ${email}`;
  await db.sql`
    update public.profiles set phone = '+6591234567' where email = ${email}`;
  await report('bounced', email, 0, mail);
  const looks = async (about: string) => {
    const [row] = await db.sql<[{ n: number }]>`
      select count(*)::integer as n from public.access_log
      where access_type = 'numbers' and user_context ? ${about} and user_context -> ${about} <> 'null'
        and family_id in (select id from private.families_with_address(${email}))`;
    return row.n;
  };
  expect([await looks('message_id'), await looks('bounced_mails')]).toEqual([0, 0]);
  for (const _ of [1, 2]) {
    expect((await messaging.readDetails(id)).returned).toMatchObject([{ phone: '+6591234567' }]);
    expect(await readTask(email)).toMatchObject({ phone: '+6591234567' });
  }
  expect([await looks('message_id'), await looks('bounced_mails')]).toEqual([1, 1]);
});
