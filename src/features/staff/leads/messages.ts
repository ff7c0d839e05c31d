import type { LeadStatus, StaffLeadRow, StaffLeadStory } from '#contract/management-leads.ts';
import { plural } from '#contract/plural.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { brand } from '#config/brand.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { rereadRefusals } from '#ui/staff/refusals.ts';
import type { End } from './lead.ts';

export const statusWords: Record<LeadStatus, string> = {
  new: 'New',
  waitlist_conversion_pending: 'Reserved',
  waitlist_whatsapp_joined: 'In the group',
  contacted: 'Contacted',
  converted: 'Converted',
  closed: 'Closed',
};
/** The tag also contains the word, so that it does not depend on colour alone. */
export const toneOf = (status: LeadStatus): string =>
  ({ new: 'warn', waitlist_conversion_pending: 'warn', waitlist_whatsapp_joined: 'warn', converted: 'good' })[
    status as string
  ] ?? '';

export const sources = {
  waitlist_modal: 'Reserve Your Spot',
  birthday_enquiry: 'Birthday enquiry',
  exit_intent: 'Exit offer',
} as const;
export const sourceOf = (source: string): string =>
  Object.entries(sources).find(([name]) => name === source)?.[1] ?? source.replaceAll(/[_-]/g, ' ');

const day = (at: string) => formatDate(today(new Date(at)), { year: false });

export const listWords = {
  empty: [
    'Nobody has asked.',
    'Who leaves a contact on the site without buying stands here for 30 days, so that somebody answers.',
  ],
  title: 'Leads',
  one: 'lead',
  several: 'leads',
  viewOff: 'Leads say names and contacts, so they are not shown while others look at the screen.',
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
  came: 'Came by',
  created: 'Came',
  activity: 'Last sign',
  gone: 'Kept until',
  perhaps: 'Perhaps bought',
  notes: (count: number) => plural(count, 'note'),
  wants: ({ wants, value_cents }: StaffLeadRow) =>
    [wants?.replaceAll('_', ' '), value_cents !== null && formatMoney(value_cents)]
      .filter(Boolean)
      .join(', '),
  goneOn: ({ auto_delete_at }: StaffLeadRow) => day(auto_delete_at),
  write: 'WhatsApp',
} as const;

export const leadWords = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The lead did not load.',
  gone: 'This lead is not there any more: leads are deleted 30 days after they came.',
  undo: 'Undo',
  write: (name: string) => `WhatsApp ${name}`,
  came: ({ source, created_at }: StaffLeadRow) => `${sourceOf(source)} · ${formatMoment(created_at)}`,
  seen: ({ last_activity_at, created_at }: StaffLeadRow) =>
    last_activity_at === created_at ? null : `last sign ${formatMoment(last_activity_at)}`,
  engaged: 'opened the WhatsApp group',
  deleted: ({ auto_delete_at }: StaffLeadRow, days: number) =>
    `Deleted by itself on ${formatDate(today(new Date(auto_delete_at)))}, ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}, with its notes.`,
  enquiry: 'What they asked',
  date: 'Day',
  guests: 'Guests',
  age: 'Turns',
  open: 'not said',
  bought: 'What they bought',
  byProof: 'Joined by itself: the family has proven this e-mail address.',
  byHand: 'Joined by one of us.',
  order: (number: string) => `Order ${number}`,
  maybe:
    'Paid since with the same contact. Anybody may type an address, so it is joined only once one of you knows that it is theirs.',
  same: ({ by_email, by_phone }: StaffLeadStory['bought'][number]) =>
    `same ${[by_email && 'e-mail', by_phone && 'phone'].filter(Boolean).join(' and ')}`,
  theirs: 'It is theirs',
  theirsOf: (number: string) => `It is theirs: ${number}`,
  notes: 'Notes',
  noNotes: 'Nothing is noted.',
  note: 'New note',
  noteHint: 'For colleagues; the family has it in its copy. Nothing about a child’s health.',
  save: 'Save note',
  history: 'What happened',
  noHistory: 'Nothing since it came.',
} as const;

/** The label of the button for a step. */
export const stepWords = (to: LeadStatus, { source, status }: StaffLeadRow): string => {
  switch (to) {
    case 'contacted':
      return 'Mark as contacted';
    case 'converted':
      return source === 'birthday_enquiry' ? 'A party is agreed' : 'Converted';
    case 'closed':
      return 'Close it';
    default:
      return status === 'converted' ? 'Not theirs after all' : 'Not answered after all';
  }
};

/** A prepared message that fits what the person asked for. */
export function chatText({ name, source, wants, status }: StaffLeadRow): string {
  const hello = `Hello ${name}, this is ${brand.name}.`;
  if (status === 'contacted') return `${hello} Did you get our last message? We are glad to help.`;
  switch (source) {
    case 'birthday_enquiry':
      return `${hello} Thank you for asking about a birthday party. When is a good time to talk about it?`;
    case 'waitlist_modal':
      return `${hello} You reserved a spot${wants === null ? '' : ` for our ${wants.replaceAll('_', ' ')}`}. Shall we tell you what is open, and help you to choose?`;
    default:
      return `${hello} You asked about us: when is a good time to talk?`;
  }
}

export function doneWords(end: Extract<End, { state: 'done' }>): string {
  return end.what === 'noted' ? 'Noted.' : `${end.name}: ${statusWords[end.to].toLowerCase()}.`;
}

export const refusals: OwnRefusals = {
  ...rereadRefusals,
  choice_made: 'It was joined to its order by an address that the family has proven. That stays.',
  order_not_found: 'That order is not one that this lead’s contact has paid since.',
  list_full: 'A hundred notes are enough for one lead.',
  invalid_input: 'Please write something, in up to 2,000 characters.',
};
