import { type SaveTask, StaffTaskDetails, StaffTasks, TaskOwners } from '#contract/management-tasks.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchTasks = readList('list_tasks', StaffTasks);

export const fetchTask = (id: string) =>
  asMember((token) => callRpc('get_task', { p_task_id: id }, StaffTaskDetails, token));

export const fetchOwners = () => asMember((token) => callRpc('list_task_owners', {}, TaskOwners, token));

/** Saves a task. Sending a new task again stores it only once. */
export const saveTask = (task: SaveTask) =>
  asMember((token) => callRpc('save_task', { p_task: { ...task } }, StaffTaskDetails, token));

export const setTaskDone = (id: string, isDone: boolean) =>
  asMember((token) => callRpc('set_task_done', { p_task_id: id, p_done: isDone }, StaffTaskDetails, token));
