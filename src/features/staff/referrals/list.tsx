import { referralSorts, referralStates, type StaffReferral } from '#contract/referrals.ts';
import { formatMoney } from '#domain/money.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchReferrals } from './api.ts';
import { listMessages as words, reasonMessages, stateMessages, toneOf } from './messages.ts';

export const StateTag = ({ state }: { state: StaffReferral['state'] }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state]}</span>
);
const reasonOf = ({ reason }: StaffReferral) => (reason === null ? null : reasonMessages[reason]);

const columns: readonly Column<StaffReferral>[] = [
  { id: 'family', title: words.family, phone: { order: 1 }, cell: words.familyName },
  { id: 'state', title: words.state, phone: { order: 2, end: true }, plain: true, cell: StateTag },
  { id: 'friend', title: words.friend, phone: { order: 3, wide: true }, plain: true, cell: words.friendName },
  {
    id: 'reason',
    title: words.reason,
    phone: { order: 4, wide: true, quiet: true },
    plain: true,
    cell: (row) => reasonOf(row) ?? words.noReason,
  },
  {
    id: 'credit',
    title: words.credit,
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ credit_cents }) => formatMoney(credit_cents),
  },
  {
    id: 'ordered',
    title: words.ordered,
    phone: { order: 6, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ ordered_at }) => <Moment at={ordered_at} />,
  },
];

const csv: readonly CsvColumn<StaffReferral>[] = [
  { title: 'Referred by', value: words.familyName },
  { title: 'Friend', value: words.friendName },
  { title: 'State', value: ({ state }) => stateMessages[state] },
  { title: 'Reason', value: reasonOf },
  { title: 'Credit', value: ({ credit_cents }) => formatMoney(credit_cents) },
  { title: 'Order', value: ({ number }) => number },
  { title: 'Booked', value: ({ ordered_at }) => csvMoment(ordered_at) },
];

export const referralList: ListSpec<StaffReferral> = {
  name: 'referrals',
  words,
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      all: words.anyState,
      options: referralStates.map((state) => [state, stateMessages[state]] as const),
    },
  ],
  sorts: referralSorts,
  read: ({ filter, sort }, after, limit) => fetchReferrals(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: stateMessages.review, search: '?state=review' },
    { name: stateMessages.given, search: '?state=given' },
  ],
  columns,
  csv,
  idOf: ({ id }) => id,
};
