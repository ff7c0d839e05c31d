import { atom, computed } from 'nanostores';
import { leadSorts, leadStatuses, type LeadStatus, type StaffLeadRow } from '#contract/management-leads.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { toDollars } from '#domain/money.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import type { ListSpec } from '#ui/kit/list.ts';
import { MailAddress } from '#ui/staff/MailAddress.tsx';
import { type CsvColumn, csvMoment } from '#ui/staff/table/csv.ts';
import { Moment } from '#ui/staff/table/Moment.tsx';
import type { Filter } from '#ui/staff/table/query.ts';
import type { Column } from '#ui/staff/table/StaffTable.tsx';
import type { OwnView } from '#ui/staff/table/views.ts';
import { fetchLeads } from './api.ts';
import { chatText, listMessages, sourceOf, sources, statusMessages, toneOf } from './messages.ts';

const filters: readonly Filter[] = [
  { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
  {
    kind: 'choice',
    name: 'status',
    label: listMessages.status,
    all: listMessages.allStatuses,
    options: Object.entries(statusMessages),
  },
  {
    kind: 'choice',
    name: 'source',
    label: listMessages.source,
    all: listMessages.allSources,
    options: Object.entries(sources),
  },
  { kind: 'day', name: 'from', label: listMessages.from },
  { kind: 'day', name: 'until', label: listMessages.until },
];

/** The number of leads in each stage, from the latest first page of the list. */
const $stages = atom<Readonly<Partial<Record<string, number>>>>({});

/** Adjusts the numbers if a lead changes its stage outside the list. */
export function moveStage(from: LeadStatus, to: LeadStatus): void {
  const stages = $stages.get();
  $stages.set({ ...stages, [from]: Math.max(0, (stages[from] ?? 0) - 1), [to]: (stages[to] ?? 0) + 1 });
}

/** Returns a view for each stage, with the number of its leads. */
const stageViews = (stages: Readonly<Partial<Record<string, number>>>): OwnView[] => [
  {
    name: listMessages.all,
    search: '',
    count: leadStatuses.reduce((sum, status) => sum + (stages[status] ?? 0), 0),
  },
  ...leadStatuses.map((status) => ({
    name: statusMessages[status],
    search: `?status=${status}`,
    count: stages[status] ?? 0,
  })),
];

export const StatusTag = ({ status }: { status: LeadStatus }) => (
  <span className={`tag ${toneOf(status)}`}>{statusMessages[status]}</span>
);

const columns: readonly Column<StaffLeadRow>[] = [
  { id: 'name', title: listMessages.name, phone: { order: 1 }, cell: ({ name }) => name },
  {
    id: 'status',
    title: listMessages.status,
    phone: { order: 2, end: true },
    plain: true,
    cell: ({ status, may_have_purchased, order_number }) => (
      <>
        <StatusTag status={status} />
        {may_have_purchased && <small>{listMessages.perhaps}</small>}
        {order_number !== null && <small>{order_number}</small>}
      </>
    ),
  },
  {
    id: 'came',
    title: listMessages.sourceColumn,
    phone: { order: 3 },
    plain: true,
    cell: (lead) => (
      <>
        {sourceOf(lead.source)}
        <small>{listMessages.wants(lead)}</small>
      </>
    ),
  },
  {
    id: 'contact',
    title: listMessages.contact,
    phone: { order: 6, wide: true },
    plain: true,
    cell: (lead) => (
      <>
        {lead.phone !== null && (
          <a
            className="beside"
            href={whatsappLink(lead.phone, chatText(lead))}
            target="_blank"
            rel="noopener"
            // The table is a single tab stop. Keyboard users find this link in the lead's sheet.
            tabIndex={-1}
          >
            {listMessages.write} {formatPhone(lead.phone)}
          </a>
        )}
        <small>
          <MailAddress address={lead.email ?? ''} />
        </small>
      </>
    ),
  },
  {
    id: 'created',
    title: listMessages.created,
    phone: { order: 4, end: true, quiet: true },
    sorted: true,
    plain: true,
    cell: ({ created_at }) => <Moment at={created_at} year={false} />,
  },
  {
    id: 'activity',
    title: listMessages.activity,
    phone: 'hidden',
    sorted: true,
    plain: true,
    cell: ({ last_activity_at, notes }) => (
      <>
        <Moment at={last_activity_at} year={false} />
        {notes > 0 && <small>{listMessages.notes(notes)}</small>}
      </>
    ),
  },
  {
    id: 'gone',
    title: listMessages.deletedOn,
    phone: { order: 5, end: true, quiet: true },
    cell: (lead) => listMessages.deletedOnDate(lead),
  },
];

const csv: readonly CsvColumn<StaffLeadRow>[] = [
  { title: 'Parent', value: ({ name }) => name },
  { title: 'Status', value: ({ status }) => statusMessages[status] },
  { title: 'Form', value: ({ source }) => sourceOf(source) },
  { title: 'Wants', value: ({ wants }) => wants },
  { title: 'Worth S$', value: ({ value_cents }) => (value_cents === null ? null : toDollars(value_cents)) },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Phone', value: ({ phone }) => (phone === null ? null : formatPhone(phone)) },
  { title: 'Received', value: ({ created_at }) => csvMoment(created_at) },
  { title: 'Last active', value: ({ last_activity_at }) => csvMoment(last_activity_at) },
  { title: 'Order', value: ({ order_number }) => order_number },
  { title: 'Notes', value: ({ notes }) => notes },
  { title: 'Deleted', value: ({ auto_delete_at }) => csvMoment(auto_delete_at) },
];

export const leadList: ListSpec<StaffLeadRow> = {
  name: 'leads',
  words: listMessages,
  filters,
  sorts: leadSorts,
  read: async ({ filter, sort }, after, limit) => {
    const answer = await fetchLeads(filter, sort, after, limit);
    if (answer.ok && answer.value.stages !== null) $stages.set(answer.value.stages);
    return answer;
  },
  views: computed($stages, stageViews),
  columns,
  csv,
  idOf: ({ lead_id }) => lead_id,
};
