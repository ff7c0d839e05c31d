import { type Payout, payoutSorts, payoutStatuses } from '#contract/payouts.ts';
import { formatDate, today } from '#domain/dates.ts';
import { toDollars } from '#domain/money.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchPayouts } from './api.ts';
import {
  amountMessage,
  listMessages as words,
  monthMessage,
  signedMoney,
  statusMessages,
} from './messages.ts';
import { lastMonths } from './model.ts';

const MONTHS = 36;

export const StatusTag = ({ payout: { status } }: { payout: Payout }) => (
  <span className={`tag ${status === 'paid' ? 'good' : status === 'failed' ? 'bad' : ''}`}>
    {statusMessages[status]}
  </span>
);

/**
 * Returns whether the contents of a payout are known. Stripe never lists those of a payout that
 * somebody requested, and lists those of the others a little later.
 */
const isListed = ({ is_automatic, parts }: Payout) => is_automatic && parts > 0;

const columns: readonly Column<Payout>[] = [
  {
    id: 'arrival',
    title: words.arrival,
    phone: { order: 1 },
    sorted: true,
    cell: ({ arrival_on }) => formatDate(arrival_on),
  },
  {
    id: 'status',
    title: words.status,
    phone: { order: 3 },
    plain: true,
    cell: (payout) => <StatusTag payout={payout} />,
  },
  {
    id: 'made',
    title: words.made,
    phone: 'hidden',
    plain: true,
    cell: ({ made_at }) => <Moment at={made_at} />,
  },
  {
    id: 'gross',
    title: words.gross,
    phone: 'hidden',
    plain: true,
    numbers: true,
    cell: (payout) => (isListed(payout) ? signedMoney(payout.gross_cents) : words.unknown),
  },
  {
    id: 'fees',
    title: words.fees,
    phone: 'hidden',
    plain: true,
    numbers: true,
    cell: (payout) => (isListed(payout) ? signedMoney(-payout.fees_cents) : words.unknown),
  },
  {
    id: 'net',
    title: words.net,
    phone: { order: 2, end: true, strong: true },
    plain: true,
    numbers: true,
    cell: (payout) => amountMessage(payout),
  },
  {
    id: 'parts',
    title: words.parts,
    phone: { order: 4, end: true, quiet: true },
    plain: true,
    cell: (payout) => (isListed(payout) ? words.partsOf(payout.parts) : words.notListed),
  },
];

const csv: readonly CsvColumn<Payout>[] = [
  { title: 'Arrives', value: ({ arrival_on }) => arrival_on },
  { title: 'Sent', value: ({ made_at }) => csvMoment(made_at) },
  { title: 'Payout', value: ({ reference }) => reference },
  { title: 'Status', value: ({ status }) => statusMessages[status] },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Payments', value: ({ payments_cents }) => toDollars(payments_cents) },
  { title: 'Refunds', value: ({ refunds_cents }) => toDollars(refunds_cents) },
  { title: 'Disputes', value: ({ disputes_cents }) => toDollars(disputes_cents) },
  { title: 'Failed payouts', value: ({ returned_cents }) => toDollars(returned_cents) },
  { title: 'Other', value: ({ other_cents }) => toDollars(other_cents) },
  { title: 'Gross', value: ({ gross_cents }) => toDollars(gross_cents) },
  { title: 'Fees', value: ({ fees_cents }) => toDollars(fees_cents) },
  { title: 'Net', value: ({ net_cents }) => toDollars(net_cents) },
  { title: 'At the bank', value: ({ amount_cents }) => toDollars(amount_cents) },
  { title: 'Parts', value: ({ parts }) => parts },
];

export const payoutList: ListSpec<Payout> = {
  name: 'payouts',
  words,
  filters: [
    {
      kind: 'choice',
      name: 'month',
      label: words.month,
      all: words.anyMonth,
      options: lastMonths(today(), MONTHS).map((month) => [month, monthMessage(month)]),
    },
    {
      kind: 'choice',
      name: 'status',
      label: words.status,
      all: words.anyStatus,
      options: payoutStatuses.map((status) => [status, statusMessages[status]]),
    },
  ],
  sorts: payoutSorts,
  read: ({ filter, sort }, after, limit) => fetchPayouts(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: words.failed, search: '?status=failed' },
  ],
  columns,
  csv,
  idOf: ({ payout_id }) => payout_id,
};
