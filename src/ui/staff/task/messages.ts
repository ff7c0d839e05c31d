import { formatDate } from '#domain/dates.ts';
import { decisionTitle } from '../messages.ts';

/** The values that name a task. `email` is an address to which mails do not arrive. */
interface TaskSubject {
  kind: 'todo' | 'lead' | 'decision' | 'bounce';
  title: string | null;
  link: { title: string } | null;
  decision_kind: string | null;
  email: string | null;
}
export interface TaskState {
  task_id: string;
  owner: string | null;
  is_mine: boolean;
  due_on: string | null;
  note: string | null;
}

const day = (date: string) => formatDate(date, { year: false });

export const taskMessages = {
  newTask: 'Add task',
  unowned: 'No owner',
  mine: 'You',
  due: (date: string) => `by ${day(date)}`,
  plan: 'Assign or put off',
  planOf: (name: string) => `Assign or put off: ${name}`,
} as const;

export function taskTitle({ kind, title, link, decision_kind, email }: TaskSubject): string {
  switch (kind) {
    case 'todo':
      return title ?? '';
    case 'lead':
      return `Follow up ${link?.title ?? 'a lead'}`;
    case 'decision':
      return decisionTitle(decision_kind ?? '');
    case 'bounce':
      return `Ask for a working address: ${email ?? 'e-mails bounce'}`;
  }
}

export const planLine = (task: TaskState | null): string => {
  if (task === null) return taskMessages.unowned;
  const { owner, is_mine, due_on, note } = task;
  const who = is_mine ? taskMessages.mine : (owner ?? taskMessages.unowned);
  const head = [who, due_on && taskMessages.due(due_on)].filter(Boolean).join(', ');
  return note === null ? head : `${head}: ${note}`;
};
