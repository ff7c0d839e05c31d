import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { StaffTaskDetails, type StaffTask, StaffTasks } from '#contract/management-tasks.ts';
import type { TestDatabase } from './database.ts';
import { type Cast, makeCast } from './sql-people.ts';
import * as x from './sql.ts';

type Part = keyof Cast['callers'];

/** A cast with the calls about tasks, each as an admin unless it names somebody else. */
export async function makeTasks(db: TestDatabase) {
  const cast = await makeCast(db);
  let taskCount = 0;
  const call = (name: string, body: Record<string, unknown>, part: Part = 'admin') =>
    x.rpc(db, cast.callers[part], name, body);
  const list = async (filter: Record<string, unknown> = {}, part: Part = 'admin', more = {}) =>
    v.parse(StaffTasks, await call('list_tasks', { p_filter: filter, ...more }, part));
  const titles = async (filter: Record<string, unknown> = {}) =>
    (await list({ kind: 'todo', ...filter })).rows.map(({ title }) => title);
  const save = async (change: Record<string, unknown> = {}) => {
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
  ) => save({ task_id, version, title, note, due_on, owner_id, ...to });
  const tick = async (id: string, done: boolean, part: Part = 'admin') =>
    v.parse(StaffTaskDetails, await call('set_task_done', { p_task_id: id, p_done: done }, part)).task;
  const dayIn = async (days: number) => {
    const [row] = await db.sql<
      [{ day: string }]
    >`select (private.calendar_today() + ${days}::integer)::text as day`;
    return row.day;
  };
  return { cast, adminId: cast.callers.admin.sub ?? '', call, list, titles, save, change, tick, dayIn };
}
export type Tasks = Awaited<ReturnType<typeof makeTasks>>;
