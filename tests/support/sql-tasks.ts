import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { StaffTaskDetails, type StaffTask, StaffTasks } from '#contract/management-tasks.ts';
import type { TestDatabase } from './database.ts';
import { type People, makePeople } from './sql-people.ts';
import { rpc } from './sql.ts';

type Role = keyof People['callers'];

/** Makes a cast, and returns functions that call the SQL functions about tasks, as an admin unless told otherwise. */
export async function makeTasks(db: TestDatabase) {
  const people = await makePeople(db);
  let taskCount = 0;
  const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
    rpc(db, people.callers[role], name, body);
  const listTasks = async (filter: Record<string, unknown> = {}, role: Role = 'admin', more = {}) =>
    v.parse(StaffTasks, await call('list_tasks', { p_filter: filter, ...more }, role));
  const listTitles = async (filter: Record<string, unknown> = {}) =>
    (await listTasks({ kind: 'todo', ...filter })).rows.map(({ title }) => title);
  const saveTask = async (change: Record<string, unknown> = {}) => {
    const empty = { note: null, due_on: null, owner_id: null, link: null };
    const p_task = {
      task_id: randomUUID(),
      version: null,
      title: `Call Mrs Tan ${++taskCount}`,
      ...empty,
      ...change,
    };
    return v.parse(StaffTaskDetails, await call('save_task', { p_task })).task;
  };
  const change = (
    { task_id, version, title, note, due_on, owner_id }: StaffTask,
    to: Record<string, unknown>,
  ) => saveTask({ task_id, version, title, note, due_on, owner_id, ...to });
  const setDone = async (id: string, done: boolean, role: Role = 'admin') =>
    v.parse(StaffTaskDetails, await call('set_task_done', { p_task_id: id, p_done: done }, role)).task;
  const readDayIn = async (days: number) => {
    const [row] = await db.sql<
      [{ day: string }]
    >`select (private.calendar_today() + ${days}::integer)::text as day`;
    return row.day;
  };
  return {
    cast: people,
    adminId: people.callers.admin.sub ?? '',
    call,
    listTasks,
    listTitles,
    saveTask,
    change,
    setDone,
    readDayIn,
  };
}
export type Tasks = Awaited<ReturnType<typeof makeTasks>>;
