/** Tests how the office corrects an emergency contact: no contact is lost, and the family is notified. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyContact } from '#contract/family-child.ts';
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
beforeEach(async () => {
  for (const table of ['outbox', 'family_notes', 'emergency_contacts', 'blocked_collectors'])
    await db.sql`delete from ${db.sql(`public.${table}`)}`;
  await db.sql`
    insert into public.emergency_contacts (family_id, child_id, position, name, phone) values
      (${people.familyId}, null, 1, 'Uncle Ben', '+6598765432'), (${people.familyId}, null, 2, 'Gran Tan', '+6591234567'),
      (${people.familyId}, ${people.childId}, 1, 'Nanny Lim', '+6590001111')`;
});

type Role = keyof People['callers'];
const read = async (role: Role = 'admin', p_family_id = people.familyId) =>
  v.parse(
    v.array(FamilyContact),
    await rpc(db, people.callers[role], 'get_family_contacts', { p_family_id }),
  );
const idOf = async (name: string) => {
  const [row] = await db.sql<[{ id: string }]>`select id from public.emergency_contacts where name = ${name}`;
  return row.id;
};
const gran = { name: 'Gran Tan', relationship: '', phone: '+6591234567' };
const correct = (p_contact_id: string, p_contact: object, more: object = {}, role: Role = 'admin') =>
  rpc<{ notified: number }>(db, people.callers[role], 'correct_emergency_contact', {
    p_note_id: randomUUID(),
    p_contact_id,
    p_contact,
    p_is_first: false,
    p_reason: 'Her number changed',
    ...more,
  });
const list = async () => (await read()).map(({ position, name, phone }) => [position, name, phone]);

describe('who may read and correct emergency contacts', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    expect(await sqlState(read(role))).toBe('42501');
    expect(await sqlState(correct(randomUUID(), gran, {}, role))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    expect(await refusal(read(role))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(correct(await idOf('Gran Tan'), gran, {}, role))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await db.sql`select from public.access_log where access_type = 'contacts'`).toEqual([]);
  });
});

test('the read returns the family’s contacts before a child’s, and is logged', async () => {
  expect(await list()).toEqual([
    [1, 'Uncle Ben', '+6598765432'],
    [2, 'Gran Tan', '+6591234567'],
    [1, 'Nanny Lim', '+6590001111'],
  ]);
  expect(
    await db.sql`select accessed_table, access_type, family_id from public.access_log where access_type = 'contacts'`,
  ).toEqual([{ accessed_table: 'families', access_type: 'contacts', family_id: people.familyId }]);
  expect(await refusal(read('admin', randomUUID()))).toMatchObject({ code: 'family_not_found' });
});

test('a corrected number stays in its place, the note has the former one, and both parents are mailed once', async () => {
  const [id, p_note_id] = [await idOf('Gran Tan'), randomUUID()];
  const contact = { name: 'Gran Tan', relationship: 'grandmother', phone: '+6597654321' };
  expect(await correct(id, contact, { p_note_id })).toEqual({ notified: 2 });
  expect(await correct(id, contact, { p_note_id })).toEqual({ notified: 2 });
  expect(await list()).toEqual([
    [1, 'Uncle Ben', '+6598765432'],
    [2, 'Gran Tan', '+6597654321'],
    [1, 'Nanny Lim', '+6590001111'],
  ]);
  expect(await db.sql`select note from public.family_notes`).toEqual([
    {
      note: 'Emergency contact Gran Tan corrected: relationship, before “none”, now “grandmother”; phone number, before “+6591234567”, now “+6597654321”. Why: Her number changed',
    },
  ]);
  const mails = await db.sql<{ payload: { fields: string[] } }[]>`
    select payload from public.outbox where template = 'details_corrected'`;
  expect(mails.map(({ payload }) => payload.fields)).toEqual([['contact'], ['contact']]);
  expect(JSON.stringify(mails)).not.toContain('9765');
  const [entry] = await db.sql`
    select user_id, action, after from public.audit_log where table_name = 'emergency_contacts' order by id desc limit 1`;
  expect(entry).toEqual({ user_id: people.callers.admin.sub, action: 'update', after: null });
});

test('another contact can become the first, and nobody leaves the list', async () => {
  await correct(await idOf('Gran Tan'), gran, { p_is_first: true });
  expect(await list()).toEqual([
    [1, 'Gran Tan', '+6591234567'],
    [2, 'Uncle Ben', '+6598765432'],
    [1, 'Nanny Lim', '+6590001111'],
  ]);
  // The first contact stays first, so there is nothing to save and to mail.
  expect(await correct(await idOf('Gran Tan'), gran, { p_is_first: true })).toEqual({ notified: 0 });
  expect(await db.sql`select from public.family_notes`).toHaveLength(1);
});

test('a list that a parent has saved since is not overwritten', async () => {
  const id = await idOf('Gran Tan');
  await db.sql`select private.save_people(${people.familyId}, null, private.people_of(${people.familyId}, null, false), null)`;
  expect(await refusal(correct(id, gran))).toMatchObject({ code: 'changed_meanwhile' });
});

test('nobody is replaced by a person who must never collect a child', async () => {
  await db.sql`insert into public.blocked_collectors (family_id, name) values (${people.familyId}, 'Tan Ah Kow')`;
  expect(await refusal(correct(await idOf('Gran Tan'), { ...gran, name: 'ah kow' }))).toMatchObject({
    code: 'contact_is_blocked',
    field: 'name',
  });
});

test.each([
  ['an empty name', { name: '' }, {}],
  ['a number without country code', { phone: '91234567' }, {}],
  ['no number', { phone: null }, {}],
  ['an unknown field', { family_id: randomUUID() }, {}],
  ['no reason', {}, { p_reason: ' ' }],
  ['no note', {}, { p_note_id: null }],
])('%s is refused', async (_what, change, more) => {
  expect(await refusal(correct(await idOf('Gran Tan'), { ...gran, ...change }, more))).toMatchObject({
    code: 'invalid_input',
  });
  expect(await list()).toContainEqual([2, 'Gran Tan', '+6591234567']);
});
