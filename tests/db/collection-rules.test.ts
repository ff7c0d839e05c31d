/**
 * Tests that a family decides who must never collect a child, and which child goes home alone (docs/decisions "Handing
 * a child over").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CollectionRules } from '#contract/pickup.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { purge } from '#support/sql-privacy.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`update public.profiles set name = 'Mei Tan' where id = ${people.parentId}`;
  await db.sql`update public.profiles set name = 'Ming Tan' where id = ${people.secondParentId}`;
});
beforeEach(() => db.sql`delete from public.blocked_collectors`);
afterAll(() => db.drop());

const call = async (who: Caller, name: string, args: object = {}) =>
  v.parse(CollectionRules, await rpc(db, who, name, { ...args }));
const rules = (who: Caller = people.callers.parent) => call(who, 'get_collection_rules');

test('a parent can block a collector; both parents see who added the entry, and a repeated request adds nothing', async () => {
  const { parent, 'second parent': second } = people.callers;
  await call(parent, 'block_collector', { p_name: ' Uncle  Bad ', p_note: 'red cap' });
  await call(second, 'block_collector', { p_name: 'uncle bad', p_note: 'red cap' });
  const { blocked } = await rules(second);
  expect(blocked).toMatchObject([
    { name: 'Uncle Bad', note: 'red cap', child_id: null, child_name: null, added_by: 'Mei Tan' },
  ]);
  await call(second, 'block_collector', { p_name: 'Uncle Bad', p_child_id: people.childId });
  expect((await rules()).blocked).toHaveLength(2);
  await call(second, 'unblock_collector', { p_id: blocked[0]?.id });
  expect((await rules()).blocked).toMatchObject([{ child_id: people.childId, added_by: 'Ming Tan' }]);
});

test('a parent cannot block the other parent, nor change another family’s child or entry', async () => {
  const { parent, 'other parent': other } = people.callers;
  expect(await refusal(call(parent, 'block_collector', { p_name: 'ming tan' }))).toMatchObject({
    code: 'collector_is_parent',
    field: 'p_name',
  });
  const p_child_id = people.otherChildId;
  expect(await refusal(call(parent, 'block_collector', { p_name: 'X', p_child_id }))).toMatchObject({
    code: 'child_not_found',
  });
  expect(await refusal(call(parent, 'set_going_alone', { p_child_id, p_allowed: true }))).toMatchObject({
    code: 'child_not_found',
  });
  const { blocked } = await call(other, 'block_collector', { p_name: 'X' });
  for (const p_id of [blocked[0]?.id, randomUUID()])
    expect(await refusal(call(parent, 'unblock_collector', { p_id }))).toMatchObject({
      code: 'collector_not_found',
    });
  expect((await rules()).blocked).toEqual([]);
  expect((await rules(other)).blocked).toHaveLength(1);
});

test('names are validated, and the number of blocked people is limited', async () => {
  const { parent } = people.callers;
  for (const args of [
    { p_name: '' },
    { p_name: null },
    { p_name: 'a\nb' },
    { p_name: 'X', p_note: 'x'.repeat(301) },
  ])
    expect(await refusal(call(parent, 'block_collector', args))).toMatchObject({ code: 'invalid_input' });
  for (let n = 0; n < 20; n++) await call(parent, 'block_collector', { p_name: `Person ${n}` });
  expect(await refusal(call(parent, 'block_collector', { p_name: 'One more' }))).toMatchObject({
    code: 'list_full',
  });
});

test('a parent can allow the child to go home alone, and the answer names the parent and the minimum age', async () => {
  const { parent, 'second parent': second } = people.callers;
  const before = (await rules()).children.find(({ child_id }) => child_id === people.childId);
  expect(before).toMatchObject({ may_go_alone: false, is_old_enough: false, decided_at: null });
  expect((await rules()).alone_from_age).toBe(10);
  await call(parent, 'set_going_alone', { p_child_id: people.childId, p_allowed: true });
  const after = (await rules(second)).children.find(({ child_id }) => child_id === people.childId);
  expect(after).toMatchObject({ may_go_alone: true, decided_by: 'Mei Tan' });
  const [entry] = await db.sql`
    select after from public.audit_log where table_name = 'children' and row_key = ${people.childId} order by id desc limit 1`;
  expect(entry?.['after']).toMatchObject({ may_go_alone: true, may_go_alone_by: people.parentId });
});

test('a removed parent, staff and visitors can neither see nor change these rules', async () => {
  const { 'second parent': second, coach, admin } = people.callers;
  await call(people.callers.parent, 'block_collector', { p_name: 'Uncle Bad' });
  await db.sql`update public.families set secondary_parent_id = null where id = ${people.familyId}`;
  for (const who of [second, coach, admin]) {
    expect((await rules(who)).blocked).toEqual([]);
    expect(
      await refusal(call(who, 'set_going_alone', { p_child_id: people.childId, p_allowed: true })),
    ).toMatchObject({ code: 'child_not_found' });
  }
  await db.sql`update public.families set secondary_parent_id = ${people.secondParentId} where id = ${people.familyId}`;
  for (const role of ['visitor', 'service'] as const)
    for (const name of ['get_collection_rules', 'block_collector', 'set_going_alone', 'unblock_collector'])
      expect(
        await sqlState(
          rpc(db, people.callers[role], name, {
            ...(name === 'block_collector' && { p_name: 'X' }),
            ...(name === 'set_going_alone' && { p_child_id: people.childId, p_allowed: true }),
            ...(name === 'unblock_collector' && { p_id: randomUUID() }),
          }),
        ),
      ).toBe('42501');
});

test('the names are in the family’s export, and are erased with the family and with children who no longer come', async () => {
  await call(people.callers.parent, 'block_collector', { p_name: 'Uncle Bad', p_child_id: people.childId });
  expect(JSON.stringify(await rpc(db, people.callers.parent, 'export_family'))).toContain('Uncle Bad');
  await db.sql`select private.erase_family_collection(${people.familyId})`;
  expect((await rules()).blocked).toEqual([]);
  expect((await rules()).children.every(({ may_go_alone }) => !may_go_alone)).toBe(true);
  const [child] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${people.otherFamilyId}, 'Long Gone', '2015-01-01') returning id`;
  await db.sql`
    insert into public.blocked_collectors (family_id, child_id, name) values (${people.otherFamilyId}, ${child.id}, 'Uncle Bad')`;
  await db.sql`alter table public.children disable trigger touch_updated_at`;
  await db.sql`update public.children set updated_at = now() - interval '3 years' where id = ${child.id}`;
  await db.sql`alter table public.children enable trigger touch_updated_at`;
  await purge(db);
  expect(await db.sql`select 1 from public.blocked_collectors where child_id = ${child.id}`).toHaveLength(0);
});
