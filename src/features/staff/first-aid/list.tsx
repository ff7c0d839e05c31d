import { firstAidSorts, type StaffFirstAidRow } from '#contract/first-aid.ts';
import { formatDate } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchFirstAid } from './api.ts';
import { listMessages } from './messages.ts';
import { TellParent } from './TellParent.tsx';

export type BaseOption = readonly [id: string, name: string];

const filtersOf = (locations: readonly BaseOption[]): readonly Filter[] => [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'informed',
    label: listMessages.parentInformed,
    all: listMessages.anyTold,
    options: [
      ['open', listMessages.open],
      ['informed', listMessages.isInformed],
    ],
  },
  {
    kind: 'choice',
    name: 'place',
    label: listMessages.place,
    all: listMessages.anyPlace,
    options: locations.map(([id, name]) => [id, name] as const),
  },
  { kind: 'day', name: 'from', label: listMessages.from },
  { kind: 'day', name: 'until', label: listMessages.until },
];

const columns: readonly Column<StaffFirstAidRow>[] = [
  { id: 'child', title: listMessages.child, phone: { order: 1 }, cell: ({ child_name }) => child_name },
  {
    id: 'happened',
    title: listMessages.happenedAt,
    phone: { order: 2, end: true },
    sorted: true,
    plain: true,
    cell: ({ happened_at }) => <Moment at={happened_at} />,
  },
  {
    id: 'where',
    title: listMessages.where,
    phone: { order: 3 },
    plain: true,
    cell: ({ title, location }) => (
      <>
        {title}
        <small>{location}</small>
      </>
    ),
  },
  {
    id: 'injury',
    title: listMessages.injury,
    phone: { order: 5, wide: true },
    plain: true,
    cell: ({ injury, treatment }) => (
      <>
        {injury}
        <small>{treatment}</small>
      </>
    ),
  },
  {
    id: 'by',
    title: listMessages.by,
    phone: { order: 4, end: true },
    plain: true,
    cell: ({ written_by }) => written_by,
  },
  {
    id: 'informed',
    title: listMessages.parentInformed,
    phone: { order: 6, wide: true },
    plain: true,
    cell: (row, list) => (
      <TellParent row={row} onTold={(now) => list.replace(({ id }) => id === row.id, now)} />
    ),
  },
];

const csv: readonly CsvColumn<StaffFirstAidRow>[] = [
  { title: 'Child', value: ({ child_name }) => child_name },
  { title: 'Day', value: ({ day }) => formatDate(day) },
  { title: 'When', value: ({ happened_at }) => csvMoment(happened_at) },
  { title: 'Class or camp', value: ({ title }) => title },
  { title: 'Location', value: ({ location }) => location },
  { title: 'What happened', value: ({ injury }) => injury },
  { title: 'What was done', value: ({ treatment }) => treatment },
  { title: 'Recorded by', value: ({ written_by }) => written_by },
  {
    title: 'Parent told',
    value: ({ parent_informed_at }) =>
      parent_informed_at === null ? 'not yet' : csvMoment(parent_informed_at),
  },
  { title: 'Told by', value: ({ parent_informed_by }) => parent_informed_by },
];

export const firstAidList = (locations: readonly BaseOption[]): ListSpec<StaffFirstAidRow> => ({
  name: 'first-aid',
  words: listMessages,
  filters: filtersOf(locations),
  sorts: firstAidSorts,
  read: ({ filter, sort }, after, limit) => fetchFirstAid(filter, sort, after, limit),
  views: [
    { name: listMessages.all, search: '' },
    { name: listMessages.open, search: '?informed=open' },
  ],
  columns,
  csv,
  idOf: ({ id }) => id,
});
