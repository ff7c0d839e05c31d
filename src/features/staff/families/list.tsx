import { formatPhone } from '#contract/phone-format.ts';
import { familySorts, type StaffFamily } from '#contract/management-families.ts';
import { formatDate, today } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { MailAddress } from '#ui/staff/MailAddress.tsx';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchFamilies } from './api.ts';
import { listMessages } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'kind',
    label: listMessages.kind,
    all: listMessages.all,
    options: Object.entries(listMessages.kinds),
  },
];

const views: readonly OwnView[] = [
  { name: listMessages.all, search: '' },
  { name: listMessages.kinds.twice, search: '?kind=twice' },
  { name: listMessages.kinds.waits, search: '?kind=waits' },
  { name: listMessages.kinds.proposals, search: '?kind=proposals' },
];

export const childrenLine = ({ children }: Pick<StaffFamily, 'children'>): string =>
  children.map(({ name, age }) => `${name} (${age})`).join(', ');

export const AccountTag = ({ has }: { has: boolean }) => (
  <span className={has ? 'tag good' : 'tag'}>{has ? listMessages.account : listMessages.guest}</span>
);

const columns: readonly Column<StaffFamily>[] = [
  { id: 'name', title: listMessages.name, phone: { order: 1 }, sorted: true, cell: ({ name }) => name },
  {
    id: 'account',
    title: listMessages.accountTitle,
    phone: { order: 2, end: true },
    plain: true,
    cell: ({ has_account }) => <AccountTag has={has_account} />,
  },
  {
    id: 'children',
    title: listMessages.children,
    phone: { order: 3 },
    plain: true,
    cell: (row) => childrenLine(row) || listMessages.noChildren,
  },
  {
    id: 'contact',
    title: listMessages.contact,
    phone: { order: 5, wide: true, quiet: true },
    plain: true,
    cell: ({ email, phone }) => (
      <>
        <MailAddress address={email} />
        {phone !== null && <small>{formatPhone(phone)}</small>}
      </>
    ),
  },
  {
    id: 'credits',
    title: listMessages.credits,
    phone: { order: 6, quiet: true },
    numbers: true,
    cell: ({ credits }) => credits,
  },
  {
    id: 'ahead',
    title: listMessages.ahead,
    phone: { order: 6, quiet: true },
    numbers: true,
    cell: ({ ahead }) => ahead,
  },
  {
    id: 'orders',
    title: listMessages.orders,
    phone: { order: 6, quiet: true },
    numbers: true,
    cell: ({ orders }) => orders,
  },
  {
    id: 'created',
    title: listMessages.created,
    phone: { order: 4, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ created_at }) => formatDate(today(new Date(created_at))),
  },
];

const csv: readonly CsvColumn<StaffFamily>[] = [
  { title: 'Family', value: ({ name }) => name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
  { title: 'Account', value: ({ has_account }) => (has_account ? 'yes' : 'no') },
  { title: 'Children', value: childrenLine },
  { title: 'Credits', value: ({ credits }) => credits },
  { title: 'Booked ahead', value: ({ ahead }) => ahead },
  { title: 'Paid orders', value: ({ orders }) => orders },
  { title: 'Since', value: ({ created_at }) => csvMoment(created_at) },
];

export const familyList: ListSpec<StaffFamily> = {
  name: 'families',
  words: listMessages,
  filters,
  sorts: familySorts,
  read: ({ filter, sort }, after, limit) => fetchFamilies(filter, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ family_id }) => family_id,
};
