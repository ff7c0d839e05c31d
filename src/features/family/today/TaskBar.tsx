import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { bell } from '#ui/icons.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { buildTasks } from './model.ts';
import type { Today } from './store.ts';
import { taskLabels, taskMessage } from './task-messages.ts';

export function TaskBar({ today, family }: { today: Today; family: FamilyDashboard }) {
  const postponedCount = useStore(today.$later);
  const tasks = buildTasks(family);
  const task = tasks[postponedCount];
  if (!task) return null;
  const nameOf = (id: string) => family.children.find((child) => child.id === id)?.name ?? '';
  const { title, text, action, href } = taskMessage(task, nameOf);
  return (
    <section className="today-todo" aria-label="To do">
      <Icon path={bell} />
      <p role="status">
        <b>
          <WithNames text={title} names={family.children.map(({ name }) => name)} />
        </b>{' '}
        {text}
      </p>
      <ButtonLink small href={href}>
        {action}
      </ButtonLink>
      {tasks.length - postponedCount > 1 && (
        <button type="button" className="text-button" onClick={today.putOff}>
          {taskLabels.later}{' '}
          <span className="sr-only">({taskLabels.of(postponedCount + 1, tasks.length)})</span>
        </button>
      )}
    </section>
  );
}
