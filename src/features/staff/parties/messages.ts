import type { StaffParty } from '#contract/management-parties.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatClock, formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { dayOf } from '#domain/day-of.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const whenOf = (startsAt: string, endsAt: string) =>
  `${formatMoment(startsAt)} – ${formatClock(endsAt)}`;

export const stateMessages: Record<StaffParty['state'], string> = {
  coming: 'Coming',
  over: 'Past',
  cancelled: 'Cancelled',
};

export const listMessages = {
  empty: [
    'No parties coming up.',
    'Create one, or turn an enquiry into a party. Past parties are under “Past”.',
  ],
  title: 'Birthday parties',
  one: 'party',
  several: 'parties',
  search: 'Search parties',
  searchHint: 'Title, host, e-mail, phone, location',
  state: 'State',
  coming: 'Coming',
  over: 'Past',
  cancelled: 'Cancelled',
  every: 'All',
  from: 'From',
  until: 'Until',
  party: 'Party',
  starts: 'When',
  place: 'Where',
  heads: 'Guests',
  headsOf: (guests: number, agreedGuests: number) => `${guests} of ${agreedGuests}`,
  kinds: (children: number, adults: number) =>
    `${plural(children, 'child', 'children')}, ${plural(adults, 'adult')}`,
  answers: 'Answers',
  answered: (comingCount: number, declinedCount: number) =>
    comingCount + declinedCount === 0 ? 'None yet' : `${comingCount} coming, ${declinedCount} not coming`,
  toCheck: (count: number) => `${count} to check`,
  noted: (count: number) => plural(count, 'health note'),
  erased: 'Answers deleted',
  create: 'New party',
  enquiries: (count: number, hasMore: boolean) =>
    count === 1 ? '1 enquiry' : `${count}${hasMore ? '+' : ''} enquiries`,
  viewOffText: hiddenMessage('Parties show names, contact details and children'),
} as const;

export const detailMessages = {
  paper: 'Print birthday sheet',
  loading: 'Loading...',
  failed: 'The party did not load.',
  notFound: 'We can’t find this party.',
  close: 'Close',
  host: 'Host',
  heads: 'Coming',
  agreed: 'Agreed',
  families: 'Answers',
  unfinishedAnswers: (count: number) =>
    count === 0
      ? null
      : `${plural(count, 'answer was', 'answers were')} started but not sent. Nobody can read them.`,
  firstAnswers: 'Showing the first 300 answers.',
  edit: 'Edit party',
  cancel: 'Cancel party',
  cancelMeans: (mails: number) =>
    mails === 0
      ? 'The guests’ link will say that the party is cancelled, and take no more answers. No guest left an e-mail address, so we can’t tell anyone. You can restore the party.'
      : `The guests’ link will say that the party is cancelled, and take no more answers. We will e-mail ${plural(mails, 'family', 'families')} at once: those who are coming and left an address. If you restore the party, we will e-mail them again.`,
  cancelYes: 'Yes, cancel party',
  leave: 'Go back',
  restore: 'Restore party',
  erased: (at: string, state: StaffParty['state']) =>
    state === 'over'
      ? `We delete names and answers on ${dayOf(at)}. We store only how many guests came, and their ages.`
      : `We delete names and answers on ${dayOf(at)}, 30 days after the party.`,
  hostErased: (at: string) => `We delete the host’s name and contact details on ${dayOf(at)}.`,
  enquiry: (at: string) => `From an enquiry on ${dayOf(at)}, which is deleted with its lead:`,
  lead: 'Open the lead',
} as const;

export const shareMessages = {
  title: 'The guests’ link',
  text: 'Anyone with this link can read the invitation and answer. Only the host knows who was invited.',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied.',
  notCopied: 'The link was not copied. Please select it and copy it by hand.',
  whatsapp: 'Send by WhatsApp',
  whatsappHost: (name: string) => `WhatsApp to ${name}`,
  code: 'QR code',
  codeAlt: (title: string) => `QR code that opens the invitation to ${title}`,
  save: 'Save as picture',
  invite: (title: string, startsAt: string, place: string, link: string) =>
    chatMessages.party.invite(title, formatMoment(startsAt), place, link),
  toHost: (name: string, guests: number, agreedGuests: number, link: string) =>
    chatMessages.party.toHost(name, plural(guests, 'guest has', 'guests have'), agreedGuests, link),
} as const;

export const remindMessages = {
  title: 'Reminders',
  text: 'Only the host knows who has not answered, so the e-mail to the host has a link to pass on. You can send each reminder once a day.',
  host: 'E-mail the host',
  hostLast: (at: string | null) =>
    at === null ? 'Not e-mailed yet' : `Last e-mailed on ${formatMoment(at)}`,
  noHost: 'The host gave no e-mail address.',
  guests: 'Remind guests',
  guestsMeans: (mails: number) =>
    `${plural(mails, 'family is', 'families are')} coming and left an e-mail address. They will get the time, the location and a link to change their answer.`,
  yes: 'Yes, send reminder',
  nobody: 'No guest who is coming has left an e-mail address.',
} as const;

