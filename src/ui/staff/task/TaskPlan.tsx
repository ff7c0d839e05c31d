import { planLine, taskMessages, type TaskState } from './messages.ts';
import { taskPath } from './task-path.ts';

interface Props {
  task: TaskState | null;
  what: string;
  /** Address of the form that creates the task. Without it, only an existing task has a link. */
  newHref?: string;
}

/** Shows who takes care of a lead or a decision, until when it waits, and a link to change that. */
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
