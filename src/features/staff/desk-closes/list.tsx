import { type DeskClose, deskCloseSorts, deskMethods } from '#contract/desk-closes.ts';
import { toDollars } from '#domain/money.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchCloses } from './api.ts';
import { listMessages as words, methodMessages, partMessage, totalMessage } from './messages.ts';

const columns: readonly Column<DeskClose>[] = [
  {
    id: 'day',
    title: words.day,
    phone: { order: 1 },
    cell: (row) => (
      <>
        {partMessage(row)}
        <small>{row.seller ?? words.noSeller}</small>
      </>
    ),
  },
  {
    id: 'difference',
    title: words.difference,
    phone: { order: 2, end: true },
    plain: true,
    cell: (row) => <span className={`tag ${row.is_different ? 'bad' : 'good'}`}>{totalMessage(row)}</span>,
  },
  ...deskMethods.map((method, index): Column<DeskClose> => ({
    id: method,
    title: methodMessages[method],
    phone: { order: 3 + index, quiet: true, wide: true },
    plain: true,
    cell: ({ amounts }) => {
      const { counted_cents, expected_cents } = amounts[method];
      return words.countedOf(counted_cents, expected_cents);
    },
  })),
  { id: 'note', title: words.note, phone: { order: 7, wide: true }, plain: true, cell: ({ note }) => note },
  {
    id: 'closed',
    title: words.closedAt,
    phone: { order: 8, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ closed_at }) => <Moment at={closed_at} />,
  },
];

const csv: readonly CsvColumn<DeskClose>[] = [
  { title: 'Day', value: ({ day }) => day },
  { title: 'Part', value: ({ number_on_day }) => number_on_day },
  { title: 'Seller', value: ({ seller }) => seller },
  ...deskMethods.flatMap((method): CsvColumn<DeskClose>[] => [
    {
      title: `${methodMessages[method]} expected S$`,
      value: ({ amounts }) => toDollars(amounts[method].expected_cents),
    },
    {
      title: `${methodMessages[method]} counted S$`,
      value: ({ amounts }) => toDollars(amounts[method].counted_cents),
    },
    {
      title: `${methodMessages[method]} difference S$`,
      value: ({ amounts }) => toDollars(amounts[method].counted_cents - amounts[method].expected_cents),
    },
  ]),
  { title: 'PayNow references', value: ({ references }) => references.join('; ') },
  { title: 'Difference S$', value: ({ difference_cents }) => toDollars(difference_cents) },
  { title: 'Note', value: ({ note }) => note },
  { title: 'Signed', value: ({ closed_at }) => csvMoment(closed_at) },
];

export const closeList: ListSpec<DeskClose> = {
  name: 'desk-closes',
  words,
  filters: [
    { kind: 'search', name: 'search', label: words.search, placeholder: words.searchHint },
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      all: words.anyState,
      options: [
        ['different', words.different],
        ['equal', words.equal],
      ],
    },
    { kind: 'day', name: 'from', label: words.from },
    { kind: 'day', name: 'until', label: words.until },
  ],
  sorts: deskCloseSorts,
  read: ({ filter, sort }, after, limit) => fetchCloses(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: words.different, search: '?state=different' },
  ],
  columns,
  csv,
  idOf: ({ close_id }) => close_id,
};
