import type { StaffOrder } from '#contract/management-orders.ts';
import { orderSorts } from '#contract/management-orders.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney, toDollars } from '#domain/money.ts';
import { formatPhone } from '#contract/phone-format.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchOrders } from './api.ts';
import { channelMessages, listMessage, stateMessages, toneOf } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessage.search, placeholder: listMessage.searchHint },
  {
    ...{ kind: 'choice', name: 'state', label: listMessage.state, all: listMessage.allStates },
    options: Object.entries(listMessage.states),
  },
  {
    ...{ kind: 'choice', name: 'channel', label: listMessage.channel, all: listMessage.allChannels },
    options: Object.entries(channelMessages),
  },
  { kind: 'day', name: 'from', label: listMessage.from },
  { kind: 'day', name: 'until', label: listMessage.until },
];

const views: readonly OwnView[] = [
  { name: listMessage.all, search: '' },
  { name: listMessage.states.decide, search: '?state=decide' },
  { name: listMessage.states.refunded, search: '?state=refunded' },
  { name: listMessage.states.open, search: '?state=open' },
];

export const StateTag = ({ state }: { state: string }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state] ?? state}</span>
);

const columns: readonly Column<StaffOrder>[] = [
  { id: 'number', title: listMessage.number, phone: { order: 1 }, cell: ({ number }) => number },
  {
    id: 'state',
    title: listMessage.state,
    phone: { order: 2, end: true },
    plain: true,
    cell: ({ state }) => <StateTag state={state} />,
  },
  {
    ...{ id: 'name', title: listMessage.parent, phone: { order: 3 }, plain: true },
    cell: ({ name, children }) => (
      <>
        {name ?? listMessage.nobody}
        {children.length > 0 && <small>{children.join(', ')}</small>}
      </>
    ),
  },
  {
    id: 'what',
    title: listMessage.what,
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ titles }) => titles.join(', '),
  },
  {
    ...{
      id: 'total',
      title: listMessage.total,
      phone: { order: 4, strong: true },
      sorted: true,
      numbers: true,
      plain: true,
    },
    cell: ({ total_cents, refunded_cents }) => (
      <>
        {formatMoney(total_cents)}
        {refunded_cents > 0 && <small>{listMessage.back(refunded_cents)}</small>}
      </>
    ),
  },
  {
    id: 'created',
    title: listMessage.created,
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
  { title: 'Opened', value: ({ created_at }) => formatMoment(created_at) },
  { title: 'Paid', value: ({ paid_at }) => (paid_at === null ? null : formatMoment(paid_at)) },
  { title: 'Parent', value: ({ name }) => name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
  { title: 'Children', value: ({ children }) => children.join(', ') },
  { title: 'Bought', value: ({ titles }) => titles.join(', ') },
  { title: 'Total S$', value: ({ total_cents }) => toDollars(total_cents) },
  { title: 'Paid S$', value: ({ paid_cents }) => toDollars(paid_cents) },
  { title: 'Refunded S$', value: ({ refunded_cents }) => toDollars(refunded_cents) },
];

export const orderList: ListSpec<StaffOrder> = {
  name: 'orders',
  words: listMessage,
  filters,
  sorts: orderSorts,
  read: ({ filter, sort }, after, limit) => fetchOrders(filter, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ order_id }) => order_id,
};
