import { type StaffVoucher, type VoucherState, voucherSorts, voucherStates } from '#contract/vouchers.ts';
import { formatMoney, toDollars } from '#domain/money.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchVouchers } from './api.ts';
import { listMessages as words, paidMessage, stateMessages, toneOf, untilMessage } from './messages.ts';

export const StateTag = ({ state }: { state: VoucherState }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state]}</span>
);

const columns: readonly Column<StaffVoucher>[] = [
  {
    id: 'code',
    title: words.code,
    phone: { order: 1 },
    cell: ({ cents, last_four }) => (
      <>
        {formatMoney(cents)}
        <small>{words.ends(last_four)}</small>
      </>
    ),
  },
  { id: 'state', title: words.state, phone: { order: 2, end: true }, plain: true, cell: StateTag },
  {
    id: 'buyer',
    title: words.buyer,
    phone: { order: 3 },
    plain: true,
    cell: ({ buyer_name, recipient_name }) => (
      <>
        {buyer_name ?? words.nobody}
        {recipient_name !== null && <small>{words.recipient(recipient_name)}</small>}
      </>
    ),
  },
  {
    id: 'paid',
    title: words.paid,
    phone: { order: 4, wide: true, quiet: true },
    plain: true,
    cell: (row) => (
      <>
        {paidMessage(row)}
        <small>{untilMessage(row)}</small>
      </>
    ),
  },
  {
    id: 'issued',
    title: words.issued,
    phone: { order: 5, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ issued_at, issued_by }) => (
      <>
        <Moment at={issued_at} />
        <small>{issued_by}</small>
      </>
    ),
  },
];

const csv: readonly CsvColumn<StaffVoucher>[] = [
  { title: 'Code ends in', value: ({ last_four }) => last_four },
  { title: 'Amount S$', value: ({ cents }) => toDollars(cents) },
  { title: 'State', value: ({ state }) => stateMessages[state] },
  { title: 'Buyer', value: ({ buyer_name }) => buyer_name },
  { title: 'E-mail', value: ({ buyer_email }) => buyer_email },
  { title: 'For', value: ({ recipient_name }) => recipient_name },
  { title: 'Payment', value: paidMessage },
  { title: 'Last day', value: ({ valid_until }) => valid_until },
  { title: 'Sold', value: ({ issued_at }) => csvMoment(issued_at) },
  { title: 'Sold by', value: ({ issued_by }) => issued_by },
  { title: 'Redeemed', value: ({ redeemed_at }) => csvMoment(redeemed_at) },
  { title: 'Family', value: ({ family_name }) => family_name },
  { title: 'Cancelled', value: ({ cancelled_at }) => csvMoment(cancelled_at) },
  { title: 'Note', value: ({ cancel_note }) => cancel_note },
];

export const voucherList: ListSpec<StaffVoucher> = {
  name: 'vouchers',
  words,
  filters: [
    { kind: 'search', name: 'search', label: words.search, placeholder: words.searchHint },
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      all: words.anyState,
      options: voucherStates.map((state) => [state, stateMessages[state]] as const),
    },
  ],
  sorts: voucherSorts,
  read: ({ filter, sort }, after, limit) => fetchVouchers(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: stateMessages.open, search: '?state=open' },
    { name: stateMessages.redeemed, search: '?state=redeemed' },
  ],
  columns,
  csv,
  idOf: ({ voucher_id }) => voucher_id,
};
