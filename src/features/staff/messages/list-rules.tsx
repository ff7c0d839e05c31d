import { messageSorts, type StaffMessage } from '#contract/management-messages.ts';
import { formatClock, formatDate, formatMoment, today } from '#domain/dates.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import { createList } from '#ui/staff/table/list.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import { createViews, type SavedView } from '#ui/staff/table/views.ts';
import { fetchMessages } from './api.ts';
import { audienceWords, countWords, kindWords, listWords } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listWords.search, placeholder: listWords.searchHint },
  {
    ...{ kind: 'choice', name: 'kind', label: listWords.kind, all: listWords.allKinds },
    options: Object.entries(kindWords),
  },
  {
    ...{ kind: 'choice', name: 'state', label: listWords.state, all: listWords.allStates },
    options: Object.entries(listWords.states),
  },
];

export const messageList = () =>
  createList<StaffMessage>({
    filters,
    sorts: messageSorts,
    read: ({ filter, sort }, after, limit) => fetchMessages(filter, sort, after, limit),
  });
export const messageViews = () => createViews('messages');

export const commonViews: readonly SavedView[] = [
  { name: listWords.all, search: '' },
  { name: listWords.states.going, search: '?state=going' },
  { name: kindWords.news, search: '?kind=news' },
];

/** Mails that are waiting, failed or stopped are named in the tag and coloured. */
function MailsTag({ message: { counts, stopped_at, is_gathered } }: { message: StaffMessage }) {
  const tone =
    counts.given_up > 0 ? 'bad' : counts.waiting > 0 || !is_gathered ? 'warn' : stopped_at ? '' : 'good';
  return <span className={`tag ${tone}`}>{countWords(counts)}</span>;
}

export const messageColumns: readonly Column<StaffMessage>[] = [
  { id: 'subject', title: listWords.subject, cell: ({ subject }) => subject },
  {
    ...{ id: 'to', title: listWords.to, plain: true },
    cell: ({ audience, kind }) => (
      <>
        {audienceWords(audience)}
        <small>{kindWords[kind]}</small>
      </>
    ),
  },
  { id: 'mails', title: listWords.mails, plain: true, cell: (message) => <MailsTag message={message} /> },
  {
    ...{ id: 'created', title: listWords.sent, sorted: true, plain: true },
    cell: ({ sent_at, sent_by }) => (
      <>
        {formatDate(today(new Date(sent_at)))}, {formatClock(sent_at)}
        <small>{listWords.by(sent_by)}</small>
      </>
    ),
  },
];

export const messageFile: { name: string; columns: readonly CsvColumn<StaffMessage>[] } = {
  name: 'messages.csv',
  columns: [
    { title: 'Sent', value: ({ sent_at }) => formatMoment(sent_at) },
    { title: 'By', value: ({ sent_by }) => sent_by },
    { title: 'Kind', value: ({ kind }) => kindWords[kind] },
    { title: 'To', value: ({ audience }) => audienceWords(audience) },
    { title: 'Subject', value: ({ subject }) => subject },
    { title: 'Mails', value: ({ counts }) => counts.all },
    { title: 'Delivered', value: ({ counts }) => counts.sent },
    { title: 'Given up', value: ({ counts }) => counts.given_up },
    { title: 'Stopped', value: ({ counts }) => counts.stopped },
    { title: 'Left out', value: ({ counts }) => counts.left_out },
  ],
};
