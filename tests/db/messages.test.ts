/** Messages of staff: who may, who gets one, once, in pieces; stopped; news only to those who allow them. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  MessageAudiences,
  type MessageDraft,
  MessageReach,
  MessageSent,
  MessageStopped,
  MessageStory,
  StaffMessages,
} from '#contract/management-messages.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Cast, makeCast } from '../support/sql-people.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let cast: Cast;
beforeAll(async () => {
  db = await createDatabase();
  cast = await makeCast(db);
});
afterAll(() => db.drop());

type Part = keyof Cast['callers'];
const draft = (more: Partial<MessageDraft> = {}): MessageDraft => ({
  audience: { segment: 'session', id: '' },
  kind: 'about',
  subject: `Rain ${randomUUID()}`,
  body: 'We meet under the roof.\n\nSee you there.',
  ...more,
});
const ask = <T>(part: Part, name: string, args: Record<string, unknown> = {}) =>
  x.rpc<T>(db, cast.callers[part], name, args);
const send = async (message: MessageDraft, id = randomUUID(), part: Part = 'admin') =>
  v.parse(MessageSent, await ask(part, 'send_message', { p_id: id, p_message: message }));
const reach = async ({ audience, kind }: MessageDraft) =>
  v.parse(MessageReach, await ask('admin', 'count_message', { p_audience: audience, p_kind: kind }));
const chore = () => x.rpc<{ queued: number }>(db, x.service, 'queue_messages');
const story = async (id: string) => v.parse(MessageStory, await ask('admin', 'get_message', { p_id: id }));
const mailsOf = (id: string) => db.sql<{ id: string; recipient: string; payload: Record<string, string> }[]>`
  select id, recipient, payload from public.outbox where key like ${`message:${id}:%`} order by recipient`;

/** Families with a contact and no account, all in one session of tomorrow. */
async function crowd(emails: string[]): Promise<{ session: string; families: string[] }> {
  const session = await shop.makeSession(db, { capacity: 100, date: '2026-11-19' });
  const families: string[] = [];
  for (const email of emails) {
    const [row] = await db.sql<[{ id: string }]>`
      with f as (insert into public.families (contact_name, contact_email) values ('Mei Tan', ${email}) returning id),
      c as (insert into public.children (family_id, name, dob) select id, 'Kai', '2018-05-01' from f returning id, family_id)
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select s.id, s.session_date, s.session_time, c.id, c.family_id from c, public.sessions s where s.id = ${session}
      returning family_id as id`;
    families.push(row.id);
  }
  return { session, families };
}
const say = (familyId: string, given: boolean, userId: string | null = null) => db.sql`
  insert into public.consents (family_id, user_id, purpose, version, given, source)
  values (${familyId}, ${userId}, 'marketing', 1, ${given}, 'checkout')`;
const address = () => `p${randomUUID().slice(0, 8)}@families.test`;
const to = (session: string) => ({ segment: 'session', id: session }) as const;

beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`update public.messages set settled_at = now() where settled_at is null`;
  await db.sql`update public.outbox set sent_at = now() where sent_at is null and template = 'message'`;
});

