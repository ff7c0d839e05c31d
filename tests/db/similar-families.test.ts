/**
 * Tests families that may be the same: why, for whom, and what staff decide (docs/decisions "Families that may be the
 * same").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FamiliesDistinct, FamilyPage, StaffFamilies } from '#contract/management-families.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

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
const decide = async (one: string, other: string, distinct = true, role: Role = 'admin') =>
  v.parse(
    FamiliesDistinct,
    await call('set_families_distinct', { p_family_id: one, p_other_id: other, p_distinct: distinct }, role),
  );
/** Returns what the family's page lists as shared with each of the other families. */
async function sharedWith(id: string, others: string[]) {
  const { same } = v.parse(FamilyPage, await call('get_family_page', { p_family_id: id }));
  return others.map((other) => same.find(({ family_id }) => family_id === other)?.same ?? null);
}
const listSuggested = async () =>
  v
    .parse(StaffFamilies, await call('list_families', { p_filter: { kind: 'twice' }, p_limit: 1000 }))
    .rows.map(({ family_id }) => family_id);

let made = 0;
async function makeFamily(change: { email?: string; phone?: string } = {}): Promise<string> {
  const { email = `family${++made}@similar.test`, phone = null } = change;
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.families (contact_name, contact_email, contact_phone) values ('Similar', ${email}, ${phone}) returning id`;
  return row.id;
}
const addChild = (id: string, name: string, dob = '2017-05-06') =>
  db.sql`insert into public.children (family_id, name, dob) values (${id}, ${name}, ${dob})`;
async function addParent(
  id: string,
  email: string,
  more: { name?: string; address?: string; phone?: string },
) {
  const user = await makeUser(db, email);
  await db.sql`update public.families set primary_parent_id = ${user} where id = ${id}`;
  await db.sql`update public.profiles set ${db.sql({ name: '', ...more })} where id = ${user}`;
}

describe('set_families_distinct', () => {
  const body = () => ({ p_family_id: people.familyId, p_other_id: people.otherFamilyId, p_distinct: true });
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call('set_families_distinct', body(), role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call('set_families_distinct', body(), role))).toMatchObject({
      code: 'not_allowed',
    }),
  );
  test.each([
    [{ p_distinct: null }, 'invalid_input', 'p_distinct'],
    [{ p_other_id: randomUUID() }, 'family_not_found', 'p_other_id'],
    [{ p_family_id: randomUUID() }, 'family_not_found', 'p_family_id'],
  ])('%o is refused', async (change, code, field) =>
    expect(await refusal(call('set_families_distinct', { ...body(), ...change }))).toMatchObject({
      code,
      field,
    }),
  );
});

test('each reason for a suggestion is named, in the list and on both pages', async () => {
  const one = await makeFamily({ email: 'Mei.Tan@similar.test', phone: '+6590001234' });
  await addChild(one, 'Kai Tan');
  await addParent(one, 'account1@similar.test', {
    name: 'Mei Tan',
    address: 'Blk 5 #02-03, Singapore 440005',
  });
  const plus = await makeFamily({ email: 'mei.tan+camp@SIMILAR.test' });
  const phone = await makeFamily({ phone: '+6590001234' });
  const child = await makeFamily();
  await addChild(child, ' kai  TAN ');
  const parent = await makeFamily();
  await addParent(parent, 'account2@similar.test', { name: 'mei tan', address: '5 Marine Terrace 440005' });
  const others = [plus, phone, child, parent];
  expect(await sharedWith(one, others)).toEqual([['email'], ['phone'], ['child'], ['parent']]);
  for (const other of others) expect((await sharedWith(other, [one]))[0]).toHaveLength(1);
  expect(await listSuggested()).toEqual(expect.arrayContaining([one, ...others]));
});

test('texts that are only similar do not count as equal', async () => {
  const one = await makeFamily({ email: 'a@similar.test' });
  await addChild(one, 'Ann Lee', '2016-01-01');
  await addParent(one, 'account3@similar.test', { name: 'Bo Lee', address: 'Blk 1, 560001' });
  const address = await makeFamily({ email: '+a@similar.test' });
  const birthday = await makeFamily();
  await addChild(birthday, 'Ann Lee', '2016-01-02');
  const neighbour = await makeFamily();
  await addParent(neighbour, 'account4@similar.test', { name: 'Cy Lee', address: 'Blk 1, 560001' });
  const namesake = await makeFamily();
  await addParent(namesake, 'account5@similar.test', { name: 'Bo Lee', address: 'no number' });
  const others = [address, birthday, neighbour, namesake];
  expect(await sharedWith(one, others)).toEqual([null, null, null, null]);
  const list = await listSuggested();
  expect([one, ...others].filter((id) => list.includes(id))).toEqual([]);
});

test('two families that staff marked as different are not suggested again until somebody undoes that', async () => {
  const [one, other, third] = [
    await makeFamily({ phone: '+6590005555' }),
    await makeFamily({ phone: '+6590005555' }),
    await makeFamily({ email: 'third@similar.test' }),
  ];
  await decide(other, one);
  await decide(one, other);
  expect([await sharedWith(one, [other]), await sharedWith(other, [one])]).toEqual([[null], [null]]);
  expect((await listSuggested()).filter((id) => id === one || id === other)).toEqual([]);
  // A third family may still be the same as one of them.
  await db.sql`update public.families set contact_phone = '+6590005555' where id = ${third}`;
  expect(await sharedWith(one, [other, third])).toEqual([null, ['phone']]);
  const log = await db.sql`
    select action, user_id from public.audit_log where table_name = 'distinct_families' and row_key in (${one}, ${other})`;
  expect(log).toEqual([{ action: 'insert', user_id: people.callers.admin.sub }]);
  await decide(one, other, false);
  expect(await sharedWith(one, [other])).toEqual([['phone']]);
});

test('a pair that was marked as different does not prevent a merge with a third family', async () => {
  const [one, other, third] = [await makeFamily(), await makeFamily(), await makeFamily()];
  await decide(one, other);
  await decide(one, third);
  const preview = await rpc<{ fingerprint: string }>(db, people.callers.admin, 'preview_merge', {
    p_from: one,
    p_into: third,
  });
  await call('merge_families', { p_from: one, p_into: third, p_expected: preview.fingerprint });
  expect(
    await db.sql`select from public.distinct_families where ${one} in (family_id, other_id)`,
  ).toHaveLength(0);
});
