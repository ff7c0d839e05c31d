import { formatPhone } from '#contract/phone-format.ts';
import { familySorts, type StaffFamily } from '#contract/management-families.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { createList } from '#ui/staff/table/list.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { createViews, type SavedView } from '#ui/staff/table/views.ts';
import { fetchFamilies } from './api.ts';
import { listWords } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listWords.search, placeholder: listWords.searchHint },
  {
    ...{ kind: 'choice', name: 'kind', label: listWords.kind, all: listWords.all },
    options: Object.entries(listWords.kinds),
  },
];

export const familyList = () =>
  createList<StaffFamily>({
    filters,
    sorts: familySorts,
    read: ({ filter, sort }, after, limit) => fetchFamilies(filter, sort, after, limit),
  });
export const familyViews = () => createViews('families');

export const commonViews: readonly SavedView[] = [
  { name: listWords.all, search: '' },
  { name: listWords.kinds.twice, search: '?kind=twice' },
  { name: listWords.kinds.waits, search: '?kind=waits' },
  { name: listWords.kinds.asked, search: '?kind=asked' },
];

export const childrenLine = ({ children }: Pick<StaffFamily, 'children'>): string =>
  children.map(({ name, age }) => `${name} (${age})`).join(', ');

export const AccountTag = ({ has }: { has: boolean }) => (
  <span className={has ? 'tag good' : 'tag'}>{has ? listWords.account : listWords.guest}</span>
);

export const familyColumns: readonly Column<StaffFamily>[] = [
  { id: 'name', title: listWords.name, sorted: true, cell: ({ name }) => name },
  {
    ...{ id: 'account', title: listWords.accountTitle, plain: true },
    cell: ({ has_account }) => <AccountTag has={has_account} />,
  },
  {
    ...{ id: 'children', title: listWords.children, plain: true },
    cell: (row) => childrenLine(row) || listWords.noChildren,
  },
  {
    ...{ id: 'contact', title: listWords.contact, plain: true },
    cell: ({ email, phone }) => (
      <>
        {email}
        {phone !== null && <small>{formatPhone(phone)}</small>}
      </>
    ),
  },
  { id: 'credits', title: listWords.credits, numbers: true, cell: ({ credits }) => credits },
  { id: 'ahead', title: listWords.ahead, numbers: true, cell: ({ ahead }) => ahead },
  { id: 'orders', title: listWords.orders, numbers: true, cell: ({ orders }) => orders },
  {
    ...{ id: 'created', title: listWords.created, sorted: true, plain: true },
    cell: ({ created_at }) => formatDate(today(new Date(created_at))),
  },
];

export const familyFile: { name: string; columns: readonly CsvColumn<StaffFamily>[] } = {
  name: 'families.csv',
  columns: [
    { title: 'Family', value: ({ name }) => name },
    { title: 'E-mail', value: ({ email }) => email },
    { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
    { title: 'Account', value: ({ has_account }) => (has_account ? 'yes' : 'no') },
    { title: 'Children', value: childrenLine },
    { title: 'Credits', value: ({ credits }) => credits },
    { title: 'Booked ahead', value: ({ ahead }) => ahead },
    { title: 'Paid orders', value: ({ orders }) => orders },
    { title: 'Since', value: ({ created_at }) => formatMoment(created_at) },
  ],
};
