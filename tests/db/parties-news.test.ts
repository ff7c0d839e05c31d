import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { countRows, makeUser, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let code: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());
const makeParty = (more: object = {}) =>
  leads.createParty(db, admin, leads.partyFields('2090-01-01T10:00:00Z', more));
beforeEach(async () => {
  await db.sql`truncate public.parties, public.outbox, public.rate_limits cascade`;
  ({ code } = await makeParty());
});

interface NewsMail {
  recipient: string;
  payload: { guests: number; health_notes: number; answers: Record<string, unknown>[] };
}
const queue = async () => (await rpc<{ queued: number }>(db, service, 'queue_party_answers')).queued;
const mails = () => db.sql<NewsMail[]>`
  select recipient, payload from public.outbox where template = 'party_answers' order by created_at`;
/** Moves the last change of the answers this many minutes into the past. */
const waitMinutes = (minutes: number) =>
  db.sql`update public.party_news set changed_at = changed_at - make_interval(mins => ${minutes})`;
const answer = (name: string, more: object = {}) =>
  leads.submitResponse(
    db,
    leads.formResponse(code, { contact: { name, email: `${name.toLowerCase()}@example.test` }, ...more }),
  );
/** Returns the answers in the latest mail. */
const mailedAnswers = async () => (await mails()).at(-1)?.payload.answers;

test('answers are collected until none arrives for a while, and the host gets one mail about each', async () => {
  await answer('Arjun');
  await waitMinutes(9);
  expect(await queue()).toBe(0);
  await answer('Farah', { guests: [], attending: false });
  await waitMinutes(9);
  expect(await queue()).toBe(0);
  await waitMinutes(1);
  expect(await queue()).toBe(1);
  expect(await mails()).toMatchObject([
    {
      recipient: 'mei@example.test',
      payload: {
        host_name: 'Mei Tan',
        title: 'An otter birthday',
        starts_at: '2090-01-01T10:00:00.000Z',
        place: 'Somerset Skate Park',
        head_count: 10,
        guests: 2,
        health_notes: 1,
        answers: [
          { name: 'Arjun', coming: true, children: 1, adults: 1, kind: 'new', again: false },
          { name: 'Farah', coming: false, children: 0, adults: 0, kind: 'new', again: false },
        ],
      },
    },
  ]);
  await waitMinutes(600);
  expect(await queue()).toBe(0);
});

test('while answers keep coming, the host gets a mail after an hour', async () => {
  await answer('Arjun');
  await waitMinutes(60);
  await answer('Farah');
  expect(await queue()).toBe(1);
  expect(await mailedAnswers()).toHaveLength(2);
});

test('the mails have no child’s name and nothing about health', async () => {
  await answer('Arjun', { health: { medicine: 'EpiPen' } });
  await waitMinutes(10);
  await queue();
  expect(JSON.stringify(await mails())).not.toMatch(/Anika|Peanuts|EpiPen|noted|arjun@/);
});

describe('a corrected answer', () => {
  const sendAnswer = async () => {
    const { token } = await answer('Arjun');
    await waitMinutes(10);
    await queue();
    return (more: object = {}) => answer('Arjun', { token, ...more });
  };

  test('the host gets a mail about a correction, but not about one that changes nothing', async () => {
    const correct = await sendAnswer();
    await correct();
    await waitMinutes(10);
    expect(await queue()).toBe(0);
    await correct({ guests: [{ name: 'Dev', age: 5 }] });
    await waitMinutes(10);
    expect(await queue()).toBe(1);
    expect(await mailedAnswers()).toMatchObject([{ name: 'Arjun', children: 1, adults: 0, kind: 'changed' }]);
  });

  test('the host also gets a mail about health only, because it changes what the cake must not contain', async () => {
    const correct = await sendAnswer();
    await correct({
      answers: {},
      guests: [
        { name: 'Anika', age: 9 },
        { name: 'Arjun', kind: 'adult' },
      ],
    });
    await waitMinutes(10);
    expect(await queue()).toBe(1);
    expect((await mails()).at(-1)?.payload.health_notes).toBe(0);
  });

  test('a correction before the first mail is included in the one answer', async () => {
    const { token } = await answer('Arjun');
    await answer('Arjun', { token, attending: false, guests: [] });
    await waitMinutes(10);
    await queue();
    expect(await mailedAnswers()).toMatchObject([{ coming: false, kind: 'new' }]);
  });
});

test('the mail marks the second answer of a family as such', async () => {
  await answer('Arjun');
  await answer('Arjun');
  await waitMinutes(10);
  await queue();
  expect((await mailedAnswers())?.map(({ again }) => again)).toEqual([false, true]);
});

describe('answers about which nobody gets a mail', () => {
  test.each([
    ['of a party that was called off', "update public.parties set status = 'cancelled'"],
    [
      'of a party that is over',
      "update public.parties set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'",
    ],
    ['without an address', 'update public.parties set host_email = null'],
  ])('%s: no mail is sent, and the notice is deleted', async (_, change) => {
    await answer('Arjun');
    await db.sql.unsafe(change);
    await waitMinutes(10);
    expect(await queue()).toBe(0);
    expect([await countRows(db, 'party_news'), (await mails()).length]).toEqual([0, 0]);
  });

  test('no mail is sent about a form without a party', async () => {
    await leads.submitResponse(db, leads.formResponse(null));
    expect(await countRows(db, 'party_news')).toBe(0);
  });
});

test('a host who is known only as a family gets the mail at the family’s address', async () => {
  const parent = await makeUser(db, 'home@example.test');
  const [family] = await db.sql<[{ id: string }]>`
    insert into public.families (primary_parent_id, contact_name, contact_email)
    values (${parent}, 'Mei Tan', 'home@example.test') returning id`;
  ({ code } = await makeParty({ host_email: null, family_id: family.id }));
  await answer('Arjun');
  await waitMinutes(10);
  await queue();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['home@example.test']);
});

test('parallel chores send one mail, and an answer that is still being written waits for the next', async () => {
  await answer('Arjun');
  await waitMinutes(10);
  await db.sql.begin(async (sql) => {
    await sql`select public.submit_form_response(${sql.json(leads.formResponse(code))})`;
    expect(await queue()).toBe(0);
  });
  const counts = await Promise.all([1, 2, 3].map(() => queue()));
  // The last answer is recent, so the chore waits ten more minutes.
  expect(counts).toEqual([0, 0, 0]);
  await waitMinutes(10);
  const later = await Promise.all([1, 2, 3].map(() => queue()));
  expect(later.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await mailedAnswers()).toHaveLength(2);
});

test('a guest with the address of an erased family is still expected at the party', async () => {
  const email = 'gone@example.test';
  const parent = await makeUser(db, email);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${parent}`;
  const [family] = await db.sql<[{ id: string }]>`
    insert into public.families (primary_parent_id, contact_name, contact_email)
    values (${parent}, 'Gone', ${email}) returning id`;
  await answer('Gone', { contact: { name: 'Gone', email } });
  await answer('Farah');
  await waitMinutes(10);
  await queue();
  await answer('Gone', { contact: { name: 'Gone', email }, attending: false });
  await rpc(db, admin, 'erase_family', { p_family_id: family.id });
  expect(await mailedAnswers()).toMatchObject([{ name: 'Gone', children: 1 }, { name: 'Farah' }]);
  expect(await countRows(db, 'party_news')).toBe(1);
});

test('only the service can queue the mails', async () => {
  for (const who of [visitor, admin])
    expect(await sqlState(rpc(db, who, 'queue_party_answers'))).toBe('42501');
});
