/**
 * Publishing stores the sentences of e-mails that Studio has changed, and each e-mail uses the sentences of its time.
 */
import { encodeSignatureHeader } from '@sanity/webhook';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let world: World;
let published: unknown[] = [];
beforeAll(async () => {
  world = await createWorld();
  world.deps.lake = {
    sellable: () => Promise.resolve([]),
    teams: () => Promise.resolve([]),
    packing: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    wording: () => Promise.resolve(published),
    moments: () => Promise.resolve([]),
    revisions: () => Promise.resolve([]),
    isMember: () => Promise.resolve(false),
    usesOf: () => Promise.resolve([]),
  };
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.mail.delivered.splice(0);
  await world.database.sql`truncate mail_wordings, outbox cascade`;
});

const greeting = { was: 'The link to your booking {number}.', text: 'Booking {number}: your link.' };
const title = { was: 'Here is your booking.', text: 'Your booking, as you asked.' };

async function publish(changes: unknown, _updatedAt = '2026-11-21T02:00:00Z') {
  published = [{ _updatedAt, changes }];
  const body = JSON.stringify({ _id: 'wording-mails-booking', _type: 'wording' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  return world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
}
const readWording = async () => {
  const [last] = await world.database.sql<
    { sentences: object }[]
  >`select sentences from mail_wordings order by id desc limit 1`;
  return last?.sentences;
};
const payload = JSON.stringify({
  number: 'OT-4K7M',
  secret: 's',
  total_cents: 4150,
  gst: null,
  parent_name: 'Mei',
  paid_at: null,
  collectors: [],
  lines: [],
  bring: {},
});
// The provider sends only one e-mail for a key, so each e-mail gets its own.
let queued = 0;
const queue = (key = `link-${++queued}`) => world.database.sql`
  insert into outbox (key, template, recipient, payload) values (${key}, 'order_link', 'mei@example.test', ${payload}::text::jsonb)`;
async function readMails(): Promise<string[]> {
  expect((await world.call('drain-outbox', '', maintenanceHeaders)).body).toMatchObject({ failed: 0 });
  return world.mail.delivered.map(({ html }) => html);
}

test('a mail uses the changed sentence with its values, and our own sentence where nothing was changed', async () => {
  await publish([greeting, title]);
  expect(await readWording()).toEqual({
    'The link to your booking {}.': 'Booking {0}: your link.',
    'Here is your booking.': 'Your booking, as you asked.',
  });
  await queue();
  const [html] = await readMails();
  expect(html).toContain('Booking OT-4K7M: your link.');
  expect(html).toContain('Your booking, as you asked.');
  expect(html).toContain('Open your booking');
});

test('a broken change is left out, and the mail uses our sentence', async () => {
  const broken = [
    { ...greeting, text: 'Your link.' },
    { ...greeting, text: '{nummer} {number}' },
    { ...title, text: '' },
    { ...title, text: 'Bcc:\nmany' },
    { ...title, text: 5 },
    'title',
  ];
  expect(await publish(broken)).toMatchObject({ status: 200 });
  await queue();
  expect((await readMails())[0]).toContain('Here is your booking.');
});

test('a mail ignores a sentence in the database with a value that does not exist', async () => {
  await rpc(world.database, service, 'publish_mail_wording', {
    p_sentences: { 'The link to your booking {}.': 'Link {7}', 'Here is your booking.': '<b>Yours</b>' },
    p_updated_at: '2026-11-21T02:00:00Z',
  });
  await queue();
  const [html] = await readMails();
  expect(html).toContain('The link to your booking OT-4K7M.');
  expect(html).toContain('&lt;b&gt;Yours&lt;/b&gt;');
});

test('a mail uses the sentences of the time when it was queued, and an older state of Studio changes nothing', async () => {
  await publish([title]);
  await queue();
  await publish([{ ...title, text: 'Later.' }], '2026-11-22T02:00:00Z');
  await publish([title], '2026-11-20T02:00:00Z');
  expect(await readWording()).toEqual({ 'Here is your booking.': 'Later.' });
  await queue('second');
  const [first, second] = await readMails();
  expect(first).toContain('Your booking, as you asked.');
  expect(second).toContain('Later.');
  await publish([], '2026-11-23T02:00:00Z');
  await queue('third');
  expect((await readMails())[2]).toContain('Here is your booking.');
});

test('a mail uses our sentences if the changed ones can’t be read', async () => {
  await publish([title]);
  await queue();
  const { db } = world.deps;
  world.deps.db = {
    ...db,
    rpc: (name, args) =>
      name === 'get_mail_wordings' ? Promise.reject(new Error('down')) : db.rpc(name, args),
  };
  expect((await readMails())[0]).toContain('Here is your booking.');
  world.deps.db = db;
});

test('only the functions can read and write the sentences', async () => {
  const { database } = world;
  const sub = await makeUser(database, 'writer@example.test', ['admin']);
  const wording = { p_sentences: {}, p_updated_at: '2026-11-21T02:00:00Z' };
  for (const who of [visitor, { role: 'authenticated', sub } as const]) {
    expect(await sqlState(rpc(database, who, 'publish_mail_wording', wording))).toBe('42501');
    expect(await sqlState(rpc(database, who, 'get_mail_wordings', { p_ids: [1] }))).toBe('42501');
    expect(await sqlState(database.as(who, (sql) => sql`select * from public.mail_wordings`))).toBe('42501');
  }
  for (const p_sentences of [[], { a: 1 }, { a: '' }, { a: 'two\nlines' }])
    expect(
      await refusal(rpc(database, service, 'publish_mail_wording', { ...wording, p_sentences })),
    ).toMatchObject({ code: 'invalid_input' });
});

test('a family’s mail is in its language, sentence by sentence', async () => {
  const { sql } = world.database;
  published = [
    { _id: 'wording-mails-booking', _updatedAt: '2026-11-21T02:00:00Z', changes: [greeting] },
    {
      _id: 'zh-wording-mails-booking',
      _updatedAt: '2026-11-21T03:00:00Z',
      changes: [
        // The first translation is of the current English sentence, the second of a sentence that has changed since.
        { was: greeting.text, text: '您预订 {number} 的链接。' },
        { was: greeting.was, text: '旧的 {number}。' },
        { was: title.was, text: '这是您的预订。' },
      ],
    },
  ];
  const body = JSON.stringify({ _id: 'zh-wording-mails-booking', _type: 'translation' });
  const signature = await encodeSignatureHeader(body, Date.now(), world.deps.env.SANITY_WEBHOOK_SECRET);
  await world.call('sanity-webhook', body, { 'sanity-webhook-signature': signature });
  const profile = await makeUser(world.database, 'lim@example.test');
  await sql`update public.profiles set preferred_language = 'zh' where id = ${profile}`;
  await sql`insert into outbox (key, template, recipient, profile_id, payload)
    values ('chinese', 'order_link', 'lim@example.test', ${profile}, ${payload}::text::jsonb)`;
  await queue('english');
  const all = await readMails();
  const [chinese, english] = [
    all.find((html) => html.includes('zh-Hans')),
    all.find((html) => html.includes('en-SG')),
  ];
  expect(chinese).toContain('您预订 OT-4K7M 的链接。');
  expect(chinese).toContain('这是您的预订。');
  expect(chinese).not.toContain('旧的');
  // Texts without a translation stay English.
  expect(chinese).toContain('Open your booking');
  expect(english).toContain('Booking OT-4K7M: your link.');
});
