import { partySorts, type StaffParty } from '#contract/management-parties.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { formatClock } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchParties } from './api.ts';
import { dayOf } from '#domain/day-of.ts';
import { listMessages, stateMessages } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'state',
    label: listMessages.state,
    all: listMessages.coming,
    options: [
      ['over', listMessages.over],
      ['cancelled', listMessages.cancelled],
      ['every', listMessages.every],
    ],
  },
  { kind: 'day', name: 'from', label: listMessages.from },
  { kind: 'day', name: 'until', label: listMessages.until },
];

const views: readonly OwnView[] = [
  { name: listMessages.coming, search: '' },
  { name: listMessages.over, search: '?state=over&sort=-starts' },
  { name: listMessages.cancelled, search: '?state=cancelled&sort=-starts' },
  { name: listMessages.every, search: '?state=every&sort=-starts' },
];

const tones = { coming: 'good', over: '', cancelled: 'bad' } as const;
export const StateTag = ({ state }: Pick<StaffParty, 'state'>) => (
  <span className={`tag ${tones[state]}`}>{stateMessages[state]}</span>
);

const headsOf = ({ children, adults }: StaffParty) => children + adults;

const columns: readonly Column<StaffParty>[] = [
  { id: 'title', title: listMessages.party, phone: { order: 1, wide: true }, cell: ({ title }) => title },
  {
    id: 'starts',
    title: listMessages.starts,
    phone: { order: 2 },
    sorted: true,
    plain: true,
    cell: ({ starts_at, ends_at }) => (
      <>
        {dayOf(starts_at)}
        <small>
          {formatClock(starts_at)} – {formatClock(ends_at)}
        </small>
      </>
    ),
  },
  {
    id: 'place',
    title: listMessages.place,
    phone: { order: 5, wide: true, quiet: true },
    plain: true,
    cell: ({ place, host_name }) => (
      <>
        {place}
        <small>{host_name}</small>
      </>
    ),
  },
  {
    id: 'heads',
    title: listMessages.heads,
    phone: { order: 3, strong: true },
    numbers: true,
    plain: true,
    cell: (party) => (
      <>
        {listMessages.headsOf(headsOf(party), party.head_count)}
        <small>{listMessages.kinds(party.children, party.adults)}</small>
      </>
    ),
  },
  {
    id: 'answers',
    title: listMessages.answers,
    phone: { order: 4, wide: true },
    plain: true,
    cell: ({ answers: { coming, not_coming, again, noted } }) => (
      <span className="cluster gap-x-1.5 gap-y-1">
        {listMessages.answered(coming, not_coming)}
        {again > 0 && <span className="tag warn">{listMessages.toCheck(again)}</span>}
        {noted > 0 && <span className="tag bad">{listMessages.noted(noted)}</span>}
      </span>
    ),
  },
  {
    id: 'state',
    title: listMessages.state,
    phone: { order: 6, wide: true },
    plain: true,
    cell: ({ state, erased_at }) => (
      <>
        <StateTag state={state} />
        <small>
          {listMessages.erased} {dayOf(erased_at)}
        </small>
      </>
    ),
  },
];

const csv: readonly CsvColumn<StaffParty>[] = [
  { title: 'Party', value: ({ title }) => title },
  { title: 'State', value: ({ state }) => stateMessages[state] },
  { title: 'Starts', value: ({ starts_at }) => csvMoment(starts_at) },
  { title: 'Ends', value: ({ ends_at }) => csvMoment(ends_at) },
  { title: 'Location', value: ({ place }) => place },
  { title: 'Package', value: (party) => party.package },
  { title: 'Host', value: ({ host_name }) => host_name },
  { title: 'E-mail', value: ({ host_email }) => host_email },
  { title: 'Phone', value: ({ host_phone }) => (host_phone === null ? null : formatPhone(host_phone)) },
  { title: 'Guests agreed', value: ({ head_count }) => head_count },
  { title: 'Children coming', value: ({ children }) => children },
  { title: 'Adults coming', value: ({ adults }) => adults },
  { title: 'Families coming', value: ({ answers }) => answers.coming },
  { title: 'Families not coming', value: ({ answers }) => answers.not_coming },
  { title: 'Second answers', value: ({ answers }) => answers.again },
  { title: 'Answers deleted', value: ({ erased_at }) => dayOf(erased_at) },
];

export const partyList: ListSpec<StaffParty> = {
  name: 'parties',
  words: listMessages,
  filters,
  sorts: partySorts,
  read: ({ filter, sort }, after, limit) => fetchParties(filter, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ party_id }) => party_id,
};
