import { messageSorts, type StaffMessage } from '#contract/management-messages.ts';
import { formatClock, formatDate, today } from '#domain/dates.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchMessages } from './api.ts';
import { audienceMessage, countMessage, kindMessages, listMessages } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'kind',
    label: listMessages.kind,
    all: listMessages.allKinds,
    options: Object.entries(kindMessages),
  },
  {
    kind: 'choice',
    name: 'state',
    label: listMessages.state,
    all: listMessages.allStates,
    options: Object.entries(listMessages.states),
  },
];

const views: readonly OwnView[] = [
  { name: listMessages.all, search: '' },
  { name: listMessages.states.going, search: '?state=going' },
  { name: kindMessages.news, search: '?kind=news' },
];

/** Names mails that are waiting, failed or stopped, in the colour of their state. */
const MailsTag = ({ message }: { message: StaffMessage }) => (
  <span className={`tag ${toneOf(message)}`}>{countMessage(message.counts)}</span>
);

function toneOf({ counts, stopped_at, is_gathered }: StaffMessage): string {
  if (counts.failed > 0) return 'bad';
  if (counts.waiting > 0 || !is_gathered) return 'warn';
  return stopped_at ? '' : 'good';
}

const columns: readonly Column<StaffMessage>[] = [
  {
    id: 'subject',
    title: listMessages.subject,
    phone: { order: 1, wide: true },
    cell: ({ subject }) => subject,
  },
  {
    id: 'to',
    title: listMessages.to,
    phone: { order: 2 },
    plain: true,
    cell: ({ audience, kind }) => (
      <>
        {audienceMessage(audience)}
        <small>{kindMessages[kind]}</small>
      </>
    ),
  },
  {
    id: 'mails',
    title: listMessages.mails,
    phone: { order: 4, wide: true },
    plain: true,
    cell: (message) => <MailsTag message={message} />,
  },
  {
    id: 'created',
    title: listMessages.sent,
    phone: { order: 3, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ sent_at, sent_by }) => (
      <>
        {formatDate(today(new Date(sent_at)))}, {formatClock(sent_at)}
        <small>{listMessages.by(sent_by)}</small>
      </>
    ),
  },
];

const csv: readonly CsvColumn<StaffMessage>[] = [
  { title: 'Sent', value: ({ sent_at }) => csvMoment(sent_at) },
  { title: 'By', value: ({ sent_by }) => sent_by },
  { title: 'Kind', value: ({ kind }) => kindMessages[kind] },
  { title: 'To', value: ({ audience }) => audienceMessage(audience) },
  { title: 'Subject', value: ({ subject }) => subject },
  { title: 'Mails', value: ({ counts }) => counts.all },
  { title: 'Delivered', value: ({ counts }) => counts.sent },
  { title: 'Failed', value: ({ counts }) => counts.failed },
  { title: 'Stopped', value: ({ counts }) => counts.stopped },
  { title: 'Left out', value: ({ counts }) => counts.left_out },
];

export const messageList: ListSpec<StaffMessage> = {
  name: 'messages',
  words: listMessages,
  filters,
  sorts: messageSorts,
  read: ({ filter, sort }, after, limit) => fetchMessages(filter, sort, after, limit),
  views,
  columns,
  csv,
  idOf: ({ message_id }) => message_id,
};
