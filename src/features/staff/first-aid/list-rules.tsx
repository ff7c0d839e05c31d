import { firstAidSorts, type StaffFirstAidRow } from '#contract/first-aid.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { createList } from '#ui/staff/table/list.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { createViews } from '#ui/staff/table/views.ts';
import { fetchFirstAid } from './api.ts';
import { listWords } from './messages.ts';
import { TellParent } from './TellParent.tsx';

export type Place = readonly [id: string, name: string];

const filtersOf = (places: readonly Place[]): readonly Filter[] => [
  { kind: 'search', name: 'search', label: listWords.search, placeholder: listWords.searchHint },
  {
    ...{ kind: 'choice', name: 'informed', label: listWords.told, all: listWords.anyTold },
    options: [
      ['open', listWords.open],
      ['informed', listWords.isTold],
    ],
  },
  {
    ...{ kind: 'choice', name: 'place', label: listWords.place, all: listWords.anyPlace },
    options: places.map(([id, name]) => [id, name] as const),
  },
  { kind: 'day', name: 'from', label: listWords.from },
  { kind: 'day', name: 'until', label: listWords.until },
];

export const firstAidList = (places: readonly Place[]) =>
  createList<StaffFirstAidRow>({
    filters: filtersOf(places),
    sorts: firstAidSorts,
    read: ({ filter, sort }, after, limit) => fetchFirstAid(filter, sort, after, limit),
  });
export type FirstAidList = ReturnType<typeof firstAidList>;
export const firstAidViews = () => createViews('first aid');

export const columnsOf = (list: FirstAidList): readonly Column<StaffFirstAidRow>[] => [
  { id: 'child', title: listWords.child, cell: ({ child_name }) => child_name },
  {
    ...{ id: 'happened', title: listWords.happened, sorted: true, plain: true },
    cell: ({ happened_at }) => <Moment at={happened_at} />,
  },
  {
    ...{ id: 'where', title: listWords.where, plain: true },
    cell: ({ title, location }) => (
      <>
        {title}
        <small>{location}</small>
      </>
    ),
  },
  {
    ...{ id: 'injury', title: listWords.injury, plain: true },
    cell: ({ injury, treatment }) => (
      <>
        {injury}
        <small>{treatment}</small>
      </>
    ),
  },
  { id: 'by', title: listWords.by, plain: true, cell: ({ written_by }) => written_by },
  {
    ...{ id: 'informed', title: listWords.told, plain: true },
    cell: (row) => <TellParent row={row} onTold={(now) => list.replace(({ id }) => id === row.id, now)} />,
  },
];

export const firstAidFile: { name: string; columns: readonly CsvColumn<StaffFirstAidRow>[] } = {
  name: 'first-aid.csv',
  columns: [
    { title: 'Child', value: ({ child_name }) => child_name },
    { title: 'Day', value: ({ day }) => formatDate(day) },
    { title: 'When', value: ({ happened_at }) => formatMoment(happened_at) },
    { title: 'Class or camp', value: ({ title }) => title },
    { title: 'Place', value: ({ location }) => location },
    { title: 'What happened', value: ({ injury }) => injury },
    { title: 'What was done', value: ({ treatment }) => treatment },
    { title: 'Recorded by', value: ({ written_by }) => written_by },
    {
      title: 'Parent told',
      value: ({ parent_informed_at }) =>
        parent_informed_at === null ? 'not yet' : formatMoment(parent_informed_at),
    },
    { title: 'Told by', value: ({ parent_informed_by }) => parent_informed_by },
  ],
};
