import type { StaffTask, TaskLink } from '#contract/management-tasks.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const kindMessages: Record<StaffTask['kind'], string> = {
  todo: 'Tasks',
  lead: 'Leads',
  decision: 'Decisions',
  bounce: 'E-mail addresses',
};

export const listMessages = {
  empty: [
    'Nothing to do.',
    'Tasks that you or your colleagues create appear here, with open decisions, leads to follow up and e-mail addresses to fix.',
  ],
  title: 'Tasks',
  one: 'task',
  several: 'tasks',
  viewOff: hiddenMessage('Tasks show names and contact details'),
  search: 'Search tasks',
  searchHint: 'Words, name, e-mail',
  kind: 'Kind',
  anyKind: 'Any kind',
  whose: 'Owner',
  anybody: 'Any owner',
  mine: 'Mine',
  unowned: 'No owner',
  due: 'Due',
  anyDay: 'Any day',
  dueNow: 'Today or earlier',
  overdue: 'Overdue',
  state: 'State',
  open: 'Open',
  done: 'Done',
  task: 'Task',
  about: 'About',
  owner: 'Owner',
  dueOn: 'Due',
  noDay: 'No day',
  created: 'Created',
  make: 'New task',
  nobody: 'Nobody',
  me: 'You',
} as const;

export const detailMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The task did not load.',
  notFound: 'We can’t find this task. It may have been deleted, or given to somebody else.',
  markDone: 'Mark as done',
  markOpen: 'Mark as not done',
  take: 'Take this task',
  owner: 'Owner',
  dueOn: 'Due',
  latest: 'Latest day',
  about: 'About',
  note: 'Note',
  reason: 'Reason',
  change: 'Change',
  answerThere: 'Answer it in Decisions',
  made: ({ created_by, created_at }: StaffTask) =>
    [created_by === null ? 'Since' : `Created by ${created_by},`, formatMoment(created_at)].join(' '),
  doneBy: ({ done_by, done_at }: StaffTask) =>
    done_at === null
      ? null
      : `${done_by === null ? 'No longer needed' : `Done by ${done_by}`}, ${formatMoment(done_at)}`,
} as const;

const abouts: Record<TaskLink['kind'], string> = {
  family: 'New task about this family',
  child: 'New task about this child',
  order: 'New task about this order',
  camp: 'New task about this camp',
  session: 'New task about this class',
  lead: 'Follow up this lead',
};

export const formMessages = {
  titleNew: (kind: TaskLink['kind'] | null): string => (kind === null ? 'New task' : abouts[kind]),
  title: { label: 'What to do', hint: 'For example: Call Mrs Tan about the lost helmet' },
  owner: { label: 'Owner', hint: 'Without an owner, every admin finds it under “No owner”.' },
  nobody: listMessages.nobody,
  me: (name: string) => `${name} (you)`,
  due: { label: 'Due on' },
  followUp: (latest: string | null) => ({
    label: 'Follow up on',
    ...(latest !== null && { hint: `It can’t wait longer than ${formatDate(latest)}.` }),
  }),
  note: {
    label: 'Note',
    hint: 'The owner reads the title and the note, even if the owner is a coach. The family can see them when they download their data. Please do not write about a child’s health.',
  },
  reason: { label: 'Reason', hint: 'Tell colleagues why this has to wait.' },
  save: 'Save',
  leave: 'Cancel',
} as const;

/** Returns the error of a field. `latest` is the last day to which the task can be put off, if there is one. */
export function fieldFault(fault: Fault, path: string, latest: string | null): string {
  if (fault.kind === 'not_accepted' && path === 'due_on')
    return 'Please choose today or a later day within the next two years.';
  if (fault.kind === 'day_over')
    return latest === null
      ? 'Please choose an earlier day.'
      : `Please choose ${formatDate(latest)} or an earlier day.`;
  if (fault.kind === 'missing' && path === 'note') return 'Please say why this has to wait.';
  return faultMessage(fault);
}

export function doneMessage(outcome: Extract<Outcome, { state: 'done' }>): string {
  switch (outcome.what) {
    case 'saved':
      return 'Saved.';
    case 'done':
      return 'Marked as done.';
    case 'open':
      return 'Marked as not done.';
  }
}

export const refusals: OwnMessages = rereadRefusals;
