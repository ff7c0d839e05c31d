import type { ErrorCode } from '#contract/errors.ts';
import type { SaveTask, StaffTask, StaffTaskDetails } from '#contract/management-tasks.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; what: 'saved' | 'done' | 'open' }
  | { state: 'refused'; code: ErrorCode; field?: string };

export function createTaskDetailsStore(onChanged: (task: StaffTask) => void) {
  const detail = createDetail<StaffTaskDetails, ErrorCode, Outcome>({
    name: 'task',
    read: api.fetchTask,
    readsOnReturn: true,
    onRead: ({ task }) => onChanged(task),
  });
  /** Returns the answer for the form, or null if another action is running. */
  async function save(body: SaveTask) {
    const answers: Awaited<ReturnType<typeof api.saveTask>>[] = [];
    await detail.act(async () => {
      const answer = await api.saveTask(body);
      answers.push(answer);
      return outcomeOf(answer, () => ({ state: 'done', what: 'saved' }));
    });
    return answers[0] ?? null;
  }
  const setDone = (isDone: boolean) =>
    detail.act(async ({ task }) =>
      outcomeOf(await api.setTaskDone(task.task_id, isDone), () => ({
        state: 'done',
        what: isDone ? 'done' : 'open',
      })),
    );
  return { ...detail, save, setDone };
}
export type TaskDetailsStore = ReturnType<typeof createTaskDetailsStore>;