export const answerMessages = {
  title: 'Answers',
  none: 'No family has answered yet.',
  coming: 'Coming',
  notComing: 'Can’t come',
  notCounted: 'Not counted',
  secondAnswer: (name: string) =>
    `This looks like a second answer from ${name}: it has the same e-mail or number.`,
  thisCounts: 'Count this one instead',
  bothCount: 'Count both',
  settled: 'The count has changed.',
  undo: 'Undo',
  erasedName: 'Name deleted',
  age: (age: number | null, kind: 'child' | 'adult') =>
    kind === 'adult' ? 'adult' : age === null ? 'child' : `${age} yrs`,
  noName: 'Name deleted',
  at: (submittedAt: string, updatedAt: string) =>
    Date.parse(updatedAt) - Date.parse(submittedAt) < 60_000
      ? `Answered ${formatMoment(submittedAt)}`
      : `Answered ${formatMoment(submittedAt)}, changed ${formatMoment(updatedAt)}`,
  file: 'Save answers as CSV',
  fileDone: (rows: number) => `Saved ${plural(rows, 'row')}.`,
  fileFailed: 'The file was not saved.',
  fileName: (day: string) => `party-${day}.csv`,
} as const;

export const healthMessages = {
  title: 'Allergies and health',
  none: 'No family that is coming has reported anything.',
  some: (count: number) =>
    `${plural(count, 'family that is coming has', 'families that are coming have')} reported something. We log your name when you read it.`,
  read: 'Read all health details',
  readOne: 'Read health details',
  reading: 'Reading…',
  nobody: 'In general',
  empty: 'The families have removed what they reported, so there is nothing to read.',
  failed: 'This did not load. Please try again.',
} as const;

export const enquiryMessages = {
  title: 'Enquiries',
  text: 'Families who asked about a birthday party and do not have one yet. We delete each enquiry with its lead on the day shown.',
  none: 'No enquiries waiting.',
  failed: 'The enquiries did not load.',
  make: 'Create party',
  facts: (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · '),
  wished: (day: string | null) => (day === null ? null : `Asked for ${formatDate(day)}`),
  guests: (count: number | null) => (count === null ? null : plural(count, 'guest')),
  turns: (age: number | null) => (age === null ? null : `turns ${age}`),
  deleted: (at: string) => `Deleted on ${dayOf(at)}`,
  write: 'WhatsApp',
  mail: 'E-mail',
  newestEnquiries: (shownCount: number) => `Showing the newest ${shownCount}. The others are under Leads.`,
  hello: chatMessages.party.enquiry,
} as const;

export const formMessages = {
  create: 'New party',
  edit: 'Edit party',
  labels: {
    title: 'Title on the invitation',
    host_name: 'Host',
    host_email: 'Host’s e-mail',
    host_phone: 'Host’s mobile',
    day: 'Day',
    from: 'From',
    until: 'Until',
    place: 'Location',
    head_count: 'Number of guests',
    offer_id: 'Package',
    form_id: 'Questions for guests',
  },
  titleHint: 'Guests see this, for example “Kai turns eight”.',
  emailHint: 'We send guests’ answers and reminders here.',
  noPackage: 'None',
  oldPackage: 'As agreed (not on sale now)',
  usualForm: 'The usual questions',
  notify: 'E-mail the new time or location to guests who are coming',
  tellNote: (mails: number) => `${plural(mails, 'family', 'families')} with an e-mail address`,
  save: 'Save party',
  saveNew: 'Create party',
  leave: 'Go back',
} as const;

export function fieldFault(fault: Fault, field: string): string {
  if (fault.kind === 'out_of_range') return `Please enter a number from ${fault.least} to ${fault.most}.`;
  if (fault.kind === 'day_over') return 'Please choose a time in the future.';
  if (field === 'until' && fault.kind === 'not_accepted') return 'A party must last at least 15 minutes.';
  return faultMessage(fault);
}

export function doneMessage({ what, mails }: Extract<Outcome, { state: 'done' }>): string {
  const mailsSentence = mails === 0 ? '' : ` ${plural(mails, 'e-mail is', 'e-mails are')} on the way.`;
  switch (what) {
    case 'changed':
      return `Party saved.${mailsSentence}`;
    case 'cancelled':
      return `The party is cancelled.${mailsSentence}`;
    case 'restored':
      return `The party is restored.${mailsSentence}`;
    case 'host_reminded':
      return mails === 0
        ? 'Nothing was sent: we already e-mailed the host today, or there is no address.'
        : 'The e-mail to the host is on the way.';
    case 'guests_reminded':
      return mails === 0
        ? 'Nothing was sent: we already e-mailed the guests today, or no guest who is coming has left an address.'
        : `${plural(mails, 'e-mail is', 'e-mails are')} on the way.`;
    case 'settled':
      return answerMessages.settled;
  }
}

export const refusals: OwnMessages = {
  party_not_found: 'This party is no longer on record.',
  party_closed: 'This party has ended or been cancelled, so you can’t do this.',
  offer_not_available: 'This package is not on sale now. Please choose another, or none.',
  not_allowed: 'Only admins can do this. Please sign in again.',
};
