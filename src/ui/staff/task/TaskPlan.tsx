import { planLine, taskMessages, type TaskState } from './messages.ts';
import { taskPath } from './task-path.ts';

interface Props {
  task: TaskState | null;
  what: string;
  /** The address of the form that creates the task. If it is missing, only an existing task has a link. */
  newHref?: string;
}

/**
 * Shows who takes care of a lead or a decision and until when it waits. A link leads to the form where that can be
 * changed.
 */
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
