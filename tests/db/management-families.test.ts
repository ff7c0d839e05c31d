/**
 * Tests staff's list of families, the page of one family, its notes, and the preview of a merge (docs/decisions
 * "/management/families").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FamilyNotes,
  FamilyPage,
  MergedFamily,
  MergePreview,
  NoteRemoved,
  StaffFamilies,
} from '#contract/management-families.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const list = async (filter: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  v.parse(StaffFamilies, await rpc(db, people.callers.admin, 'list_families', { p_filter: filter, ...more }));
const page = async (id: string, part: Role = 'admin') =>
  v.parse(FamilyPage, await rpc(db, people.callers[part], 'get_family_page', { p_family_id: id }));
const note = (id: string, text: string, more: Record<string, unknown> = {}) =>
  rpc(db, people.callers.admin, 'write_family_note', {
    p_id: id,
    p_family_id: people.familyId,
    p_child_id: null,
    p_note: text,
    ...more,
  });
const preview = (p_from: string, p_into: string) =>
  rpc(db, people.callers.admin, 'preview_merge', { p_from, p_into });

/** Makes a family by a sale to a guest at the desk. */
async function guest(email: string, name: string, child: { name: string; dob: string }): Promise<string> {
  const sold = await callAs<{ order_id: string }>(db, people.callers.admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: { ...shop.details.parent, name, email, phone: '+6591112222' },
    children: [child],
    lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
    consents: { terms: true, activity: true },
    method: 'paynow',
    expected_total_cents: 69_700,
  });
  const [row] = await db.sql<[{ id: string }]>`
    select family_id as id from public.orders where id = ${sold.order_id}`;
  return row.id;
}

const calls = (): [string, Record<string, unknown>][] => [
  ['list_families', {}],
  ['get_family_page', { p_family_id: people.familyId }],
  ['preview_merge', { p_from: people.otherFamilyId, p_into: people.familyId }],
  ['write_family_note', { p_id: randomUUID(), p_family_id: people.familyId, p_child_id: null, p_note: 'a' }],
  ['remove_family_note', { p_id: randomUUID() }],
];
describe.each([0, 1, 2, 3, 4])('call %i', (at) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await sqlState(rpc(db, people.callers[part], name, body))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (part) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await refusal(rpc(db, people.callers[part], name, body))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
  });
});

test('a family can be found by any of its data, and each page continues where the last one ended', async () => {
  const id = await guest('wei_ng@example.test', 'Wei Ng-O’Brien', { name: 'Zhi Xuan', dob: '2018-05-01' });
  const [order] = await db.sql<[{ number: string; id: string }]>`
    select number, id from public.orders where family_id = ${id}`;
  for (const search of ['wei ng', 'WEI_NG@', '9111 2222', 'zhi xu', order.number, order.id, id, 'Ng-O’B']) {
    const { rows, count } = await list({ search });
    expect([search, rows.map(({ family_id }) => family_id), count]).toEqual([search, [id], 1]);
  }
  expect((await list({ search: '%' })).rows).toEqual([]);
  // The search also finds an account's name and number where the family's contact has different ones.
  await db.sql`update public.profiles set name = 'Quah Siew', phone = '+6598887777' where id = ${people.secondParentId}`;
  for (const search of ['quah', '98887777', 'second@exam', people.childId])
    expect((await list({ search })).rows.map(({ family_id }) => family_id)).toEqual([people.familyId]);

  const met: string[] = [];
  let after: string | null = null;
  do {
    const { rows, next }: { rows: { family_id: string }[]; next: string | null } = await list(
      {},
      { p_sort: 'name', p_after: after, p_limit: 1 },
    );
    met.push(...rows.map(({ family_id }) => family_id));
    after = next;
  } while (after !== null);
  const [all] = await db.sql<
    [{ n: number }]
  >`select count(*) as n from public.families where erased_at is null`;
  expect(new Set(met).size).toBe(all.n);
  expect(met.length).toBe(all.n);
  expect((await list({ kind: 'account' })).rows.every(({ has_account }) => has_account)).toBe(true);
  expect((await list({ kind: 'guest' })).rows.every(({ has_account }) => !has_account)).toBe(true);
  expect((await list({ kind: 'waits' })).count).toBeGreaterThan(0);
});

