import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { StaffTask, StaffTaskDetails } from '#contract/management-tasks.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles, hasManagerRole } from '#domain/managers.ts';
import { Button } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { useNewInAddress } from '#ui/kit/new-in-address.ts';
import { Managed } from '#ui/staff/Managed.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import type { List } from '#ui/staff/table/list.ts';
import { saveTask } from './api.ts';
import { createTaskDetailsStore, type TaskDetailsStore } from './detail.ts';
import { createTaskForm } from './form.ts';
import { taskList } from './list.tsx';
import { detailMessages, formMessages, listMessages } from './messages.ts';
import { readLink } from './model.ts';
import { TaskFields, useOwners } from './TaskFields.tsx';
import { TaskSheet } from './TaskSheet.tsx';

interface Props {
  list: List<StaffTask>;
  detail: TaskDetailsStore;
  isManager: boolean;
}

/**
 * The button and the form for a new task. `?new=…` in the address opens the form for a task about a family or an
 * order, for example.
 */
function Actions({ list, detail, isManager }: Props) {
  const [about, setAbout] = useNewInAddress();
  const close = () => setAbout(null);
  if (!isManager) return null;
  return (
    <>
      <Button kind="solid" small onClick={() => setAbout('')}>
        {listMessages.make}
      </Button>
      {about !== null && (
        <NewTask
          about={about}
          onClose={close}
          onMade={(id) => {
            close();
            void list.read();
            detail.open(id);
          }}
        />
      )}
    </>
  );
}

function NewTask({
  about,
  onClose,
  onMade,
}: {
  about: string;
  onClose: () => void;
  onMade: (id: string) => void;
}) {
  const owners = useOwners();
  const [link] = useState(() => readLink(about));
  const [form] = useState(() =>
    createTaskForm({
      of: { task: null, id: crypto.randomUUID(), link },
      send: saveTask,
      onSent: ({ task }) => onMade(task.task_id),
    }),
  );
  return (
    <SideFrame
      title={formMessages.titleNew(link?.kind ?? null)}
      titleId="new-task"
      closeLabel={detailMessages.close}
      onClose={onClose}
    >
      <TaskFields
        form={form}
        kind={link?.kind === 'lead' ? 'lead' : 'todo'}
        latest={null}
        owners={owners}
        onLeave={onClose}
      />
    </SideFrame>
  );
}

/**
 * On this screen (`/management/tasks`), staff see what must be done, by whom and by when. Coaches see only their own
 * tasks.
 */
const Tasks = createListScreen<
  StaffTask,
  StaffTaskDetails,
  ErrorCode,
  TaskDetailsStore,
  { isManager: boolean }
>({
  list: taskList,
  detail: createTaskDetailsStore,
  Sheet: TaskSheet,
  sheet: { notFound: 'task_not_found', words: detailMessages },
  Actions,
});

const guard = createAccess({ roles: ['coach', ...managerRoles], fallback: paths.home });

export default inBoundary(() => (
  <Managed guard={guard} why={listMessages.viewOff}>
    {({ roles }) => <Tasks isManager={hasManagerRole(roles)} />}
  </Managed>
));
