/** Tests tasks of staff: who sees, writes and ticks them, and the list (docs/decisions "Tasks"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { StaffTasks, TaskOwners } from '#contract/management-tasks.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { reserveSpot } from '#support/sql-leads.ts';
import type { People } from '#support/sql-people.ts';
import { makeTasks, type Tasks } from '#support/sql-tasks.ts';
import { refusal, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let tasks: Tasks;
beforeAll(async () => {
  db = await createDatabase();
  tasks = await makeTasks(db);
});
beforeEach(() => db.sql`delete from public.tasks`);
afterAll(() => db.drop());

type Role = keyof People['callers'];
const calls: [string, Record<string, unknown>, 'staff' | 'admins'][] = [
  ['list_tasks', {}, 'staff'],
  ['get_task', { p_task_id: randomUUID() }, 'staff'],
  ['set_task_done', { p_task_id: randomUUID(), p_done: true }, 'staff'],
  ['list_task_owners', {}, 'admins'],
  ['save_task', { p_task: { task_id: randomUUID() } }, 'admins'],
];
describe.each(calls)('%s', (name, body, whose) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(tasks.call(name, body, role))).toBe('42501'),
  );
  const refused: Role[] = [
    'parent',
    'second parent',
    'other parent',
    ...(whose === 'admins' ? (['coach'] as const) : []),
  ];
  test.each(refused)('%s is refused', async (role) =>
    expect(await refusal(tasks.call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('a coach sees and ticks only their own tasks, without the family or the order', async () => {
  const [order] = await db.sql<[{ id: string }]>`
    select id from public.orders where family_id = ${tasks.cast.familyId} limit 1`;
  const others = await tasks.saveTask({ owner_id: tasks.adminId });
  const own = await tasks.saveTask({
    owner_id: tasks.cast.coachId,
    link: { kind: 'family', id: tasks.cast.familyId },
  });
  await tasks.saveTask({ owner_id: tasks.cast.coachId, link: { kind: 'order', id: order.id } });
  const { rows, count } = await tasks.listTasks({}, 'coach');
  expect([rows.map(({ link }) => link), count]).toEqual([[null, null], 2]);
  expect(JSON.stringify(rows)).not.toContain(tasks.cast.familyId);
  // A task about a child who is not on the coach's roster today does not name the child.
  const [stranger] = await db.sql<[{ id: string; name: string }]>`
    insert into public.children (family_id, name, dob) values (${tasks.cast.familyId}, 'Zed Unseen', '2018-01-01') returning id, name`;
  await tasks.saveTask({ owner_id: tasks.cast.coachId, link: { kind: 'child', id: stranger.id } });
  expect(JSON.stringify(await tasks.listTasks({}, 'coach'))).not.toContain(stranger.name);
  expect(JSON.stringify(await tasks.listTasks({}, 'admin'))).toContain(stranger.name);

  for (const work of [
    () => tasks.call('get_task', { p_task_id: others.task_id }, 'coach'),
    () => tasks.setDone(others.task_id, true, 'coach'),
    () => tasks.listTasks({}, 'coach', { p_after: others.task_id }),
  ])
    expect(await refusal(work())).toMatchObject({ code: 'task_not_found' });
  expect(await tasks.setDone(own.task_id, true, 'coach')).toMatchObject({ done_by: 'coach@example.test' });
  expect((await tasks.setDone(own.task_id, false, 'coach')).done_at).toBeNull();
});

test('a task’s owner must be staff who may see what the task is about', async () => {
  const owners = v.parse(TaskOwners, await tasks.call('list_task_owners', {}));
  expect(owners[0]).toMatchObject({ id: tasks.adminId, is_me: true, is_coach_only: false });
  expect(owners.find(({ id }) => id === tasks.cast.coachId)).toMatchObject({ is_coach_only: true });
  const { token } = await reserveSpot(db, { email: 'owner@example.test' });
  const [lead] = await db.sql<[{ id: string }]>`select id from public.leads where token = ${token}`;
  const parentId = tasks.cast.parentId;
  for (const [owner, link] of [
    [tasks.cast.coachId, { kind: 'lead', id: lead.id }],
    [parentId, null],
    [randomUUID(), null],
    ['x', null],
  ])
    expect(await refusal(tasks.saveTask({ owner_id: owner, link }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_task.owner_id',
    });
});

test.each<[Record<string, unknown>, string]>([
  [{ title: '' }, 'p_task.title'],
  [{ title: 'x'.repeat(201) }, 'p_task.title'],
  [{ note: 'x'.repeat(1001) }, 'p_task.note'],
  [{ due_on: '2026-02-31' }, 'p_task.due_on'],
  [{ due_on: '2020-01-01' }, 'p_task.due_on'],
  [{ due_on: 20 }, 'p_task.due_on'],
  [{ task_id: 'x' }, 'p_task.task_id'],
  [{ link: { kind: 'profiles', id: randomUUID() } }, 'p_task.link'],
  [{ link: { kind: 'family', id: randomUUID() } }, 'p_task.link'],
  [{ link: { kind: 'order' } }, 'p_task.link'],
])('%o is refused', async (body, field) =>
  expect(await refusal(tasks.saveTask(body))).toMatchObject({ code: 'invalid_input', field }),
);

test('the list can be filtered by owner, day and state, and has pages by day', async () => {
  const [overdue, today, later, none] = await Promise.all([
    tasks.saveTask({ owner_id: tasks.adminId, title: 'Overdue' }),
    tasks.saveTask({ due_on: await tasks.readDayIn(0), title: 'Today' }),
    tasks.saveTask({ due_on: await tasks.readDayIn(9), title: 'Later' }),
    tasks.saveTask({ title: 'Someday' }),
  ]);
  await db.sql`update public.tasks set due_on = private.calendar_today() - 2 where id = ${overdue.task_id}`;
  expect(await tasks.listTitles()).toEqual(['Overdue', 'Today', 'Later', 'Someday']);
  expect(await tasks.listTitles({ whose: 'mine' })).toEqual(['Overdue']);
  expect(await tasks.listTitles({ whose: 'unowned' })).toEqual(['Today', 'Later', 'Someday']);
  expect(await tasks.listTitles({ due: 'overdue' })).toEqual(['Overdue']);
  expect(await tasks.listTitles({ due: 'due' })).toEqual(['Overdue', 'Today']);
  expect(await tasks.listTitles({ search: 'later' })).toEqual(['Later']);
  await tasks.setDone(later.task_id, true);
  expect([await tasks.listTitles({ state: 'done' }), await tasks.listTitles()]).toEqual([
    ['Later'],
    ['Overdue', 'Today', 'Someday'],
  ]);
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const page: StaffTasks = await tasks.listTasks({ kind: 'todo' }, 'admin', { p_after: after, p_limit: 1 });
    paged.push(...page.rows.map(({ task_id }) => task_id));
    after = page.next;
  } while (after !== null);
  expect(paged).toEqual([overdue.task_id, today.task_id, none.task_id]);
});

test('Today shows tasks that are due, the caller’s own first', async () => {
  await tasks.saveTask({ due_on: await tasks.readDayIn(0), title: 'Unowned' });
  await tasks.saveTask({ owner_id: tasks.adminId, title: 'Mine' });
  await tasks.saveTask({ owner_id: tasks.cast.coachId, title: 'Another’s without a day' });
  await tasks.saveTask({ due_on: await tasks.readDayIn(1), title: 'Tomorrow' });
  const { tasks: due } = v.parse(ManagementToday, await tasks.call('get_management_today', {}));
  expect([due.first.map(({ title }) => title), due.count]).toEqual([['Mine', 'Unowned'], 2]);
});

test('sending a new task twice stores it once, and a change of an old version is refused', async () => {
  const id = randomUUID();
  const first = await tasks.saveTask({ task_id: id, title: 'Once' });
  expect(await tasks.saveTask({ task_id: id, title: 'Once' })).toEqual(first);
  const second = await tasks.change(first, { title: 'Changed' });
  expect(await refusal(tasks.change(first, { title: 'Lost' }))).toMatchObject({
    code: 'changed_meanwhile',
  });
  expect((await tasks.listTasks({ kind: 'todo' })).rows).toEqual([second]);
});
