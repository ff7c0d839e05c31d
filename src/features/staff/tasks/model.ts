import {
  type SaveTask,
  SaveTask as Schema,
  type StaffTask,
  taskLinkKinds,
  type TaskOwners,
} from '#contract/management-tasks.ts';
import type { Faults } from '#domain/fault.ts';
import { isUuid } from '#domain/uuid.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { formMessages as words } from './messages.ts';

export type Link = NonNullable<SaveTask['link']>;

/** Reads `family.<id>` from the address of a new task. Returns null if the task has no subject. */
export function readLink(text: string): Link | null {
  const [name = '', id = ''] = text.split('.');
  const kind = taskLinkKinds.find((candidate) => candidate === name);
  return kind === undefined || !isUuid(id) ? null : { kind, id };
}

const field = fieldsOf(Schema);

/**
 * Returns the fields of a task's form. A task about a lead, a decision or an e-mail address has no title field,
 * because its subject gives the title.
 */
export function fieldsFor(kind: StaffTask['kind'], owners: TaskOwners, latest: string | null): FormField[] {
  const isTodo = kind === 'todo';
  return [
    ...(isTodo ? [field('title', 'text', words.title, { required: true, autoComplete: 'off' })] : []),
    field('owner_id', 'choice', words.owner, {
      none: words.nobody,
      options: owners
        .filter(({ is_coach_only }) => isTodo || !is_coach_only)
        .map(({ id, name, is_me }) => ({ value: id, label: is_me ? words.me(name) : name })),
    }),
    field('due_on', 'date', isTodo ? words.due : words.followUp(latest)),
    field('note', 'area', isTodo ? words.note : words.reason),
  ];
}

export const valuesOf = (task: StaffTask | null): Values => ({
  title: task?.title ?? '',
  owner_id: task?.owner_id ?? '',
  due_on: task?.due_on ?? '',
  note: task?.note ?? '',
});

const textOf = (values: Values, path: string): string | null => {
  const text = (values[path] ?? '').trim();
  return text === '' ? null : text;
};

export function faultsOf(values: Values, kind: StaffTask['kind'], today: string): Faults {
  const faults: Faults = {};
  const due = textOf(values, 'due_on');
  if (kind === 'todo' && textOf(values, 'title') === null) faults['title'] = { kind: 'missing' };
  if (
    (kind === 'decision' || kind === 'bounce') &&
    due !== null &&
    due > today &&
    textOf(values, 'note') === null
  )
    faults['note'] = { kind: 'missing' };
  return faults;
}

/** Returns the request. A new task is sent with its id, and a changed one with the version that it is based on. */
export const bodyOf = (
  values: Values,
  of: { task: StaffTask } | { task: null; id: string; link: Link | null },
): SaveTask => ({
  task_id: of.task === null ? of.id : of.task.task_id,
  version: of.task === null ? null : of.task.version,
  title: textOf(values, 'title'),
  note: textOf(values, 'note'),
  due_on: textOf(values, 'due_on'),
  owner_id: textOf(values, 'owner_id'),
  link: of.task === null ? of.link : null,
});
