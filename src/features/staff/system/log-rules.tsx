import { formatClock, formatDate, formatMoment, today } from '#domain/dates.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { createList } from '#ui/staff/table/list.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { createViews, type SavedView } from '#ui/staff/table/views.ts';
import { fetchLog } from './api.ts';
import type { LogRow } from './entry.ts';
import { logWords } from './log-words.ts';
import { changesInWords } from './log-values.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'family', label: logWords.ofFamily, placeholder: logWords.familyHint },
  { kind: 'search', name: 'who', label: logWords.ofWho, placeholder: logWords.whoHint },
  {
    ...{ kind: 'choice', name: 'log', label: logWords.log, all: logWords.changes },
    options: [['looks', logWords.looks]],
  },
  {
    ...{ kind: 'choice', name: 'table', label: logWords.table, all: logWords.anyTable },
    options: Object.entries(logWords.tables),
  },
  {
    ...{ kind: 'choice', name: 'by', label: logWords.by, all: logWords.anybody },
    options: Object.entries(logWords.bys),
  },
  { kind: 'day', name: 'from', label: logWords.from },
  { kind: 'day', name: 'until', label: logWords.until },
];

export const logList = () =>
  createList<LogRow>({
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
  });
export const logViews = () => createViews('log');

export const commonViews: readonly SavedView[] = [
  { name: logWords.changes, search: '' },
  { name: logWords.looks, search: '?log=looks' },
  { name: logWords.tables.user_roles, search: '?table=user_roles' },
  { name: logWords.tables.families, search: '?table=families' },
];

const Moment = ({ at }: { at: string }) => (
  <>
    {formatDate(today(new Date(at)))}
    <small>{formatClock(at)}</small>
  </>
);

const changedLine = (entry: LogRow): string =>
  changesInWords(entry)
    .map(({ field, was, is }) => (was === null ? `${field}: ${is ?? ''}` : `${field}: ${was} → ${is ?? '–'}`))
    .join(', ');

export const logColumns: readonly Column<LogRow>[] = [
  {
    ...{ id: 'line', title: logWords.what },
    cell: (entry) => (
      <span className="log-changed">
        <b>{logWords.actor(entry)}</b> {logWords.line(entry)}
      </span>
    ),
  },
  { id: 'at', title: logWords.at, plain: true, cell: ({ at }) => <Moment at={at} /> },
];

export const logFile: { name: string; columns: readonly CsvColumn<LogRow>[] } = {
  name: 'log.csv',
  columns: [
    { title: 'Entry', value: ({ id }) => id },
    { title: 'At', value: ({ at }) => formatMoment(at) },
    { title: 'Who', value: (entry) => logWords.actor(entry) },
    { title: 'Account', value: ({ user_id }) => user_id },
    { title: 'What', value: (entry) => logWords.line(entry) },
    { title: 'Did', value: ({ action }) => action },
    { title: 'Table', value: ({ table }) => table },
    { title: 'Row', value: ({ key }) => key },
    { title: 'Family', value: ({ family_id }) => family_id },
    { title: 'Before and after', value: changedLine },
  ],
};