describe.each([
  ['get_message_audiences', {}],
  ['count_message', { p_audience: { segment: 'active_pass' }, p_kind: 'about' }],
  ['preview_message', { p_message: draft() }],
  ['try_message', { p_message: draft() }],
  ['send_message', { p_id: randomUUID(), p_message: draft() }],
  ['stop_message', { p_id: randomUUID() }],
  ['list_messages', {}],
  ['get_message', { p_id: randomUUID() }],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not even call', async (part) =>
    expect(await x.sqlState(ask(part, name, args))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
    '%s is told nothing',
    async (part) =>
      expect(await x.refusal(ask(part, name, args))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('what there is to write about is what somebody booked', async () => {
  const { session } = await crowd([address(), address()]);
  const { sessions, camps, teams } = v.parse(MessageAudiences, await ask('admin', 'get_message_audiences'));
  expect(sessions.find(({ session_id }) => session_id === session)?.families).toBe(2);
  expect(sessions.every(({ families }) => families > 0)).toBe(true);
  expect(camps.length).toBeGreaterThan(0);
  expect(teams.map(({ id }) => id)).toEqual(expect.arrayContaining(['white', 'red']));
});

test.each<[object, string, string | undefined]>([
  [{ audience: { segment: 'everybody', id: null } }, 'invalid_input', 'p_message.audience'],
  [{ audience: { segment: 'session', id: 'x' } }, 'session_not_found', 'p_message.audience'],
  [{ audience: { segment: 'camp', id: randomUUID() } }, 'camp_not_found', 'p_message.audience'],
  [{ audience: { segment: 'team', id: 'blue' } }, 'invalid_input', 'p_message.audience'],
  // Nobody who has nothing of ours is told what is "about a booking".
  [{ audience: { segment: 'past_campers', id: null }, kind: 'about' }, 'invalid_input', 'p_message.kind'],
  [{ audience: { segment: 'active_pass', id: null }, kind: 'advert' }, 'invalid_input', 'p_message.kind'],
  [
    { audience: { segment: 'active_pass', id: null }, subject: 'a\nBcc: b' },
    'invalid_input',
    'p_message.subject',
  ],
  [{ audience: { segment: 'active_pass', id: null }, subject: ' ' }, 'invalid_input', 'p_message.subject'],
  [{ audience: { segment: 'active_pass', id: null }, body: ' \n ' }, 'invalid_input', 'p_message.body'],
  [
    { audience: { segment: 'active_pass', id: null }, body: 'x'.repeat(5001) },
    'invalid_input',
    'p_message.body',
  ],
  [{ audience: { segment: 'active_pass', id: null }, body: 'a‮b' }, 'invalid_input', 'p_message.body'],
])('what cannot be sent is refused: %#', async (more, code, field) => {
  const call = ask('admin', 'send_message', { p_id: randomUUID(), p_message: { ...draft(), ...more } });
  expect(await x.refusal(call)).toMatchObject({ code, field });
});

test('a session’s families get it, each address once, whatever they allowed', async () => {
  const [one, two] = [address(), address()];
  const { session, families } = await crowd([one, two, one.toUpperCase()]);
  await say(families[1] ?? '', false);
  const message = draft({ audience: to(session) });
  expect(await reach(message)).toMatchObject({ families: 3, more: false, addresses: 2, left_out: 0 });
  const sent = await send(message);
  expect(sent).toMatchObject({ already: false, counts: { all: 2, waiting: 2, sent: 0 } });
  expect(await chore()).toEqual({ queued: 2 });
  const mails = await mailsOf(sent.message_id);
  expect(mails.map(({ recipient }) => recipient)).toEqual([one, two].toSorted());
  expect(mails[0]?.payload).toMatchObject({
    kind: 'about',
    parent_name: 'Mei Tan',
    session: { session_id: session },
  });
  expect(mails[0]?.payload).not.toHaveProperty('token');
  expect(await chore()).toEqual({ queued: 0 });
});

test('pressed twice, and by two admins at once, it is one message', async () => {
  const { session } = await crowd([address()]);
  const message = draft({ audience: to(session) });
  const id = randomUUID();
  const answers = await Promise.all([
    ...[id, id].map((same) => send(message, same)),
    send(message, randomUUID(), 'business admin'),
  ]);
  expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
  expect(answers.filter(({ message_id, already }) => message_id === id && !already).length).toBeGreaterThan(
    0,
  );
  await chore();
  expect(await mailsOf(answers[0].message_id)).toHaveLength(1);
  // An id is one message's, for ever.
  const other = ask('admin', 'send_message', {
    p_id: answers[0].message_id,
    p_message: { ...message, body: 'Other' },
  });
  expect(await x.refusal(other)).toMatchObject({ code: 'invalid_input', field: 'p_id' });
});

test('news go to whoever’s last word was yes; a link in them ends that, and tells nothing', async () => {
  const [yes, no, silent, changed] = [address(), address(), address(), address()];
  const { session, families } = await crowd([yes, no, silent, changed]);
  await say(families[0] ?? '', true);
  await say(families[1] ?? '', false);
  await say(families[3] ?? '', true);
  await say(families[3] ?? '', false);
  const message = draft({ audience: to(session), kind: 'news' });
  expect(await reach(message)).toMatchObject({ addresses: 1, left_out: 3, first: [{ email: yes }] });
  const sent = await send(message);
  expect(sent.counts).toMatchObject({ all: 1, left_out: 3 });
  await chore();
  const [mail] = await mailsOf(sent.message_id);
  expect(mail?.recipient).toBe(yes);
  const token = mail?.payload.token;
  expect(token).toMatch(/^[0-9a-f]{32}$/);

  const answers = [];
  for (const p_token of [randomUUID(), '', "' or 1=1", token])
    answers.push(await x.rpc(db, x.visitor, 'stop_news', { p_token }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true}']));
  // What had not left yet leaves no more, and no later message reaches it; its own page says no.
  expect(await mailsOf(sent.message_id)).toEqual([]);
  expect(await reach(message)).toMatchObject({ addresses: 0, left_out: 4 });
  expect(await x.refusal(send({ ...message, subject: 'Another' }))).toMatchObject({ code: 'no_recipients' });
  const [entry] = await db.sql`
    select given, source from public.consents where family_id = ${families[0] ?? ''} order by id desc limit 1`;
  expect(entry).toEqual({ given: false, source: 'mail' });
  // What is about a booking reaches it all the same, and a later yes is one.
  expect(await reach({ ...message, kind: 'about' })).toMatchObject({ addresses: 4 });
  await say(families[0] ?? '', true);
  expect(await reach(message)).toMatchObject({ addresses: 1 });
});

test('a guest’s later no under the same address counts, and an account’s is its own', async () => {
  const email = address();
  const { session, families } = await crowd([email]);
  await say(families[0] ?? '', true);
  const later = await crowd([email]);
  await say(later.families[0] ?? '', false);
  expect(await reach(draft({ audience: to(session), kind: 'news' }))).toMatchObject({ addresses: 0 });

  const userId = await x.makeUser(db, address());
  const own = await crowd([address()]);
  await db.sql`update public.families set primary_parent_id = ${userId} where id = ${own.families[0] ?? ''}`;
  const second = await x.makeUser(db, address());
  await db.sql`update public.families set secondary_parent_id = ${second} where id = ${own.families[0] ?? ''}`;
  const news = draft({ audience: to(own.session), kind: 'news' });
  // The second parent's yes is theirs, and the mail goes to the first.
  await say(own.families[0] ?? '', true, second);
  expect(await reach(news)).toMatchObject({ addresses: 0 });
  await say(own.families[0] ?? '', true, userId);
  expect(await reach(news)).toMatchObject({ addresses: 1 });
});

test('one that is stopped leaves the outbox; what was sent is said', async () => {
  const { session } = await crowd([address(), address(), address()]);
  const { message_id: id } = await send(draft({ audience: to(session) }));
  await chore();
  const [first, second] = await mailsOf(id);
  await db.sql`update public.outbox set sent_at = now() where id = ${first?.id ?? ''}`;
  // Being sent at this moment: it goes.
  await db.sql`update public.outbox set leased_until = now() + interval '1 minute' where id = ${second?.id ?? ''}`;
  const stopped = v.parse(MessageStopped, await ask('business admin', 'stop_message', { p_id: id }));
  expect(stopped.counts).toMatchObject({ all: 3, sent: 1, stopped: 1, waiting: 1 });
  await db.sql`update public.outbox set sent_at = now() where id = ${second?.id ?? ''}`;
  await ask('admin', 'stop_message', { p_id: id });
  expect(await chore()).toEqual({ queued: 0 });
  expect(await story(id)).toMatchObject({ counts: { sent: 2, stopped: 1, waiting: 0 }, given_up: [] });
  expect(await x.refusal(ask('admin', 'stop_message', { p_id: randomUUID() }))).toMatchObject({
    code: 'message_not_found',
  });
  // Stopped, the same words may be sent after all.
  const [row] = await db.sql<
    [{ subject: string; body: string }]
  >`select subject, body from public.messages where id = ${id}`;
  expect(await send(draft({ ...row, audience: to(session) }))).toMatchObject({ already: false });
});

test('many go a few at a time, and a row that cannot be written stops no other', async () => {
  const emails = Array.from({ length: 5 }, address);
  const { session } = await crowd(emails);
  await db.sql`update public.settings set outbox_per_second = 1`;
  const { message_id: id } = await send(draft({ audience: to(session) }));
  await db.sql`
    insert into public.outbox (key, template, recipient, payload)
    select 'message:other:' || n, 'message', 'other@families.test', '{}' from generate_series(1, 28) n`;
  expect(await chore()).toEqual({ queued: 2 });
  await db.sql`delete from public.outbox where key like 'message:other:%'`;
  const queued = (await mailsOf(id)).map(({ recipient }) => recipient);
  const broken = emails.find((email) => !queued.includes(email)) ?? '';
  await db.sql.unsafe(`
    create function public.break_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_one before insert on public.outbox for each row when (new.recipient = '${broken}')
    execute function public.break_one();`);
  expect(await chore()).toEqual({ queued: 2 });
  await db.sql.unsafe('drop function public.break_one() cascade');
  await db.sql`update public.settings set outbox_per_second = 2`;
  expect(await story(id)).toMatchObject({ counts: { all: 5, waiting: 4, given_up: 1 } });
});

test('who was erased or has gone meanwhile is left in peace', async () => {
  const { session, families } = await crowd([address(), address()]);
  const { message_id: id } = await send(draft({ audience: to(session) }));
  await db.sql`update public.families set erased_at = now(), contact_email = 'erased' where id = ${families[0] ?? ''}`;
  expect(await chore()).toEqual({ queued: 1 });
  expect(await story(id)).toMatchObject({ counts: { all: 2, given_up: 1, waiting: 1 } });
});

test.each(['team', 'active_pass', 'waitlisted', 'past_campers', 'expired_pass'] as const)(
  'the segment %s is looked through in pieces, each family once',
  async (segment) => {
    const audience = { segment, id: segment === 'team' ? 'red' : null };
    const whole = await db.sql<{ key: string }[]>`
      select key from private.message_families(${db.sql.json(audience)}, null, 1000)`;
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const [row]: { key: string }[] = await db.sql`
        select key from private.message_families(${db.sql.json(audience)}, ${after}, 1)`;
      if (!row) break;
      seen.push(row.key);
      after = row.key;
    }
    expect(seen).toEqual(whole.map(({ key }) => key));
    expect(new Set(seen).size).toBe(seen.length);
    const kind = segment === 'past_campers' || segment === 'expired_pass' ? 'news' : 'about';
    expect((await reach(draft({ audience, kind }))).families).toBe(seen.length);
  },
);

test('a test goes to oneself, and its link stops nobody’s news', async () => {
  const { session } = await crowd([address()]);
  const message = draft({ audience: to(session), kind: 'news' });
  expect(await ask('admin', 'try_message', { p_message: message })).toEqual({ email: 'admin@example.test' });
  const [mail] = await db.sql<[{ recipient: string; payload: { token: string; is_test: boolean } }]>`
    select recipient, payload from public.outbox where key like 'message_test:%' order by created_at desc limit 1`;
  expect(mail).toMatchObject({ recipient: 'admin@example.test', payload: { is_test: true } });
  const before = await x.countRows(db, 'news_stops');
  await x.rpc(db, x.visitor, 'stop_news', { p_token: mail.payload.token });
  expect(await x.countRows(db, 'news_stops')).toBe(before);
});

test('the list meets each message once, and refuses what it does not know', async () => {
  const list = async (args: Record<string, unknown>) =>
    v.parse(StaffMessages, await ask('admin', 'list_messages', args));
  const all = await list({});
  expect(all.rows.length).toBe(all.count);
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const page: v.InferOutput<typeof StaffMessages> = await list({ p_limit: 2, p_after: after });
    seen.push(...page.rows.map(({ message_id }) => message_id));
    after = page.next;
    if (after === null) break;
  }
  expect(seen).toEqual(all.rows.map(({ message_id }) => message_id));
  expect((await list({ p_filter: { kind: 'news' } })).rows.every(({ kind }) => kind === 'news')).toBe(true);
  expect((await list({ p_filter: { search: '%' } })).rows).toEqual([]);
  expect((await list({ p_filter: { state: 'stopped' } })).rows.length).toBeGreaterThan(0);
  for (const p_filter of [{ kind: 'x' }, { other: 'x' }, { state: 1 }, []])
    expect(await x.refusal(ask('admin', 'list_messages', { p_filter }))).toMatchObject({
      code: 'invalid_input',
    });
});
