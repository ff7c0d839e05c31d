import { planLine, taskMessages, type TaskState } from './messages.ts';
import { taskPath } from './task-path.ts';

interface Props {
  task: TaskState | null;
  what: string;
  /** The form that makes the task; without one only an existing task has a link. */
  newHref?: string;
}

/** Who takes care of a lead or a decision and until when it waits, with the way to change that. */
export function TaskPlan({ task, what, newHref }: Props) {
  const href = task === null ? newHref : taskPath(task.task_id);
  return (
    <p className="quiet">
      {planLine(task)}
      {href !== undefined && (
        <>
          {' · '}
          <a href={href} aria-label={taskMessages.planOf(what)}>
            {taskMessages.plan}
          </a>
        </>
      )}
    </p>
  );
}
