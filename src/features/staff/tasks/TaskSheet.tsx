import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { StaffTaskDetails, TaskOwners } from '#contract/management-tasks.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { taskTitle } from '#ui/staff/task/messages.ts';
import type { Outcome, TaskDetailsStore } from './detail.ts';
import { createTaskForm } from './form.ts';
import { About, DueTag } from './list.tsx';
import { detailMessages as words, doneMessage, listMessages, refusals } from './messages.ts';
import { bodyOf, valuesOf } from './model.ts';
import { TaskFields, useOwners } from './TaskFields.tsx';

interface Props {
  detail: TaskDetailsStore;
  record: StaffTaskDetails;
  isManager: boolean;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** A coach reads a task and ticks it off. An admin can also change it and give it to somebody. */
export const TaskSheet = (props: Props) =>
  props.isManager ? <ManagerTask {...props} /> : <TaskView {...props} owners={[]} />;

function ManagerTask(props: Props) {
  const owners = useOwners();
  const [editing, setEditing] = useState(false);
  const stopEditing = () => setEditing(false);
  return editing ? (
    <EditTask {...props} owners={owners} onLeave={stopEditing} />
  ) : (
    <TaskView {...props} owners={owners} onEdit={() => setEditing(true)} />
  );
}

interface WithOwners extends Props {
  owners: TaskOwners;
}

function EditTask({ detail, record: { task }, owners, onLeave }: WithOwners & { onLeave: () => void }) {
  const [form] = useState(() => createTaskForm({ of: { task }, send: detail.save, onSent: onLeave }));
  return (
    <>
      <h2 id="side-title">{taskTitle(task)}</h2>
      <TaskFields form={form} kind={task.kind} latest={task.latest_on} owners={owners} onLeave={onLeave} />
    </>
  );
}

function TaskView({
  detail,
  record: { task },
  isManager,
  owners,
  onEdit,
}: WithOwners & { onEdit?: () => void }) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const ownEntry = owners.find(({ is_me }) => is_me);
  const isOpen = task.done_at === null;
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">{taskTitle(task)}</h2>
        <p className="quiet">{words.made(task)}</p>
        {!isOpen && <p className="quiet">{words.doneBy(task)}</p>}
        <dl className="side-sums">
          <Sum title={words.owner}>
            {task.is_mine ? listMessages.me : (task.owner ?? listMessages.nobody)}
          </Sum>
          <Sum title={words.dueOn}>
            <DueTag task={task} />
          </Sum>
          {isOpen && task.latest_on !== null && <Sum title={words.latest}>{formatDate(task.latest_on)}</Sum>}
          {task.link !== null && (
            <Sum title={words.about}>
              <About task={task} isManager={isManager} />
            </Sum>
          )}
        </dl>
        <div className="row side-acts">
          {task.kind === 'decision' ? (
            <a className="task-link" href={staffPaths.managementDecisions}>
              {words.answerThere}
            </a>
          ) : (
            <Button
              kind={isOpen ? 'solid' : 'line'}
              small
              busy={busy}
              onClick={() => void detail.setDone(isOpen)}
            >
              {isOpen ? words.markDone : words.markOpen}
            </Button>
          )}
          {isOpen && ownEntry && !task.is_mine && (
            <Button
              kind="line"
              small
              busy={busy}
              onClick={() => void detail.save(bodyOf({ ...valuesOf(task), owner_id: ownEntry.id }, { task }))}
            >
              {words.take}
            </Button>
          )}
          {isOpen && onEdit && (
            <Button kind="line" small busy={busy} onClick={onEdit}>
              {words.change}
            </Button>
          )}
        </div>
      </header>
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      {task.note !== null && (
        <section className="sheet" aria-labelledby="task-note">
          <header>
            <h3 id="task-note">{task.kind === 'todo' ? words.note : words.reason}</h3>
          </header>
          <p className="task-words">{task.note}</p>
        </section>
      )}
    </>
  );
}
const Sum = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
