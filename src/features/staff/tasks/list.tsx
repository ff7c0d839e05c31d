import { type StaffTask, taskKinds, taskSorts } from '#contract/management-tasks.ts';
import { formatDate, today } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { taskTitle } from '#ui/staff/task/messages.ts';
import { linkPath } from '#ui/staff/task/task-path.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchTasks } from './api.ts';
import { kindMessages, listMessages as words } from './messages.ts';

export function DueTag({ task: { due_on, done_at } }: { task: StaffTask }) {
  if (due_on === null) return <span className="quiet">{words.noDay}</span>;
  const tone = done_at !== null || due_on > today() ? '' : due_on < today() ? 'bad' : 'warn';
  return <span className={`tag ${tone}`}>{formatDate(due_on, { year: false })}</span>;
}

const aboutText = ({ link }: StaffTask): string | null =>
  link === null ? null : [link.title, link.text, link.day && formatDate(link.day)].filter(Boolean).join(', ');

/** Names whom or what a task is about, with a link if this person may open its screen. */
export function About({ task, isManager }: { task: StaffTask; isManager: boolean }) {
  const href = task.link && linkPath(task.link, isManager);
  return href === null ? (
    <>{aboutText(task)}</>
  ) : (
    <a className="task-link" href={href}>
      {aboutText(task)}
    </a>
  );
}

const ownerOf = ({ is_mine, owner }: StaffTask) => (is_mine ? words.me : (owner ?? words.nobody));

const columns: readonly Column<StaffTask>[] = [
  { id: 'task', title: words.task, phone: { order: 1, wide: true }, cell: taskTitle },
  {
    id: 'due',
    title: words.dueOn,
    phone: { order: 2 },
    sorted: true,
    plain: true,
    cell: (task) => <DueTag task={task} />,
  },
  { id: 'owner', title: words.owner, phone: { order: 3, end: true }, plain: true, cell: ownerOf },
  { id: 'about', title: words.about, phone: { order: 4, quiet: true }, plain: true, cell: aboutText },
  {
    id: 'created',
    title: words.created,
    phone: { order: 5, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ created_at, created_by }) => (
      <>
        <Moment at={created_at} year={false} />
        {created_by !== null && <small>{created_by}</small>}
      </>
    ),
  },
];

const csv: readonly CsvColumn<StaffTask>[] = [
  { title: 'Task', value: taskTitle },
  { title: 'Kind', value: ({ kind }) => kindMessages[kind] },
  { title: 'About', value: aboutText },
  { title: 'Owner', value: ({ owner }) => owner },
  { title: 'Due', value: ({ due_on }) => (due_on === null ? null : formatDate(due_on)) },
  { title: 'Note', value: ({ note }) => note },
  { title: 'Created', value: ({ created_at }) => csvMoment(created_at) },
  { title: 'Created by', value: ({ created_by }) => created_by },
  { title: 'Done', value: ({ done_at }) => (done_at === null ? null : csvMoment(done_at)) },
  { title: 'Done by', value: ({ done_by }) => done_by },
];

export const taskList: ListSpec<StaffTask> = {
  name: 'tasks',
  words,
  filters: [
    { kind: 'search', name: 'search', label: words.search, placeholder: words.searchHint },
    {
      kind: 'choice',
      name: 'whose',
      label: words.whose,
      all: words.anybody,
      options: [
        ['mine', words.mine],
        ['unowned', words.unowned],
      ],
    },
    {
      kind: 'choice',
      name: 'due',
      label: words.due,
      all: words.anyDay,
      options: [
        ['due', words.dueNow],
        ['overdue', words.overdue],
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: words.kind,
      all: words.anyKind,
      options: taskKinds.map((kind) => [kind, kindMessages[kind]] as const),
    },
    { kind: 'choice', name: 'state', label: words.state, all: words.open, options: [['done', words.done]] },
  ],
  sorts: taskSorts,
  read: ({ filter, sort }, after, limit) => fetchTasks(filter, sort, after, limit),
  views: [
    { name: words.open, search: '' },
    { name: words.mine, search: '?whose=mine' },
    { name: words.unowned, search: '?whose=unowned' },
    { name: words.overdue, search: '?due=overdue' },
    { name: words.done, search: '?state=done' },
  ],
  columns,
  csv,
  idOf: ({ task_id }) => task_id,
};
