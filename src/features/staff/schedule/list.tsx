import type { SchedulePlace } from '#contract/management-schedule.ts';
import { placeSorts } from '#contract/management-schedule.ts';
import { formatDate } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchPlaces } from './api.ts';
import { messages, placeMessages, weekMessages } from './messages.ts';

/** The default shows only upcoming entries, because there are years of past classes. */
const states = [
  ['any', 'All years'],
  ['past', 'Over or begun'],
  ['off', 'Cancelled'],
] as const;
const filters: readonly Filter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search the schedule',
    placeholder: 'Class, camp, place or coach',
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    all: 'Sessions and camps',
    options: [
      ['session', 'Sessions'],
      ['camp', 'Camps'],
    ],
  },
  { kind: 'choice', name: 'state', label: 'State', all: 'Coming', options: states },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'until', label: 'Until' },
];

const views: readonly OwnView[] = [
  { name: 'Coming', search: '' },
  { name: 'Camps to come', search: '?kind=camp' },
  { name: 'All years', search: '?state=any&sort=-starts' },
  { name: 'Cancelled', search: '?state=off&sort=-starts' },
];

const State = ({ place }: { place: SchedulePlace }) =>
  place.is_cancelled_by_us ? (
    <span className="tag bad">{weekMessages.off(null)}</span>
  ) : place.has_begun ? (
    <span className="tag">{weekMessages.begun}</span>
  ) : place.is_on_sale ? (
    <span className="tag good">On sale</span>
  ) : (
    <span className="tag">{weekMessages.notOnSale}</span>
  );

const daysOf = (place: SchedulePlace) =>
  place.first_day === place.last_day ? formatDate(place.first_day) : weekMessages.days(place);

const columns: readonly Column<SchedulePlace>[] = [
  { id: 'title', title: 'What', phone: { order: 1 }, cell: ({ title }) => title },
  {
    id: 'starts',
    title: 'When',
    phone: { order: 3 },
    sorted: true,
    plain: true,
    cell: (place) => (
      <>
        {daysOf(place)}
        <small>{weekMessages.hours(place)}</small>
      </>
    ),
  },
  {
    id: 'location',
    title: 'Place',
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ location }) => location,
  },
  {
    id: 'coach',
    title: 'Coach',
    phone: { order: 6, end: true, quiet: true },
    plain: true,
    cell: ({ coaches }) => placeMessages.coaches(coaches),
  },
  {
    id: 'state',
    title: 'State',
    phone: { order: 2, end: true },
    plain: true,
    cell: (place) => <State place={place} />,
  },
  {
    id: 'fill',
    title: 'Booked',
    phone: { order: 4, strong: true },
    plain: true,
    numbers: true,
    cell: (place) => (
      <>
        {place.booked} of {place.capacity}
        {place.waiting > 0 && <small>{weekMessages.waiting(place.waiting)}</small>}
      </>
    ),
  },
];

const column = (title: string, value: (place: SchedulePlace) => string): CsvColumn<SchedulePlace> => ({
  title,
  value,
});
const csv = [
  column('Kind', ({ kind }) => kind),
  column('What', ({ title }) => title),
  column('First day', ({ first_day }) => first_day),
  column('Last day', ({ last_day }) => last_day),
  column('Hours', weekMessages.hours),
  column('Place', ({ location }) => location),
  column('Coach', ({ coaches }) => coaches.join(', ')),
  column('Booked', ({ booked }) => String(booked)),
  column('Taken', ({ taken }) => String(taken)),
  column('Places', ({ capacity }) => String(capacity)),
  column('Waiting', ({ waiting }) => String(waiting)),
  column('Cancelled', ({ is_cancelled_by_us, reason }) => (is_cancelled_by_us ? (reason ?? 'yes') : '')),
];

export const placeList: ListSpec<SchedulePlace> = {
  name: 'schedule',
  words: { ...messages, one: 'session or camp', several: 'sessions and camps' },
  filters,
  sorts: placeSorts,
  read: ({ filter: { state = 'coming', ...filter }, sort }, after, limit) =>
    fetchPlaces(state === 'any' ? filter : { ...filter, state }, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ id }) => id,
};
