/** Tests the messages of staff: to whom they may write, what is refused, and the list. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MessageAudiences, StaffMessages } from '#contract/management-messages.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import {
  makeAddress,
  makeDraft,
  type Messaging,
  createMessaging,
  sessionAudience,
} from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let messaging: Messaging;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  messaging = createMessaging(db, people);
});
afterAll(() => db.drop());

beforeEach(() => db.sql`delete from public.rate_limits`);

describe.each([
  ['get_message_audiences', {}],
  ['count_message', { p_audience: { segment: 'active_pass' }, p_kind: 'about' }],
  ['preview_message', { p_message: makeDraft() }],
  ['try_message', { p_message: makeDraft() }],
  ['send_message', { p_id: randomUUID(), p_message: makeDraft() }],
  ['stop_message', { p_id: randomUUID() }],
  ['list_messages', {}],
  ['get_message', { p_id: randomUUID() }],
] as const)('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(messaging.callAs(part, name, args))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (part) =>
    expect(await refusal(messaging.callAs(part, name, args))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    }),
  );
});

test('staff can write only to families of something that was booked', async () => {
  const { session } = await messaging.makeFamiliesInSession([makeAddress(), makeAddress()]);
  const { sessions, camps, teams } = v.parse(
    MessageAudiences,
    await messaging.callAs('admin', 'get_message_audiences'),
  );
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
  // Somebody without a booking cannot get a mail "about a booking".
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
])('an invalid message is refused: %#', async (more, code, field) => {
  const call = messaging.callAs('admin', 'send_message', {
    p_id: randomUUID(),
    p_message: { ...makeDraft(), ...more },
  });
  expect(await refusal(call)).toMatchObject({ code, field });
});

test.each(['team', 'active_pass', 'waitlisted', 'past_campers', 'expired_pass'] as const)(
  'the recipients of segment %s are read in batches, each family once',
  async (segment) => {
    const audience = { segment, id: segment === 'team' ? 'red' : null };
    const allKeys = await db.sql<{ key: string }[]>`
      select key from private.message_families(${db.sql.json(audience)}, null, 1000)`;
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const [row]: { key: string }[] = await db.sql`
        select key from private.message_families(${db.sql.json(audience)}, ${after}, 1)`;
      if (!row) break;
      seen.push(row.key);
      after = row.key;
    }
    expect(seen).toEqual(allKeys.map(({ key }) => key));
    expect(new Set(seen).size).toBe(seen.length);
    const kind = segment === 'past_campers' || segment === 'expired_pass' ? 'news' : 'about';
    expect((await messaging.countReach(makeDraft({ audience, kind }))).families).toBe(seen.length);
  },
);

test('the list returns each message once, and refuses unknown filters', async () => {
  const list = async (args: Record<string, unknown>) =>
    v.parse(StaffMessages, await messaging.callAs('admin', 'list_messages', args));
  const { session, families } = await messaging.makeFamiliesInSession([
    makeAddress(),
    makeAddress(),
    makeAddress(),
  ]);
  await messaging.setMarketingConsent(families[0] ?? '', true);
  await messaging.sendMessage(makeDraft({ audience: sessionAudience(session), kind: 'news' }));
  const { message_id: p_id } = await messaging.sendMessage(makeDraft({ audience: sessionAudience(session) }));
  await messaging.callAs('admin', 'stop_message', { p_id });
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
    expect(await refusal(messaging.callAs('admin', 'list_messages', { p_filter }))).toMatchObject({
      code: 'invalid_input',
    });
});
