import { type StaffWaiting, type StaffWaitlist, waitlistSorts } from '#contract/management-waitlists.ts';
import { formatPhone } from '#contract/phone-format.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchWaitlists } from './api.ts';
import { beginsMessage, listMessages, queueMessages, statusMessages } from './messages.ts';
import { freeOf } from './model.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'state',
    label: listMessages.state,
    all: listMessages.allStates,
    options: Object.entries(listMessages.states),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: listMessages.kind,
    all: listMessages.allKinds,
    options: Object.entries(listMessages.kinds),
  },
];

const views: readonly OwnView[] = [
  { name: listMessages.waitingNow, search: '' },
  { name: listMessages.states.offered, search: '?state=offered' },
  { name: listMessages.states.unconfirmed, search: '?state=unconfirmed' },
  { name: listMessages.states.over, search: '?state=over&sort=-starts' },
];

const columns: readonly Column<StaffWaitlist>[] = [
  {
    id: 'place',
    title: listMessages.place,
    phone: { order: 1 },
    cell: ({ title, location }) => (
      <>
        {title}
        <small>{location}</small>
      </>
    ),
  },
  {
    id: 'starts',
    title: listMessages.starts,
    phone: { order: 3, quiet: true },
    sorted: true,
    plain: true,
    cell: (place) => (place.kind === 'camp' ? beginsMessage(place) : <Moment at={place.starts_at} />),
  },
  {
    id: 'waiting',
    title: listMessages.waiting,
    phone: { order: 4, end: true },
    numbers: true,
    cell: ({ waiting, wanted, unconfirmed }) => (
      <>
        {waiting === 0 ? listMessages.nobody : waiting}
        {waiting > 0 && <small>{listMessages.placesWanted(wanted)}</small>}
        {unconfirmed > 0 && <small>{listMessages.unconfirmed(unconfirmed)}</small>}
      </>
    ),
  },
  {
    id: 'offers',
    title: listMessages.offers,
    phone: { order: 5 },
    plain: true,
    cell: ({ offered, next_lapse, is_cancelled }) => (
      <>
        {is_cancelled && <span className="tag bad">{listMessages.off}</span>}
        {offered > 0 && <span className="tag warn">{listMessages.open(offered)}</span>}
        {next_lapse !== null && <small>{listMessages.lapses(next_lapse)}</small>}
      </>
    ),
  },
  {
    id: 'taken',
    title: listMessages.taken,
    phone: { order: 2, end: true },
    numbers: true,
    cell: listMessages.of,
  },
];

const csv: readonly CsvColumn<StaffWaitlist>[] = [
  { title: 'Session or camp', value: ({ title }) => title },
  { title: 'Location', value: ({ location }) => location },
  { title: 'Begins', value: ({ starts_at }) => csvMoment(starts_at) },
  { title: 'Spots', value: ({ capacity }) => capacity },
  { title: 'Taken', value: ({ taken }) => taken },
  { title: 'Free', value: freeOf },
  { title: 'Families waiting', value: ({ waiting }) => waiting },
  { title: 'Spots wanted', value: ({ wanted }) => wanted },
  { title: 'Not confirmed', value: ({ unconfirmed }) => unconfirmed },
  { title: 'Offers open', value: ({ offered }) => offered },
];

export const queueColumns: readonly CsvColumn<StaffWaiting>[] = [
  { title: 'Turn', value: ({ position }) => position },
  { title: 'State', value: ({ status }) => statusMessages[status] },
  { title: 'Parent', value: ({ name }) => name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
  { title: 'Children', value: queueMessages.children },
  { title: 'Spots', value: ({ places }) => places },
  { title: 'Since', value: ({ joined_at }) => csvMoment(joined_at) },
  {
    title: 'Kept until',
    value: ({ offer_expires_at }) => csvMoment(offer_expires_at),
  },
];

export const waitlistList: ListSpec<StaffWaitlist> = {
  name: 'waitlists',
  words: listMessages,
  filters,
  sorts: waitlistSorts,
  read: ({ filter, sort }, after, limit) => fetchWaitlists(filter, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ place_id }) => place_id,
};
