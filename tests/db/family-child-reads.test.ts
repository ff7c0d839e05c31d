/**
 * Tests what the office reads about a child on the family page: who must never collect it, whether it may go home
 * alone, its levels and its first aid. Each read of names or of first aid is logged.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StaffChildProfile } from '#contract/family-child.ts';
import { StaffFirstAidRow } from '#contract/first-aid.ts';
import { FamilyPage } from '#contract/management-families.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`delete from public.blocked_collectors`;
  await db.sql`delete from public.first_aid_log`;
  await db.sql`delete from public.level_changes`;
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, args: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, args);
const pageChild = async () => {
  const page = v.parse(FamilyPage, await call('get_family_page', { p_family_id: people.familyId }));
  const child = page.children.find(({ id }) => id === people.childId);
  if (!child) throw new Error('the child is missing');
  return child;
};
const firstAid = async (id = people.childId, role: Role = 'admin') =>
  v.parse(v.array(StaffFirstAidRow), await call('get_child_first_aid', { p_child_id: id }, role));
const countReads = async (table: string) => {
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::integer as count from public.access_log
    where accessed_table = ${table} and access_type = 'details' and child_id = ${people.childId}`;
  return row.count;
};

describe('get_child_first_aid', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(firstAid(people.childId, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)(
    '%s is refused, and nothing is logged',
    async (role) => {
      const before = await countReads('first_aid_log');
      expect(await refusal(firstAid(people.childId, role))).toMatchObject({ code: 'not_allowed' });
      expect(await countReads('first_aid_log')).toBe(before);
    },
  );
  test('an unknown child is refused', async () =>
    expect(await refusal(firstAid(randomUUID()))).toMatchObject({ code: 'child_not_found' }));
  test('an admin reads the child’s own entries, the newest first, and each read is logged once', async () => {
    const [{ session_id }] = await db.sql<[{ session_id: string }]>`
      select session_id from public.bookings where child_id = ${people.childId} and session_date = ${people.today}`;
    const write = (child: string, at: string, injury: string) => db.sql`
      insert into public.first_aid_log (id, child_id, session_id, day, happened_at, injury, treatment, written_by)
      values (gen_random_uuid(), ${child}, ${session_id}, ${people.today}, ${at}, ${injury}, 'Plaster', ${people.coachId})`;
    await write(people.childId, `${people.today}T09:00:00+08:00`, 'Knee');
    await write(people.childId, `${people.today}T10:00:00+08:00`, 'Elbow');
    await write(people.otherChildId, `${people.today}T11:00:00+08:00`, 'Nose');
    const before = await countReads('first_aid_log');
    expect((await firstAid()).map(({ injury, parent_informed_at }) => [injury, parent_informed_at])).toEqual([
      ['Elbow', null],
      ['Knee', null],
    ]);
    expect(await countReads('first_aid_log')).toBe(before + 1);
  });
});

test('the page counts who must never collect, and only the logged read names them', async () => {
  expect((await pageChild()).collection.blocked).toBe(0);
  await call(
    'block_collector',
    { p_name: 'Ah Kow', p_child_id: people.childId, p_note: 'Grey beard' },
    'parent',
  );
  await call('block_collector', { p_name: 'Bea Lim' }, 'second parent');
  await call('block_collector', { p_name: 'Somebody else' }, 'other parent');
  expect((await pageChild()).collection.blocked).toBe(2);
  expect(JSON.stringify(await call('get_family_page', { p_family_id: people.familyId }))).not.toContain(
    'Ah Kow',
  );
  const before = await countReads('child_health');
  const profile = v.parse(StaffChildProfile, await call('get_child_details', { p_child_id: people.childId }));
  expect(profile.blocked_collectors).toEqual([
    { name: 'Ah Kow', note: 'Grey beard' },
    { name: 'Bea Lim', note: null },
  ]);
  expect(await countReads('child_health')).toBe(before + 1);
});

test('until a parent answers, going home alone is not said; afterwards the page says who answered', async () => {
  await db.sql`
    update public.children set may_go_alone = false, may_go_alone_at = null, may_go_alone_by = null, dob = '2014-01-01'
    where id = ${people.childId}`;
  expect((await pageChild()).collection).toMatchObject({ going_alone: 'no_consent', decided_at: null });
  await db.sql`update public.profiles set name = 'Mei Tan' where id = ${people.parentId}`;
  await call('set_going_alone', { p_child_id: people.childId, p_allowed: true }, 'parent');
  expect((await pageChild()).collection).toMatchObject({
    going_alone: 'allowed',
    may_go_alone: true,
    decided_by: 'Mei Tan',
  });
  await call('set_going_alone', { p_child_id: people.childId, p_allowed: false }, 'parent');
  expect((await pageChild()).collection).toMatchObject({ going_alone: 'no_consent', may_go_alone: false });
  await db.sql`update public.children set dob = '2022-01-01', may_go_alone = true where id = ${people.childId}`;
  expect((await pageChild()).collection).toMatchObject({ going_alone: 'too_young', may_go_alone: true });
});

test('the page has the levels of the child with who changed them and the note', async () => {
  await db.sql`update public.children set current_level = 2 where id = ${people.childId}`;
  await call('set_child_level', { p_child_id: people.childId, p_level: 3, p_note: 'Well done' }, 'coach');
  await call('set_child_level', { p_child_id: people.childId, p_level: 2 }, 'admin');
  expect((await pageChild()).levels).toMatchObject([
    { before: 3, level: 2, note: null },
    { before: 2, level: 3, note: 'Well done' },
  ]);
});
