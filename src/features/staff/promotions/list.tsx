import {
  type PromotionState,
  promotionSorts,
  promotionStates,
  type StaffPromotion,
} from '#contract/management-promotions.ts';
import { toDollars } from '#domain/money.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchPromotions } from './api.ts';
import {
  datesMessage,
  limitsMessage,
  listMessages as words,
  offMessage,
  productsMessage,
  stateMessages,
  toneOf,
} from './messages.ts';

export const StateTag = ({ state }: { state: PromotionState }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state]}</span>
);

const columns: readonly Column<StaffPromotion>[] = [
  {
    id: 'code',
    title: words.code,
    phone: { order: 1 },
    cell: ({ code, campaign }) => (
      <>
        {code}
        {campaign !== null && <small>{campaign}</small>}
      </>
    ),
  },
  { id: 'state', title: words.state, phone: { order: 2, end: true }, plain: true, cell: StateTag },
  {
    id: 'off',
    title: words.off,
    phone: { order: 3 },
    plain: true,
    cell: (row) => (
      <>
        {offMessage(row)}
        <small>{productsMessage(row)}</small>
      </>
    ),
  },
  {
    id: 'limits',
    title: words.limits,
    phone: { order: 5, wide: true, quiet: true },
    plain: true,
    cell: (row) => (
      <>
        {limitsMessage(row)}
        <small>{datesMessage(row)}</small>
      </>
    ),
  },
  {
    id: 'used',
    title: words.used,
    phone: { order: 4, end: true },
    plain: true,
    cell: ({ used, left }) => (
      <>
        {words.usedTimes(used)}
        <small>{words.left(left)}</small>
      </>
    ),
  },
  {
    id: 'revenue',
    title: words.revenue,
    phone: { order: 6 },
    plain: true,
    cell: ({ revenue_cents, discount_cents }) => (
      <>
        {words.sold(revenue_cents)}
        <small>{words.given(discount_cents)}</small>
      </>
    ),
  },
  {
    id: 'created',
    title: words.created,
    phone: { order: 7, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ created_at, created_by }) => (
      <>
        <Moment at={created_at} />
        <small>{created_by}</small>
      </>
    ),
  },
];

const csv: readonly CsvColumn<StaffPromotion>[] = [
  { title: 'Code', value: ({ code }) => code },
  { title: 'Campaign', value: ({ campaign }) => campaign },
  { title: 'State', value: ({ state }) => stateMessages[state] },
  { title: 'Takes off', value: offMessage },
  { title: 'Products', value: productsMessage },
  { title: 'Limits', value: limitsMessage },
  { title: 'First moment', value: ({ valid_from }) => csvMoment(valid_from) },
  { title: 'Ends', value: ({ valid_until }) => csvMoment(valid_until) },
  { title: 'Used', value: ({ used }) => used },
  { title: 'Left', value: ({ left }) => left },
  { title: 'Discount S$', value: ({ discount_cents }) => toDollars(discount_cents) },
  { title: 'Revenue S$', value: ({ revenue_cents }) => toDollars(revenue_cents) },
  { title: 'Created', value: ({ created_at }) => csvMoment(created_at) },
  { title: 'Created by', value: ({ created_by }) => created_by },
];

export const promotionList: ListSpec<StaffPromotion> = {
  name: 'promotions',
  words,
  filters: [
    { kind: 'search', name: 'search', label: words.search, placeholder: words.searchHint },
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      all: words.anyState,
      options: promotionStates.map((state) => [state, stateMessages[state]] as const),
    },
  ],
  sorts: promotionSorts,
  read: ({ filter, sort }, after, limit) => fetchPromotions(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: stateMessages.running, search: '?state=running' },
    { name: stateMessages.ended, search: '?state=ended' },
  ],
  columns,
  csv,
  idOf: ({ promotion_id }) => promotion_id,
};
