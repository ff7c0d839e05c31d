/**
 * Tests consent texts for staff: their versions, planned versions, and who is asked again (docs/decisions "Consent
 * texts").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsentWordsList, WordsPublished } from '#contract/management-consents.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const words = async (purpose: string) => {
  const all = v.parse(ConsentWordsList, await call('list_consent_texts', {}));
  const found = all.find((one) => one.purpose === purpose);
  if (!found) throw new Error(`no words of ${purpose}`);
  return found;
};
const publish = async (purpose: string, more: Record<string, unknown> = {}) =>
  v.parse(
    WordsPublished,
    await call('publish_consent_text', { p_purpose: purpose, p_title: 'T', p_body: 'B', ...more }),
  ).version;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const agree = (purpose: string, version: number) =>
  call('record_consent', { p_purpose: purpose, p_given: true, p_version: version }, 'parent');
const isAskedAgain = async (purpose: string) => {
  const [row] = await db.sql<[{ again: boolean }]>`
    select c.repeat_details_request as again from public.consents c
    where c.purpose = ${purpose} and c.user_id = ${people.parentId} order by c.id desc limit 1`;
  return row.again;
};

const calls: [string, Record<string, unknown>][] = [
  ['list_consent_texts', {}],
  ['publish_consent_text', { p_purpose: 'photo', p_title: 'T', p_body: 'B' }],
];
describe.each(calls)('%s', (name, body) => {
  test('a visitor may not call it', async () =>
    expect(await sqlState(call(name, body, 'visitor'))).toBe('42501'));
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('the caller is refused before the input is read', async () => {
  const unknown = { p_purpose: 'none', p_title: 'T', p_body: 'B' };
  expect(await refusal(call('publish_consent_text', unknown, 'parent'))).toMatchObject({
    code: 'not_allowed',
  });
  expect(await refusal(call('publish_consent_text', unknown))).toMatchObject({ field: 'p_purpose' });
});

test('a text with the same meaning asks nobody again, and another text asks everybody who agreed', async () => {
  await agree('marketing', 1);
  const before = (await words('marketing')).families;
  expect(before).toBeGreaterThan(0);
  expect(await publish('marketing', { p_asks_again: false })).toBe(2);
  expect(await words('marketing')).toMatchObject({
    current: 2,
    families: before,
    versions: [
      { version: 2, asks_again: false, who: 'admin@example.test' },
      { version: 1, asks_again: true, who: null },
    ],
  });
  expect(await isAskedAgain('marketing')).toBe(false);
  await publish('marketing');
  expect((await words('marketing')).families).toBe(0);
  expect(await isAskedAgain('marketing')).toBe(true);
});

test('a planned text is neither shown nor needed before its day', async () => {
  await publish('terms', { p_from: inDays(7) });
  expect(await words('terms')).toMatchObject({ current: 1, versions: [{ version: 2 }, { version: 1 }] });
  const read = (who: Role) =>
    db.as(
      people.callers[who],
      (sql) => sql`select max(version) as n from public.consent_texts where purpose = 'terms'`,
    );
  for (const who of ['visitor', 'parent', 'coach'] as const)
    expect([...(await read(who))]).toEqual([{ n: 1 }]);
  await agree('terms', 1);
  expect(await isAskedAgain('terms')).toBe(false);
  expect(await refusal(agree('terms', 2))).toMatchObject({ code: 'consent_text_changed' });
});

test.each([
  ['before the planned version', 'terms', { p_from: inDays(6) }],
  ['at once, with a version planned', 'terms', {}],
  ['in the past', 'medical', { p_from: inDays(-2) }],
  ['after more than a year', 'medical', { p_from: inDays(400) }],
])('a text cannot begin %s', async (_, purpose, more) =>
  expect(await refusal(publish(purpose, more))).toMatchObject({ code: 'invalid_input', field: 'p_from' }),
);

test('a text that a colleague published in the meantime is not replaced', async () => {
  expect(await publish('photo', { p_seen: 2 })).toBe(3);
  expect(await refusal(publish('photo', { p_seen: 2 }))).toMatchObject({ code: 'changed_meanwhile' });
});
