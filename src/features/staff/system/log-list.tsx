import { formatClock, formatDate, today } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchLog } from './api.ts';
import { type LogRow, nameOf } from './entry.ts';
import { logMessages } from './log-messages.ts';
import { describeChanges } from './log-values.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'family', label: logMessages.ofFamily, placeholder: logMessages.familyHint },
  { kind: 'search', name: 'who', label: logMessages.ofWho, placeholder: logMessages.whoHint },
  {
    kind: 'choice',
    name: 'log',
    label: logMessages.log,
    all: logMessages.changes,
    options: [['looks', logMessages.looks]],
  },
  {
    kind: 'choice',
    name: 'table',
    label: logMessages.table,
    all: logMessages.anyTable,
    options: Object.entries(logMessages.tables),
  },
  {
    kind: 'choice',
    name: 'by',
    label: logMessages.by,
    all: logMessages.anybody,
    options: Object.entries(logMessages.bys),
  },
  { kind: 'day', name: 'from', label: logMessages.from },
  { kind: 'day', name: 'until', label: logMessages.until },
];

const views: readonly OwnView[] = [
  { name: logMessages.changes, search: '' },
  { name: logMessages.looks, search: '?log=looks' },
  { name: logMessages.tables.user_roles, search: '?table=user_roles' },
  { name: logMessages.tables.families, search: '?table=families' },
];

const Moment = ({ at }: { at: string }) => (
  <>
    {formatDate(today(new Date(at)))}
    <small>{formatClock(at)}</small>
  </>
);

const changedLine = (entry: LogRow): string =>
  describeChanges(entry)
    .map(({ field, was, is }) => (was === null ? `${field}: ${is ?? ''}` : `${field}: ${was} → ${is ?? '–'}`))
    .join(', ');

const columns: readonly Column<LogRow>[] = [
  {
    id: 'line',
    title: logMessages.what,
    phone: { order: 1 },
    cell: (entry) => (
      <span className="log-changed">
        <b>{logMessages.actor(entry)}</b> {logMessages.line(entry)}
      </span>
    ),
  },
  {
    id: 'at',
    title: logMessages.at,
    phone: { order: 2, end: true, quiet: true },
    plain: true,
    cell: ({ at }) => <Moment at={at} />,
  },
];

const csv: readonly CsvColumn<LogRow>[] = [
  { title: 'Entry', value: ({ id }) => id },
  { title: 'At', value: ({ at }) => csvMoment(at) },
  { title: 'Who', value: (entry) => logMessages.actor(entry) },
  { title: 'Account', value: ({ user_id }) => user_id },
  { title: 'What', value: (entry) => logMessages.line(entry) },
  { title: 'Did', value: ({ action }) => action },
  { title: 'Table', value: ({ table }) => table },
  { title: 'Row', value: ({ key }) => key },
  { title: 'Family', value: ({ family_id }) => family_id },
  { title: 'Before and after', value: changedLine },
];

export const logList: ListSpec<LogRow> = {
  name: 'log',
  words: logMessages,
  filters,
  // A log is always sorted from the newest entry.
  sorts: ['-at'],
  read: async ({ filter }, after, limit) => {
    const answer = await fetchLog(filter, after === null ? null : Number(after), limit);
    if (!answer.ok) return answer;
    const { next, rows, ...page } = answer.value;
    const log = filter['log'] === 'looks' ? 'looks' : 'changes';
    return {
      ok: true,
      value: {
        ...page,
        rows: rows.map((row): LogRow => ({ ...row, log })),
        next: next === null ? null : String(next),
      },
    };
  },
  views,
  columns,
  csv,
  idOf: nameOf,
};
