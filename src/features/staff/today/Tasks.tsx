import type { ManagementToday } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { planLine, taskTitle } from '#ui/staff/task/messages.ts';
import { taskPath } from '#ui/staff/task/task-path.ts';
import { taskMessages } from './messages.ts';
import { TodoList } from './TodoList.tsx';

/** Lists open tasks. Those of the signed-in person come first. */
export const Tasks = ({ tasks }: Pick<ManagementToday, 'tasks'>) => (
  <TodoList
    id="tasks"
    title={taskMessages.heading}
    href={`${staffPaths.managementTasks}?due=due`}
    none={taskMessages.none}
    rows={tasks}
    rest={taskMessages.all(tasks.count)}
  >
    {(task) => (
      <li key={task.task_id}>
        <p className="line">
          <b>
            <a href={taskPath(task.task_id)}>{taskTitle(task)}</a>
          </b>
          {task.is_mine && <span className="tag">{taskMessages.mine}</span>}
        </p>
        <p className="quiet">{planLine(task)}</p>
      </li>
    )}
  </TodoList>
);
