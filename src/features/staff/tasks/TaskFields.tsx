import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StaffTask, TaskOwners } from '#contract/management-tasks.ts';
import type { Fault } from '#domain/fault.ts';
import { Button } from '#ui/Button.tsx';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import '#ui/people/error-summary.css';
import { fetchOwners } from './api.ts';
import type { TaskForm } from './form.ts';
import { fieldFault, formMessages } from './messages.ts';
import { fieldsFor } from './model.ts';

/** Returns the people to whom a task can be given. The list is empty until it has been read, or if reading fails. */
export function useOwners(): TaskOwners {
  const [owners, setOwners] = useState<TaskOwners>([]);
  useEffect(() => {
    void fetchOwners().then((answer) => answer.ok && setOwners(answer.value));
  }, []);
  return owners;
}

interface Props {
  form: TaskForm;
  kind: StaffTask['kind'];
  latest: string | null;
  owners: TaskOwners;
  onLeave: () => void;
}

/** If saving fails, the typed values stay. */
export function TaskFields({ form, kind, latest, owners, onLeave }: Props) {
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const fields = fieldsFor(kind, owners, latest);
  const labelOf = (id: string) => fields.find(({ path }) => path === id)?.label ?? id;
  const messageOf = (fault: Fault, path: string) => fieldFault(fault, path, latest);
  return (
    <Form form={form} className="task-form" labelOf={labelOf} messageOf={messageOf}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <Fields fields={fields} form={form} messageOf={messageOf} />
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {formMessages.save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.leave}
        </Button>
      </div>
    </Form>
  );
}
