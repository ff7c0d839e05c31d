/**
 * Tests how the office corrects a family's details: each correction is stored and logged, the family gets a mail, and
 * an account's address never changes.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Corrected, FamilyPage } from '#contract/management-families.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
type Kind = 'child' | 'parent' | 'guest';
const call = (kind: string, id: string, fields: object, more: object = {}, role: Role = 'admin') =>
  rpc(db, people.callers[role], 'correct_details', {
    p_note_id: randomUUID(),
    p_kind: kind,
    p_id: id,
    p_fields: fields,
    p_reason: 'Said on the phone',
    ...more,
  });
const correct = async (kind: Kind, id: string, fields: object, more: object = {}) =>
  v.parse(Corrected, await call(kind, id, fields, more));
const page = async (id: string) =>
  v.parse(FamilyPage, await rpc(db, people.callers.admin, 'get_family_page', { p_family_id: id }));
const mails = () => db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
  select recipient, payload from public.outbox where template = 'details_corrected' order by created_at, key`;

async function guest(email: string): Promise<string> {
  const sold = await callAs<{ order_id: string }>(db, people.callers.admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: { ...shop.details.parent, name: 'Wei Ng', email, phone: '+6591112222' },
    children: [{ name: 'Zhi Xuan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
    consents: { terms: true, activity: true },
    method: 'paynow',
    expected_total_cents: 69_700,
  });
  const [row] = await db.sql<[{ id: string }]>`
    select family_id as id from public.orders where id = ${sold.order_id}`;
  return row.id;
}

describe('who may correct personal data', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    expect(await sqlState(call('child', people.childId, { name: 'Mallory' }, {}, role))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    expect(await refusal(call('child', people.childId, { name: 'Mallory' }, {}, role))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
  });
});

test('when an admin corrects a child’s name and birthday, a note and a log line without values are written, and both parents get a mail', async () => {
  const [before] = await db.sql<
    [{ name: string }]
  >`select name from public.children where id = ${people.childId}`;
  const done = await correct('child', people.childId, { name: 'Kai Tan', dob: '2017-02-03' });
  expect(done.fields).toEqual(['dob', 'name']);
  const now = await page(people.familyId);
  expect(now.children.find(({ id }) => id === people.childId)).toMatchObject({
    name: 'Kai Tan',
    dob: '2017-02-03',
  });
  expect(now.notes[0]).toMatchObject({ child_id: people.childId });
  expect(now.notes[0]?.note).toContain(
    `name, before “${before.name}”, now “Kai Tan”. Why: Said on the phone`,
  );
  const sentMails = await mails();
  expect(sentMails).toHaveLength(2);
  expect(done.notified).toBe(2);
  for (const { payload } of sentMails) {
    expect(payload).toMatchObject({ child: 'Kai', fields: ['dob', 'name'] });
    expect(JSON.stringify(payload)).not.toMatch(/2017|Tan/);
  }
  const [log] = await db.sql<[{ action: string; after: unknown; user_id: string }]>`
    select action, after, user_id from public.audit_log where table_name = 'children' and row_key = ${people.childId}
    and action = 'correct'`;
  expect(log).toEqual({
    action: 'correct',
    after: { fields: ['dob', 'name'] },
    user_id: people.callers.admin.sub,
  });
});

test('a correction that changes nothing is not written, and a repeated request acts once', async () => {
  const { notes } = await page(people.familyId);
  expect(await correct('child', people.childId, { name: 'Kai Tan' })).toEqual({ fields: [], notified: 0 });
  const withNote = { p_note_id: randomUUID() };
  expect((await correct('child', people.childId, { name: 'Kai Tan Wei' }, withNote)).fields).toEqual([
    'name',
  ]);
  expect(await correct('child', people.childId, { name: 'Kai Tan Wei' }, withNote)).toEqual({
    fields: ['name'],
    notified: 2,
  });
  expect((await page(people.familyId)).notes).toHaveLength(notes.length + 1);
});

test('an earlier birthday ends the permission to go home alone, and a later one leaves it', async () => {
  const allow = () => db.sql`update public.children set may_go_alone = true where id = ${people.childId}`;
  const may = async () =>
    (
      await db.sql<
        [{ may_go_alone: boolean }]
      >`select may_go_alone from public.children where id = ${people.childId}`
    )[0].may_go_alone;
  await allow();
  await correct('child', people.childId, { dob: '2017-03-03' });
  expect(await may()).toBe(true);
  await correct('child', people.childId, { dob: '2014-03-03' });
  expect(await may()).toBe(false);
});

test('an admin can correct the name and number of a parent with an account, but never the address', async () => {
  const { fields } = await correct('parent', people.secondParentId, {
    name: 'Siew Quah',
    phone: '+6598887777',
  });
  expect(fields).toEqual(['name', 'phone']);
  const now = await page(people.familyId);
  expect(now.parents.find(({ id }) => id === people.secondParentId)).toMatchObject({
    name: 'Siew Quah',
    phone: '+6598887777',
  });
  expect(
    await refusal(call('parent', people.secondParentId, { email: 'mallory@example.test' })),
  ).toMatchObject({
    code: 'invalid_input',
    field: 'email',
  });
  // A family with an account cannot be corrected as a guest either.
  expect(await refusal(call('guest', people.familyId, { email: 'mallory@example.test' }))).toMatchObject({
    code: 'family_not_found',
  });
});

test('after an admin corrects a guest’s address, links mailed to the old one end, and new ones go to the new one', async () => {
  const id = await guest('wei_gn@example.test');
  const links = () => db.sql<{ recipient: string; ended: boolean }[]>`
    select k.recipient, k.expires_at <= clock_timestamp() as ended from public.order_links k
    join public.orders o on o.id = k.order_id where o.family_id = ${id} order by k.created_at`;
  const before = await links();
  expect(before.length).toBeGreaterThan(0);
  expect(before.every(({ recipient, ended }) => recipient === 'wei_gn@example.test' && !ended)).toBe(true);
  const { fields, notified } = await correct('guest', id, {
    name: 'Wei Ng Lim',
    email: 'wei_ng@example.test',
    phone: '+6593334444',
  });
  expect([fields, notified]).toEqual([['email', 'name', 'phone'], 1]);
  expect((await page(id)).contact).toEqual({
    name: 'Wei Ng Lim',
    email: 'wei_ng@example.test',
    phone: '+6593334444',
  });
  const after = await links();
  expect(after.slice(0, before.length).every(({ ended }) => ended)).toBe(true);
  expect(after.at(-1)).toEqual({ recipient: 'wei_ng@example.test', ended: false });
  const [order] =
    await db.sql`select parent_name, parent_email, parent_phone from public.orders where family_id = ${id}`;
  expect(order).toEqual({
    parent_name: 'Wei Ng Lim',
    parent_email: 'wei_ng@example.test',
    parent_phone: '+6593334444',
  });
  const told_ = (await mails()).filter(({ recipient }) => recipient.startsWith('wei_'));
  expect(new Map(told_.map(({ recipient, payload }) => [recipient, payload['parent_name']]))).toEqual(
    new Map([
      ['wei_gn@example.test', null],
      ['wei_ng@example.test', 'Wei Ng Lim'],
    ]),
  );
});

test.each([
  ['an unknown field', { level: 3 }, {}, 'level'],
  ['no name', { name: ' ' }, {}, 'name'],
  ['a birthday in the future', { dob: '2099-01-01' }, {}, 'dob'],
  ['no reason', { name: 'Kai' }, { p_reason: ' ' }, 'reason'],
  ['no id of the note', { name: 'Kai' }, { p_note_id: null }, 'p_note_id'],
])('%s is refused, and nothing is written', async (_, fields, more, field) => {
  const before = await page(people.familyId);
  expect(await refusal(call('child', people.childId, fields, more))).toMatchObject({
    code: 'invalid_input',
    field,
  });
  const now = await page(people.familyId);
  expect([now.children, now.notes]).toEqual([before.children, before.notes]);
});

test('an unknown child and an unknown kind of record are refused', async () => {
  expect(await refusal(call('child', randomUUID(), { name: 'Kai' }))).toMatchObject({
    code: 'child_not_found',
  });
  expect(await refusal(call('family', people.familyId, { name: 'Kai' }))).toMatchObject({
    code: 'invalid_input',
  });
});
