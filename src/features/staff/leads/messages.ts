import type { LeadStatus, StaffLeadRow, StaffLeadDetails } from '#contract/management-leads.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const statusMessages: Record<LeadStatus, string> = {
  new: 'New',
  waitlist_conversion_pending: 'Reserved',
  waitlist_whatsapp_joined: 'In the group',
  contacted: 'Contacted',
  converted: 'Converted',
  closed: 'Closed',
};
/** Returns the colour of a status. The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (status: LeadStatus): string =>
  ({ new: 'warn', waitlist_conversion_pending: 'warn', waitlist_whatsapp_joined: 'warn', converted: 'good' })[
    status as string
  ] ?? '';

export const sources = {
  waitlist_modal: 'Reserve Your Spot',
  birthday_enquiry: 'Birthday enquiry',
  page_enquiry: 'Page enquiry',
  exit_intent: 'Exit offer',
} as const;
export const sourceOf = (source: string): string =>
  Object.entries(sources).find(([name]) => name === source)?.[1] ?? source.replaceAll(/[_-]/g, ' ');

const day = (at: string) => formatDate(today(new Date(at)), { year: false });

export const listMessages = {
  empty: [
    'No enquiries yet.',
    'People who leave their contact details on the site without booking appear here for 30 days, so that somebody can answer.',
  ],
  title: 'Leads',
  one: 'lead',
  several: 'leads',
  viewOff: hiddenMessage('Leads show names and contact details'),
  search: 'Search leads',
  searchHint: 'Name, e-mail, phone',
  status: 'Status',
  allStatuses: 'Any status',
  source: 'Form',
  allSources: 'Any form',
  from: 'From',
  until: 'Until',
  all: 'All',
  name: 'Parent',
  contact: 'Contact',
  sourceColumn: 'Source',
  created: 'Received',
  activity: 'Last active',
  deletedOn: 'Deleted on',
  perhaps: 'Possibly bought',
  notes: (count: number) => plural(count, 'note'),
  wants: ({ wants, value_cents }: StaffLeadRow) =>
    [wants?.replaceAll('_', ' '), value_cents !== null && formatMoney(value_cents)]
      .filter(Boolean)
      .join(', '),
  deletedOnDate: ({ auto_delete_at }: StaffLeadRow) => day(auto_delete_at),
  write: 'WhatsApp',
} as const;

export const leadMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The lead did not load.',
  notFound: 'This lead has been deleted. We delete leads 30 days after they arrive.',
  undo: 'Undo',
  write: (name: string) => `WhatsApp ${name}`,
  sourceLine: ({ source, created_at }: StaffLeadRow) => `${sourceOf(source)} · ${formatMoment(created_at)}`,
  lastActivity: ({ last_activity_at, created_at }: StaffLeadRow) =>
    last_activity_at === created_at ? null : `last active ${formatMoment(last_activity_at)}`,
  engaged: 'opened the WhatsApp group',
  deletedIn: ({ auto_delete_at }: StaffLeadRow, days: number) =>
    `Deleted automatically on ${formatDate(today(new Date(auto_delete_at)))}, ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}, with its notes.`,
  enquiry: 'What they asked',
  date: 'Day',
  guests: 'Guests',
  age: 'Turns',
  open: 'not given',
  fromPage: (page: string) => `Asked on ${page}`,
  bought: 'What they bought',
  byProof: 'Linked automatically: the family has confirmed this e-mail address.',
  byHand: 'Linked by staff.',
  order: (number: string) => `Order ${number}`,
  maybe:
    'Somebody has since paid with the same contact details. Anyone can type an address, so link the order only when you know that it is theirs.',
  sameContact: ({ by_email, by_phone }: StaffLeadDetails['bought'][number]) =>
    `same ${[by_email && 'e-mail', by_phone && 'phone'].filter(Boolean).join(' and ')}`,
  linkOrder: 'Link order',
  linkOrderNumber: (number: string) => `Link order ${number}`,
  notes: 'Notes',
  noNotes: 'No notes yet.',
  note: 'New note',
  noteHint:
    'For colleagues. The family can see it when they download their data. Please do not write about a child’s health.',
  save: 'Save note',
  history: 'What happened',
  noHistory: 'No changes since the lead arrived.',
} as const;

export const stepMessage = (to: LeadStatus, { source, status }: StaffLeadRow): string => {
  switch (to) {
    case 'contacted':
      return 'Mark as contacted';
    case 'converted':
      return source === 'birthday_enquiry' ? 'Mark party as agreed' : 'Mark as converted';
    case 'closed':
      return 'Close lead';
    default:
      return status === 'converted' ? 'Unlink order' : 'Mark as not answered';
  }
};

/** Returns a prepared message that fits what the person asked for. */
export function chatText({ name, source, wants, status }: StaffLeadRow): string {
  const { contacted, party, spot, other } = chatMessages.lead;
  const about = () => {
    if (status === 'contacted') return contacted;
    if (source === 'birthday_enquiry') return party;
    return source === 'waitlist_modal' ? spot(wants?.replaceAll('_', ' ') ?? null) : other;
  };
  return `${chatMessages.hello(name)} ${about()}`;
}

export function doneMessage(end: Extract<Outcome, { state: 'done' }>): string {
  return end.what === 'noted' ? 'Note saved.' : `${end.name}: ${statusMessages[end.to].toLowerCase()}.`;
}

export const refusals: OwnMessages = {
  ...rereadRefusals,
  choice_made: 'The family’s confirmed e-mail address links this lead to its order, so you can’t unlink it.',
  order_not_found: 'This lead’s contact details do not match that order.',
  list_full: 'A lead can have up to 100 notes.',
  invalid_input: 'Please write a note of up to 2,000 characters.',
};
