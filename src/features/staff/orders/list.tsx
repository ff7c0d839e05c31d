import type { OrderFilters, StaffOrder } from '#contract/management-orders.ts';
import { orderSorts } from '#contract/management-orders.ts';
import { formatMoney, toDollars } from '#domain/money.ts';
import { formatPhone } from '#contract/phone-format.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { boughtLines, boughtText } from '#ui/staff/messages.ts';
import { csvAction } from '#ui/staff/table/csv-action.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchOrders } from './api.ts';
import { channelMessages, listMessages, stateMessages, toneOf } from './messages.ts';
import { itemOptions } from './item-options.ts';

const filtersOf = (choices: OrderFilters): readonly Filter[] => [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'state',
    label: listMessages.state,
    all: listMessages.usualStates,
    options: Object.entries(listMessages.states),
  },
  {
    kind: 'choice',
    name: 'item',
    label: listMessages.item,
    all: listMessages.allItems,
    options: itemOptions(choices),
  },
  {
    kind: 'choice',
    name: 'base',
    label: listMessages.base,
    all: listMessages.allBases,
    options: choices.bases.map(({ id, name }) => [id, name] as const),
  },
  { kind: 'day', name: 'day', label: listMessages.day },
  {
    kind: 'choice',
    name: 'channel',
    label: listMessages.channel,
    all: listMessages.allChannels,
    options: Object.entries(channelMessages),
  },
  { kind: 'day', name: 'from', label: listMessages.from },
  { kind: 'day', name: 'until', label: listMessages.until },
];

const views: readonly OwnView[] = [
  { name: listMessages.all, search: '' },
  { name: listMessages.states.paid, search: '?state=paid' },
  { name: listMessages.states.decide, search: '?state=decide' },
  { name: listMessages.states.refunded, search: '?state=refunded' },
  { name: listMessages.states.rest_open, search: '?state=rest_open' },
  { name: listMessages.states.open, search: '?state=open' },
  { name: listMessages.states.lapsed, search: '?state=lapsed' },
];

export const StateTag = ({ state }: { state: string }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state] ?? state}</span>
);

const columns: readonly Column<StaffOrder>[] = [
  { id: 'number', title: listMessages.number, phone: { order: 1 }, cell: ({ number }) => number },
  {
    id: 'state',
    title: listMessages.state,
    phone: { order: 2, end: true },
    plain: true,
    cell: ({ state }) => <StateTag state={state} />,
  },
  {
    id: 'name',
    title: listMessages.parent,
    phone: { order: 3 },
    plain: true,
    cell: ({ name, children }) => (
      <>
        {name ?? listMessages.unnamed}
        {children.length > 0 && <small>{children.join(', ')}</small>}
      </>
    ),
  },
  {
    id: 'what',
    title: listMessages.bought,
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ bought }) =>
      boughtLines(bought).map(({ what, where }) => (
        <span key={`${what} ${where}`} className="bought">
          {what}
          {where !== '' && <small>{where}</small>}
        </span>
      )),
  },
  {
    id: 'total',
    title: listMessages.total,
    phone: { order: 4, strong: true },
    sorted: true,
    numbers: true,
    plain: true,
    cell: ({ total_cents, refunded_cents, open_cents }) => (
      <>
        {formatMoney(total_cents)}
        {open_cents > 0 && <small>{listMessages.open(open_cents)}</small>}
        {refunded_cents > 0 && <small>{listMessages.refunded(refunded_cents)}</small>}
      </>
    ),
  },
  {
    id: 'created',
    title: listMessages.created,
    phone: { order: 6, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];

const csv: readonly CsvColumn<StaffOrder>[] = [
  { title: 'Order', value: ({ number }) => number },
  { title: 'State', value: ({ state }) => stateMessages[state] ?? state },
  { title: 'Sold', value: ({ channel }) => channelMessages[channel] },
  { title: 'Sold by', value: ({ seller }) => seller },
  { title: 'Opened', value: ({ created_at }) => csvMoment(created_at) },
  { title: 'Paid', value: ({ paid_at }) => csvMoment(paid_at) },
  { title: 'Parent', value: ({ name }) => name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
  { title: 'Children', value: ({ children }) => children.join(', ') },
  { title: 'Bought', value: ({ bought }) => boughtText(bought) },
  { title: 'Total S$', value: ({ total_cents }) => toDollars(total_cents) },
  { title: 'Paid S$', value: ({ paid_cents }) => toDollars(paid_cents) },
  { title: 'Refunded S$', value: ({ refunded_cents }) => toDollars(refunded_cents) },
];

export const orderListWith = (choices: OrderFilters): ListSpec<StaffOrder> => ({
  name: 'orders',
  words: listMessages,
  filters: filtersOf(choices),
  sorts: orderSorts,
  read: ({ filter, sort }, after, limit) => fetchOrders(filter, sort, after, limit),
  views,
  columns,
  csv,
  bulk: { nameOf: ({ number }) => number, actions: [csvAction('orders-selected.csv', csv)] },
  idOf: ({ order_id }) => order_id,
});
