import { SaveTask, type StaffTask } from '#contract/management-tasks.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { refusals } from './messages.ts';
import { bodyOf, faultsOf, type Link, valuesOf } from './model.ts';

interface Rules<Value> {
  of: { task: StaffTask } | { task: null; id: string; link: Link | null };
  send: (body: SaveTask) => Promise<Answer<Value> | null>;
  onSent: (value: Value) => void;
}

export const createTaskForm = <Value>({ of, send, onSent }: Rules<Value>) => {
  const kind = of.task?.kind ?? (of.task === null && of.link?.kind === 'lead' ? 'lead' : 'todo');
  return createForm(SaveTask, {
    empty: valuesOf(of.task),
    read(values) {
      const faults = faultsOf(values, kind, today());
      return { faults, body: Object.keys(faults).length > 0 ? null : bodyOf(values, of) };
    },
    send,
    onSent(value: Value) {
      onSent(value);
      return null;
    },
    onRefused: async ({ code }) => ({ tone: 'bad', text: await errorText(code, refusals) }) as const,
    fieldOf: (path) =>
      ['title', 'owner_id', 'due_on', 'note'].find((name) => path === name || path === `p_task.${name}`) ??
      null,
    faultOf: ({ code }) =>
      code === 'past_deadline'
        ? { kind: 'day_over' }
        : code === 'invalid_input'
          ? { kind: 'not_accepted' }
          : null,
  });
};
export type TaskForm = Pick<
  ReturnType<typeof createTaskForm>,
  '$values' | '$faults' | '$failedSubmits' | '$busy' | '$outcome' | 'change' | 'submit'
>;