test.each([
  [{ p_filter: [] }, 'p_filter'],
  [{ p_filter: { search: ' ' } }, 'p_filter.search'],
  [{ p_filter: { kind: "' or true --" } }, 'p_filter.kind'],
  [{ p_filter: { drop: 'table' } }, 'p_filter.drop'],
  [{ p_sort: 'name; --' }, 'p_sort'],
  [{ p_limit: 5000 }, 'p_limit'],
])('%j is refused', async (body, field) => {
  expect(await refusal(rpc(db, people.callers.admin, 'list_families', body))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('the family page has everything but the health, and names who last viewed the health', async () => {
  const before = await page(people.familyId);
  expect(before.parents.map(({ is_first }) => is_first)).toEqual([true, false]);
  expect(before.children.map(({ id }) => id)).toContain(people.childId);
  expect(before.orders.length).toBe(before.orders_count);
  expect(before.consents.length).toBeGreaterThan(0);
  const stored = JSON.stringify(before);
  for (const word of ['kept child allergies', 'kept child medications', 'secret', 'pickup'])
    expect(stored).not.toContain(word);
  await rpc(db, people.callers['business admin'], 'get_child_details', { p_child_id: people.childId });
  await rpc(db, people.callers['business admin'], 'get_parent_health', { p_profile_id: people.parentId });
  const views = (await page(people.familyId)).views
    .slice(0, 2)
    .map(({ topic, how, role, name }) => ({ topic, how, role, name }));
  expect(views).toEqual(
    ['profile_health', 'child_health'].map((topic) => ({
      topic,
      how: 'details',
      role: 'business_admin',
      name: 'business@example.test',
    })),
  );
  // Reading the page does not count as a view of health data.
  const [last] = await db.sql<[{ id: number }]>`select max(id) as id from public.access_log`;
  await page(people.familyId, 'business admin');
  const [later] = await db.sql<[{ id: number }]>`select max(id) as id from public.access_log`;
  expect(later.id).toBe(last.id);
});

test('a note is written once, names its author, can be deleted, and its text is in no log', async () => {
  const id = randomUUID();
  const text = 'Prefers a call in the evening';
  await note(id, ` ${text} `);
  const { notes } = v.parse(FamilyNotes, await note(id, 'something else'));
  expect(notes).toEqual([
    { id, child_id: null, note: text, at: expect.any(String) as string, who: 'admin@example.test' },
  ]);
  await note(randomUUID(), 'Shy at first', { p_child_id: people.childId });
  expect(await refusal(note(randomUUID(), 'a', { p_child_id: people.otherChildId }))).toMatchObject({
    code: 'child_not_found',
  });
  expect(await refusal(note(randomUUID(), '\u0000'.slice(1)))).toMatchObject({ code: 'invalid_input' });
  const mine = await rpc<Record<string, unknown>>(db, people.callers.parent, 'export_family');
  expect(JSON.stringify(mine['staff_notes'])).toContain(text);
  const remove = async () =>
    v.parse(NoteRemoved, await rpc(db, people.callers.admin, 'remove_family_note', { p_id: id })).removed;
  expect([await remove(), await remove()]).toEqual([true, false]);
  const log =
    await db.sql`select action, before, after from public.audit_log where row_key = ${id} order by id`;
  expect(log.map(({ action }) => action as string)).toEqual(['insert', 'delete']);
  expect(JSON.stringify(log)).not.toContain('evening');
});

test('a family that changed since its preview is not merged, even if the change happens at the same moment', async () => {
  const one = await guest('race@example.test', 'Race', { name: 'Ada Race', dob: '2017-03-04' });
  const other = await guest('race2@example.test', 'Race', { name: 'Ada Race', dob: '2017-03-04' });
  const merge = (p_expected: string | null) =>
    rpc(db, people.callers.admin, 'merge_families', { p_from: other, p_into: one, p_expected });
  const readPreview = async () => v.parse(MergePreview, await preview(other, one));
  const { fingerprint } = await readPreview();
  // Two previews of the same state are equal, so they do not depend on the time.
  expect((await readPreview()).fingerprint).toBe(fingerprint);
  const [order] = await db.sql<[{ id: string }]>`select id from public.orders where family_id = ${other}`;
  // Another transaction changes a name first: the merge waits for its lock on the order, and then finds another child.
  let merging: Promise<unknown> = Promise.resolve();
  await db.sql.begin(async (sql) => {
    await sql`select from public.orders where id = ${order.id} for update`;
    await sql`update public.children set name = 'Ida Race' where family_id = ${other}`;
    merging = refusal(merge(fingerprint));
    await waitForLocked(db);
  });
  expect(await merging).toMatchObject({ code: 'changed_meanwhile', field: 'p_expected' });
  expect((await page(other)).family.family_id).toBe(other);
  const anew = await readPreview();
  expect(anew.children.map(({ is_merged }) => is_merged)).toEqual([false]);
  expect(await refusal(merge(null))).toMatchObject({ code: 'invalid_input', field: 'p_expected' });
  const ends = await Promise.allSettled([merge(anew.fingerprint), merge(anew.fingerprint)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the preview of a merge changes nothing, and the merge does what the preview said', async () => {
  const child = { name: 'Ada Lim', dob: '2017-03-04' };
  const [one, other] = [
    await guest('lim@example.test', 'Lim', child),
    await guest('Lim@example.test', 'C Lim', child),
  ];
  const stranger = await guest('lim2@example.test', 'Lim 2', { name: 'Ben', dob: '2016-01-01' });
  const { same } = await page(one);
  expect(same.map(({ family_id }) => family_id)).toContain(other);
  expect(same.find(({ family_id }) => family_id === other)?.same).toEqual(['child', 'email', 'phone']);
  expect(same.find(({ family_id }) => family_id === stranger)?.same).toEqual(['phone']);
  expect((await list({ kind: 'twice' })).rows.map(({ family_id }) => family_id)).toEqual(
    expect.arrayContaining([one, other]),
  );
  const before = await db.sql`select * from public.audit_log order by id`;
  const seen = v.parse(MergePreview, await preview(other, one));
  expect(await db.sql`select * from public.audit_log order by id`).toEqual(before);
  expect(seen.children.map(({ name, is_merged }) => [name, is_merged])).toEqual([['Ada Lim', true]]);
  expect([seen.from.orders, seen.into.orders, seen.after.orders]).toEqual([1, 1, 2]);
  expect((await page(other)).family.family_id).toBe(other);
  const merged = v.parse(
    MergedFamily,
    await rpc(db, people.callers.admin, 'merge_families', {
      p_from: other,
      p_into: one,
      p_expected: seen.fingerprint,
    }),
  );
  expect(merged).toEqual({ family_id: one, orders: 1, children: 1 });
  // If the family is merged already, a second call does not find it.
  expect(await refusal(preview(other, one))).toMatchObject({ code: 'family_not_found', field: 'p_from' });
  // A merge never overwrites what a parent entered with a guest's data, so a guest's family cannot be the one that
  // remains.
  expect(await refusal(preview(people.familyId, one))).toMatchObject({
    code: 'invalid_input',
    field: 'p_into',
  });
  expect(await refusal(preview(people.otherFamilyId, people.familyId))).toMatchObject({
    code: 'family_full',
  });
  expect(v.parse(MergePreview, await preview(one, people.familyId)).after.proposals).toBeGreaterThan(0);
});
