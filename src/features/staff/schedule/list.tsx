import type { ScheduleItem } from '#contract/management-schedule.ts';
import { scheduleSorts } from '#contract/management-schedule.ts';
import { formatDate } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { CoachLinks } from '#ui/staff/CoachLinks.tsx';
import { ratioWarning } from '#ui/staff/coach-ratio.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchItems } from './api.ts';
import { messages, itemMessages, weekMessages } from './messages.ts';
import { canCancel, ITEMS_MAX, withListState } from './model.ts';
import { writeToFamilies } from './WriteToFamilies.tsx';

const states = [
  ['any', 'All years'],
  ['past', 'Ended or started'],
  ['off', 'Cancelled'],
] as const;
const filters: readonly Filter[] = [
  {
    kind: 'search',
    name: 'search',
    label: 'Search the schedule',
    placeholder: 'Class, camp, location or coach',
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
  { kind: 'choice', name: 'state', label: 'State', all: 'Coming, or by day', options: states },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'until', label: 'Until' },
];

const views: readonly OwnView[] = [
  { name: 'Coming', search: '' },
  { name: 'Upcoming camps', search: '?kind=camp' },
  { name: 'All years', search: '?state=any&sort=-starts' },
  { name: 'Cancelled', search: '?state=off&sort=-starts' },
];

function State({ item }: { item: ScheduleItem }) {
  if (item.is_cancelled_by_us) return <span className="tag bad">{weekMessages.cancelled(null)}</span>;
  if (item.cancelled_days.length > 0)
    return <span className="tag bad">{weekMessages.cancelledDays(item.cancelled_days)}</span>;
  if (item.has_begun) return <span className="tag">{weekMessages.started}</span>;
  if (!item.is_on_sale) return <span className="tag">{weekMessages.notOnSale}</span>;
  if (item.taken >= item.capacity) return <span className="tag">{weekMessages.full}</span>;
  return <span className="tag good">{weekMessages.onSale}</span>;
}

function Coaches({ item }: { item: ScheduleItem }) {
  const ratio = ratioWarning(item);
  return (
    <>
      <CoachLinks coaches={item.coaches} none={itemMessages.coaches([])} />
      {ratio && <span className="tag warn">{ratio.short}</span>}
    </>
  );
}

const daysOf = (item: ScheduleItem) =>
  item.first_day === item.last_day ? formatDate(item.first_day) : weekMessages.days(item);

const columns: readonly Column<ScheduleItem>[] = [
  { id: 'title', title: 'What', phone: { order: 1 }, cell: ({ title }) => title },
  {
    id: 'starts',
    title: 'When',
    phone: { order: 3 },
    sorted: true,
    plain: true,
    cell: (item) => (
      <>
        {daysOf(item)}
        <small>{weekMessages.hours(item)}</small>
      </>
    ),
  },
  {
    id: 'location',
    title: 'Location',
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ location }) => location,
  },
  {
    id: 'coach',
    title: 'Coach',
    phone: { order: 6, end: true, quiet: true },
    plain: true,
    cell: (item) => <Coaches item={item} />,
  },
  {
    id: 'state',
    title: 'State',
    phone: { order: 2, end: true },
    plain: true,
    cell: (item) => <State item={item} />,
  },
  {
    id: 'fill',
    title: 'Booked',
    phone: { order: 4, strong: true },
    plain: true,
    numbers: true,
    cell: ({ booked, capacity, waiting }) => (
      <>
        {booked} of {capacity}
        {waiting > 0 && <small>{weekMessages.waiting(waiting)}</small>}
      </>
    ),
  },
];

const column = (title: string, value: (item: ScheduleItem) => string): CsvColumn<ScheduleItem> => ({
  title,
  value,
});
const csv = [
  column('Kind', ({ kind }) => kind),
  column('What', ({ title }) => title),
  column('First day', ({ first_day }) => first_day),
  column('Last day', ({ last_day }) => last_day),
  column('Hours', weekMessages.hours),
  column('Location', ({ location }) => location),
  column('Coach', ({ coaches }) => coaches.join(', ')),
  column('Booked', ({ booked }) => String(booked)),
  column('Taken', ({ taken }) => String(taken)),
  column('Spots', ({ capacity }) => String(capacity)),
  column('Waiting', ({ waiting }) => String(waiting)),
  column('Cancelled', ({ is_cancelled_by_us, reason }) => (is_cancelled_by_us ? (reason ?? 'yes') : '')),
];

const scheduleList: ListSpec<ScheduleItem> = {
  name: 'schedule',
  words: { ...messages, one: 'session or camp', several: 'sessions and camps' },
  filters,
  sorts: scheduleSorts,
  read: ({ filter, sort }, after, limit) => fetchItems(withListState(filter), sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ id }) => id,
};

/**
 * Creates the list. Several sessions and camps can be selected, so that staff can cancel them or change their coach.
 */
export const scheduleListWith = (
  onCancel: (items: readonly ScheduleItem[]) => void,
  onChangeCoach: (items: readonly ScheduleItem[]) => void,
): ListSpec<ScheduleItem> => ({
  ...scheduleList,
  bulk: {
    nameOf: (item) => `${item.title}, ${daysOf(item)}`,
    canSelect: canCancel,
    actions: [
      writeToFamilies,
      {
        label: messages.changeCoach,
        most: ITEMS_MAX,
        run(items) {
          onChangeCoach(items);
          return Promise.resolve(null);
        },
      },
      {
        label: messages.cancelSessions,
        harm: true,
        most: ITEMS_MAX,
        run(items) {
          onCancel(items);
          return Promise.resolve(null);
        },
      },
    ],
  },
});
