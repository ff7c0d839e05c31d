import {
  ratings,
  type ReviewState,
  reviewSorts,
  reviewStates,
  type StaffReview,
} from '#contract/camp-reviews.ts';
import { joinNames } from '#contract/place-names.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { fetchReviews } from './api.ts';
import { campMessage, listMessages as words, starsMessage, stateMessages, toneOf } from './messages.ts';

export const StateTag = ({ state }: { state: ReviewState }) => (
  <span className={`tag ${toneOf(state)}`}>{stateMessages[state]}</span>
);

const columns: readonly Column<StaffReview>[] = [
  { id: 'rating', title: words.rating, phone: { order: 1 }, cell: ({ rating }) => starsMessage(rating) },
  { id: 'state', title: words.state, phone: { order: 2, end: true }, plain: true, cell: StateTag },
  {
    id: 'words',
    title: words.words,
    phone: { order: 3, wide: true },
    plain: true,
    cell: ({ words: text }) => text ?? words.noWords,
  },
  {
    id: 'camp',
    title: words.camp,
    phone: { order: 4, wide: true, quiet: true },
    plain: true,
    cell: campMessage,
  },
  {
    id: 'children',
    title: words.children,
    phone: { order: 5, quiet: true },
    plain: true,
    cell: ({ children }) => joinNames(children),
  },
  {
    id: 'written',
    title: words.written,
    phone: { order: 6, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ written_at }) => <Moment at={written_at} />,
  },
];

const csv: readonly CsvColumn<StaffReview>[] = [
  { title: 'Stars', value: ({ rating }) => String(rating) },
  { title: 'State', value: ({ state }) => stateMessages[state] },
  { title: 'Review', value: ({ words: text }) => text },
  { title: 'Name', value: ({ shown_name }) => shown_name },
  { title: 'Camp', value: campMessage },
  { title: 'Written', value: ({ written_at }) => csvMoment(written_at) },
];

export const reviewList: ListSpec<StaffReview> = {
  name: 'reviews',
  words,
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: words.state,
      all: words.anyState,
      options: reviewStates.map((state) => [state, stateMessages[state]] as const),
    },
    {
      kind: 'choice',
      name: 'rating',
      label: words.rating,
      all: words.anyRating,
      options: ratings.map((rating) => [String(rating), starsMessage(rating)] as const),
    },
  ],
  sorts: reviewSorts,
  read: ({ filter, sort }, after, limit) => fetchReviews(filter, sort, after, limit),
  views: [
    { name: words.all, search: '' },
    { name: stateMessages.waiting, search: '?state=waiting' },
    { name: stateMessages.public, search: '?state=public' },
  ],
  columns,
  csv,
  idOf: ({ id }) => id,
};
