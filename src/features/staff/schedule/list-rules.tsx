import type { SchedulePlace } from '#contract/management-schedule.ts';
import { placeSorts } from '#contract/management-schedule.ts';
import { formatDate } from '#domain/dates.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { createList } from '#ui/staff/table/list.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { createViews, type SavedView } from '#ui/staff/table/views.ts';
import { fetchPlaces } from './api.ts';
import { placeWords, weekWords } from './messages.ts';

/** The default shows only upcoming entries, because there are years of past classes. */
const states = [
  ['any', 'All years'],
  ['past', 'Over or begun'],
  ['off', 'Called off'],
] as const;
const filters: readonly Filter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search the schedule',
    placeholder: 'Class, camp, place or coach',
  },
  {
    ...{ kind: 'choice', name: 'kind', label: 'Kind', all: 'Sessions and camps' },
    options: [
      ['session', 'Sessions'],
      ['camp', 'Camps'],
    ],
  },
  { kind: 'choice', name: 'state', label: 'State', all: 'Coming', options: states },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'until', label: 'Until' },
];

export const placeList = () =>
  createList<SchedulePlace>({
    filters,
    sorts: placeSorts,
    read: ({ filter: { state = 'coming', ...filter }, sort }, after, limit) =>
      fetchPlaces(state === 'any' ? filter : { ...filter, state }, sort, after, limit),
  });
export const placeViews = () => createViews('schedule');
export const commonViews: readonly SavedView[] = [
  { name: 'Coming', search: '' },
  { name: 'Camps to come', search: '?kind=camp' },
  { name: 'All years', search: '?state=any&sort=-starts' },
  { name: 'Called off', search: '?state=off&sort=-starts' },
];

const State = ({ place }: { place: SchedulePlace }) =>
  place.is_cancelled_by_us ? (
    <span className="tag bad">{weekWords.off(null)}</span>
  ) : place.has_begun ? (
    <span className="tag">{weekWords.begun}</span>
  ) : place.is_on_sale ? (
    <span className="tag good">On sale</span>
  ) : (
    <span className="tag">{weekWords.notOnSale}</span>
  );

const daysOf = (place: SchedulePlace) =>
  place.first_day === place.last_day ? formatDate(place.first_day) : weekWords.days(place);

export const placeColumns: readonly Column<SchedulePlace>[] = [
  { id: 'title', title: 'What', cell: ({ title }) => title },
  {
    ...{ id: 'starts', title: 'When', sorted: true, plain: true },
    cell: (place) => (
      <>
        {daysOf(place)}
        <small>{weekWords.hours(place)}</small>
      </>
    ),
  },
  { id: 'location', title: 'Place', plain: true, cell: ({ location }) => location },
  { id: 'coach', title: 'Coach', plain: true, cell: ({ coaches }) => placeWords.coaches(coaches) },
  { id: 'state', title: 'State', plain: true, cell: (place) => <State place={place} /> },
  {
    ...{ id: 'fill', title: 'Booked', plain: true, numbers: true },
    cell: (place) => (
      <>
        {place.booked} of {place.capacity}
        {place.waiting > 0 && <small>{weekWords.waiting(place.waiting)}</small>}
      </>
    ),
  },
];

const column = (title: string, value: (place: SchedulePlace) => string): CsvColumn<SchedulePlace> => ({
  title,
  value,
});
export const placeFile = {
  name: 'schedule.csv',
  columns: [
    column('Kind', ({ kind }) => kind),
    column('What', ({ title }) => title),
    column('First day', ({ first_day }) => first_day),
    column('Last day', ({ last_day }) => last_day),
    column('Hours', weekWords.hours),
    column('Place', ({ location }) => location),
    column('Coach', ({ coaches }) => coaches.join(', ')),
    column('Booked', ({ booked }) => String(booked)),
    column('Taken', ({ taken }) => String(taken)),
    column('Places', ({ capacity }) => String(capacity)),
    column('Waiting', ({ waiting }) => String(waiting)),
    column('Called off', ({ is_cancelled_by_us, reason }) => (is_cancelled_by_us ? (reason ?? 'yes') : '')),
  ],
};
