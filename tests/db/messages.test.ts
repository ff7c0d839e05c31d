/**
 * Tests how a message of staff is sent: in batches, and once to each recipient. A message can be stopped, and news go
 * only to families who allow them.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MessageStopped } from '#contract/management-messages.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import {
  makeAddress,
  makeDraft,
  type Messaging,
  createMessaging,
  sessionAudience,
} from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { countRows, makeUser, refusal, rpc, visitor } from '#support/sql.ts';

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
  await db.sql`update public.messages set settled_at = now() where settled_at is null`;
  await db.sql`update public.outbox set sent_at = now() where sent_at is null and template = 'message'`;
});

test('each family of a session gets the message once per address, whatever they allowed', async () => {
  const [one, two] = [makeAddress(), makeAddress()];
  const { session, families } = await messaging.makeFamiliesInSession([one, two, one.toUpperCase()]);
  await messaging.setMarketingConsent(families[1] ?? '', false);
  const message = makeDraft({ audience: sessionAudience(session) });
  expect(await messaging.countReach(message)).toMatchObject({
    families: 3,
    more: false,
    addresses: 2,
    left_out: 0,
  });
  const sent = await messaging.sendMessage(message);
  expect(sent).toMatchObject({ already: false, counts: { all: 2, waiting: 2, sent: 0 } });
  expect(await messaging.queueMessages()).toEqual({ queued: 2 });
  const mails = await messaging.readMails(sent.message_id);
  expect(mails.map(({ recipient }) => recipient)).toEqual([one, two].toSorted());
  expect(mails[0]?.payload).toMatchObject({
    kind: 'about',
    parent_name: 'Mei Tan',
    session: { session_id: session },
  });
  expect(mails[0]?.payload).not.toHaveProperty('token');
  expect(await messaging.queueMessages()).toEqual({ queued: 0 });
});

test('a repeated request, and two admins at once, send one message', async () => {
  const { session } = await messaging.makeFamiliesInSession([makeAddress()]);
  const message = makeDraft({ audience: sessionAudience(session) });
  const id = randomUUID();
  const answers = await Promise.all([
    ...[id, id].map((same) => messaging.sendMessage(message, same)),
    messaging.sendMessage(message, randomUUID(), 'business admin'),
  ]);
  expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
  expect(answers.filter(({ message_id, already }) => message_id === id && !already).length).toBeGreaterThan(
    0,
  );
  await messaging.queueMessages();
  expect(await messaging.readMails(answers[0].message_id)).toHaveLength(1);
  // An id belongs to one message and is never used for another.
  const other = messaging.callAs('admin', 'send_message', {
    p_id: answers[0].message_id,
    p_message: { ...message, body: 'Other' },
  });
  expect(await refusal(other)).toMatchObject({ code: 'invalid_input', field: 'p_id' });
});

test('newsletters go to those whose last answer was yes, and the link in a mail ends that without telling who it was', async () => {
  const [yes, no, silent, changed] = [makeAddress(), makeAddress(), makeAddress(), makeAddress()];
  const { session, families } = await messaging.makeFamiliesInSession([yes, no, silent, changed]);
  await messaging.setMarketingConsent(families[0] ?? '', true);
  await messaging.setMarketingConsent(families[1] ?? '', false);
  await messaging.setMarketingConsent(families[3] ?? '', true);
  await messaging.setMarketingConsent(families[3] ?? '', false);
  const message = makeDraft({ audience: sessionAudience(session), kind: 'news' });
  expect(await messaging.countReach(message)).toMatchObject({
    addresses: 1,
    left_out: 3,
    first: [{ email: yes }],
  });
  const sent = await messaging.sendMessage(message);
  expect(sent.counts).toMatchObject({ all: 1, left_out: 3 });
  await messaging.queueMessages();
  const [mail] = await messaging.readMails(sent.message_id);
  expect(mail?.recipient).toBe(yes);
  const token = mail?.payload.token;
  expect(token).toMatch(/^[0-9a-f]{32}$/);

  const answers = [];
  for (const p_token of [randomUUID(), '', "' or 1=1", token])
    answers.push(await rpc(db, visitor, 'stop_news', { p_token }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true}']));
  // A waiting mail is deleted, no later news reaches the address, and the family's page shows that news is off.
  expect(await messaging.readMails(sent.message_id)).toEqual([]);
  expect(await messaging.countReach(message)).toMatchObject({ addresses: 0, left_out: 4 });
  expect(await refusal(messaging.sendMessage({ ...message, subject: 'Another' }))).toMatchObject({
    code: 'no_recipients',
  });
  const [entry] = await db.sql`
    select given, source from public.consents where family_id = ${families[0] ?? ''} order by id desc limit 1`;
  expect(entry).toEqual({ given: false, source: 'mail' });
  // Messages about a booking still reach the family. If it allows news later, that counts.
  expect(await messaging.countReach({ ...message, kind: 'about' })).toMatchObject({ addresses: 4 });
  await messaging.setMarketingConsent(families[0] ?? '', true);
  expect(await messaging.countReach(message)).toMatchObject({ addresses: 1 });
});

test('a guest’s later no under the same address counts, and each parent’s answer counts only for them', async () => {
  const email = makeAddress();
  const { session, families } = await messaging.makeFamiliesInSession([email]);
  await messaging.setMarketingConsent(families[0] ?? '', true);
  const later = await messaging.makeFamiliesInSession([email]);
  await messaging.setMarketingConsent(later.families[0] ?? '', false);
  expect(
    await messaging.countReach(makeDraft({ audience: sessionAudience(session), kind: 'news' })),
  ).toMatchObject({
    addresses: 0,
  });

  const userId = await makeUser(db, makeAddress());
  const crowd = await messaging.makeFamiliesInSession([makeAddress()]);
  await db.sql`update public.families set primary_parent_id = ${userId} where id = ${crowd.families[0] ?? ''}`;
  const second = await makeUser(db, makeAddress());
  await db.sql`update public.families set secondary_parent_id = ${second} where id = ${crowd.families[0] ?? ''}`;
  const news = makeDraft({ audience: sessionAudience(crowd.session), kind: 'news' });
  // Only the second parent allowed news, but the mail would go to the first parent.
  await messaging.setMarketingConsent(crowd.families[0] ?? '', true, second);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0 });
  await messaging.setMarketingConsent(crowd.families[0] ?? '', true, userId);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
});

test('a stranger who types a parent’s address at a checkout cannot allow newsletters in the parent’s name', async () => {
  const email = makeAddress();
  const parent = await makeUser(db, email);
  const { session, families } = await messaging.makeFamiliesInSession([email]);
  await db.sql`update public.families set primary_parent_id = ${parent} where id = ${families[0] ?? ''}`;
  const news = makeDraft({ audience: sessionAudience(session), kind: 'news' });
  const typed = await messaging.makeFamiliesInSession([email]);
  await messaging.setMarketingConsent(typed.families[0] ?? '', true);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0, left_out: 1 });
  await messaging.setMarketingConsent(families[0] ?? '', false, parent);
  await messaging.setMarketingConsent(typed.families[0] ?? '', true);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0, left_out: 1 });
  // A refusal of news counts from anybody.
  await messaging.setMarketingConsent(families[0] ?? '', true, parent);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
  await messaging.setMarketingConsent(typed.families[0] ?? '', false);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0 });
});

test('a guest’s yes does not reach a mailbox whose owner said no', async () => {
  const email = makeAddress();
  const parent = await makeUser(db, email);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${parent}`;
  const typed = await messaging.makeFamiliesInSession([email]);
  await messaging.setMarketingConsent(typed.families[0] ?? '', true);
  const news = makeDraft({ audience: sessionAudience(typed.session), kind: 'news' });
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 0, left_out: 1 });
  const crowd = await messaging.makeFamiliesInSession([makeAddress()]);
  await db.sql`update public.families set secondary_parent_id = ${parent} where id = ${crowd.families[0] ?? ''}`;
  await messaging.setMarketingConsent(crowd.families[0] ?? '', true, parent);
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
  // The account has not verified the address, so the address is not its own.
  await messaging.setMarketingConsent(crowd.families[0] ?? '', false, parent);
  await db.sql`update auth.users set email_confirmed_at = null where id = ${parent}`;
  expect(await messaging.countReach(news)).toMatchObject({ addresses: 1 });
});

test('a stopped message is removed from the outbox, and the answer shows what was already sent', async () => {
  const { session } = await messaging.makeFamiliesInSession([makeAddress(), makeAddress(), makeAddress()]);
  const { message_id: id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session) }));
  await messaging.queueMessages();
  const [first, second] = await messaging.readMails(id);
  await db.sql`update public.outbox set sent_at = now() where id = ${first?.id ?? ''}`;
  // A mail that is being sent at this moment cannot be stopped.
  await db.sql`update public.outbox set leased_until = now() + interval '1 minute' where id = ${second?.id ?? ''}`;
  const stopped = v.parse(
    MessageStopped,
    await messaging.callAs('business admin', 'stop_message', { p_id: id }),
  );
  expect(stopped.counts).toMatchObject({ all: 3, sent: 1, stopped: 1, waiting: 1 });
  await db.sql`update public.outbox set sent_at = now() where id = ${second?.id ?? ''}`;
  await messaging.callAs('admin', 'stop_message', { p_id: id });
  expect(await messaging.queueMessages()).toEqual({ queued: 0 });
  expect(await messaging.readDetails(id)).toMatchObject({
    counts: { sent: 2, stopped: 1, waiting: 0 },
    failed: [],
  });
  expect(await refusal(messaging.callAs('admin', 'stop_message', { p_id: randomUUID() }))).toMatchObject({
    code: 'message_not_found',
  });
  // The same text may be sent again after it was stopped.
  const [row] = await db.sql<
    [{ subject: string; body: string }]
  >`select subject, body from public.messages where id = ${id}`;
  expect(
    await messaging.sendMessage(makeDraft({ ...row, audience: sessionAudience(session) })),
  ).toMatchObject({
    already: false,
  });
});

test('mails to many recipients are written in batches, and one that cannot be written does not stop the others', async () => {
  const emails = Array.from({ length: 5 }, makeAddress);
  const { session } = await messaging.makeFamiliesInSession(emails);
  await db.sql`update public.settings set outbox_per_second = 1`;
  const { message_id: id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session) }));
  await db.sql`
    insert into public.outbox (key, template, recipient, payload)
    select 'message:other:' || n, 'message', 'other@families.test', '{}' from generate_series(1, 28) n`;
  expect(await messaging.queueMessages()).toEqual({ queued: 2 });
  await db.sql`delete from public.outbox where key like 'message:other:%'`;
  const queued = (await messaging.readMails(id)).map(({ recipient }) => recipient);
  const broken = emails.find((email) => !queued.includes(email)) ?? '';
  await db.sql.unsafe(`
    create function public.break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_one before insert on public.outbox for each row when (new.recipient = '${broken}')
    execute function public.break_one();`);
  expect(await messaging.queueMessages()).toEqual({ queued: 2 });
  await db.sql.unsafe('drop function public.break_one() cascade');
  await db.sql`update public.settings set outbox_per_second = 2`;
  expect(await messaging.readDetails(id)).toMatchObject({ counts: { all: 5, waiting: 4, failed: 1 } });
});

test('families that were erased or left in the meantime get no mail', async () => {
  const { session, families } = await messaging.makeFamiliesInSession([makeAddress(), makeAddress()]);
  const { message_id: id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session) }));
  await db.sql`update public.families set erased_at = now(), contact_email = 'erased' where id = ${families[0] ?? ''}`;
  expect(await messaging.queueMessages()).toEqual({ queued: 1 });
  expect(await messaging.readDetails(id)).toMatchObject({ counts: { all: 2, failed: 1, waiting: 1 } });
});

test('a test mail goes to its author, and its link does not end anybody’s newsletter', async () => {
  const { session } = await messaging.makeFamiliesInSession([makeAddress()]);
  const message = makeDraft({ audience: sessionAudience(session), kind: 'news' });
  expect(await messaging.callAs('admin', 'try_message', { p_message: message })).toEqual({
    email: 'admin@example.test',
  });
  const [mail] = await db.sql<[{ recipient: string; payload: { token: string; is_test: boolean } }]>`
    select recipient, payload from public.outbox where key like 'message_test:%' order by created_at desc limit 1`;
  expect(mail).toMatchObject({ recipient: 'admin@example.test', payload: { is_test: true } });
  const before = await countRows(db, 'news_stops');
  await rpc(db, visitor, 'stop_news', { p_token: mail.payload.token });
  expect(await countRows(db, 'news_stops')).toBe(before);
});
