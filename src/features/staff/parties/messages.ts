import type { StaffParty } from '#contract/management-parties.ts';
import { plural } from '#contract/plural.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatClock, formatDate, formatMoment } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultWords } from '#ui/people/words.ts';
import { dayOf } from '#domain/day-of.ts';
import type { End } from './story.ts';

export const whenOf = (startsAt: string, endsAt: string) =>
  `${formatMoment(startsAt)} – ${formatClock(endsAt)}`;

export const stateWords: Record<StaffParty['state'], string> = {
  coming: 'Coming',
  over: 'Over',
  cancelled: 'Called off',
};

export const listWords = {
  empty: [
    'No party is coming up.',
    'Make one, or make an enquiry a party. Those that took place stand under “Over”.',
  ],
  title: 'Birthday parties',
  one: 'party',
  several: 'parties',
  search: 'Search parties',
  searchHint: 'Title, host, e-mail, phone, place',
  state: 'State',
  coming: 'Coming',
  over: 'Over',
  cancelled: 'Called off',
  every: 'All',
  from: 'From',
  until: 'Until',
  party: 'Party',
  starts: 'When',
  place: 'Where',
  heads: 'Heads',
  headsOf: (guests: number, agreed: number) => `${guests} of ${agreed}`,
  kinds: (children: number, adults: number) =>
    `${plural(children, 'child', 'children')}, ${plural(adults, 'adult')}`,
  answers: 'Answers',
  answered: (coming: number, not: number) =>
    coming + not === 0 ? 'None yet' : `${coming} come, ${not} do not`,
  again: (count: number) => `${count} to look at`,
  noted: (count: number) => plural(count, 'health note'),
  erased: 'Answers erased',
  create: 'New party',
  enquiries: (count: number) => (count === 1 ? '1 enquiry' : `${count > 1000 ? '1,000+' : count} enquiries`),
  viewOffText:
    'Parties say names, contacts and children, so they are not shown while others look at the screen.',
} as const;

export const storyWords = {
  loading: 'Loading...',
  failed: 'The party did not load.',
  gone: 'No party is at this address.',
  close: 'Close',
  host: 'Host',
  heads: 'Said they come',
  agreed: 'Agreed',
  families: 'Answers',
  begun: (count: number) =>
    count === 0
      ? null
      : `${plural(count, 'answer was', 'answers were')} begun and not sent. Nobody reads those.`,
  more: 'Here are the first 300 answers.',
  edit: 'Change',
  cancel: 'Call it off',
  cancelMeans: (mails: number) =>
    mails === 0
      ? 'The guests’ link says that the party is called off, and takes no answers. Nobody left an address to be told. You can put it back.'
      : `The guests’ link says that the party is called off, and takes no answers. ${plural(mails, 'family that comes and left', 'families that come and left')} an address ${mails === 1 ? 'is' : 'are'} mailed at once. You can put it back, and they are mailed again.`,
  cancelYes: 'Yes, call it off',
  leave: 'Leave it',
  restore: 'Put it back',
  erased: (at: string, state: StaffParty['state']) =>
    state === 'over'
      ? `Names and answers are erased on ${dayOf(at)}; how many of what age came stays.`
      : `Names and answers are erased on ${dayOf(at)}, 30 days after the party.`,
  hostErased: (at: string) => `The host’s name and contact are erased on ${dayOf(at)}.`,
  enquiry: (at: string) => `Came of an enquiry of ${dayOf(at)}, which is deleted with its lead:`,
  lead: 'Open the lead',
} as const;

export const shareWords = {
  title: 'The guests’ link',
  text: 'Whoever has it may read the invitation and answer. Only the host knows who was invited.',
  link: 'Link',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Select the link and copy it by hand.',
  whatsapp: 'Send by WhatsApp',
  whatsappHost: (name: string) => `WhatsApp to ${name}`,
  code: 'QR code',
  codeAlt: (title: string) => `QR code that opens the invitation to ${title}`,
  save: 'Save as a picture',
  invite: (title: string, startsAt: string, place: string, link: string) =>
    `You are invited: ${title}, ${formatMoment(startsAt)}, ${place}. Please tell us who comes: ${link}`,
  toHost: (name: string, guests: number, agreed: number, link: string) =>
    `Hello ${name}, ${plural(guests, 'guest has', 'guests have')} said yes so far, of ${agreed} planned. Would you pass the link on to who has not answered yet? ${link}`,
} as const;

export const remindWords = {
  title: 'Reminders',
  text: 'Who was invited and has not answered, only the host knows: the mail to the host has the link to pass on. Each goes once a day.',
  host: 'Mail the host',
  hostLast: (at: string | null) => (at === null ? 'Not mailed yet' : `Last on ${formatMoment(at)}`),
  noHost: 'The host left no e-mail address.',
  guests: 'Remind who comes',
  guestsMeans: (mails: number) =>
    `${plural(mails, 'family that comes', 'families that come')} and left an address ${mails === 1 ? 'gets' : 'get'} a mail with time, place, and the link to change their answer.`,
  yes: 'Yes, send',
  nobody: 'Nobody who comes left an e-mail address.',
} as const;

export const answerWords = {
  title: 'Answers',
  none: 'No family has answered yet.',
  coming: 'Comes',
  notComing: 'Cannot come',
  notCounted: 'Not counted',
  second: (name: string) => `Looks like a second answer of ${name}: the same e-mail or number.`,
  thisCounts: 'This one counts instead',
  bothCount: 'Both count',
  settled: 'What counts is changed.',
  undo: 'Undo',
  erasedName: 'Erased',
  age: (age: number | null, kind: 'child' | 'adult') =>
    kind === 'adult' ? 'adult' : age === null ? 'child' : `${age} yrs`,
  noName: 'Name erased',
  at: (submitted: string, updated: string) =>
    Date.parse(updated) - Date.parse(submitted) < 60_000
      ? `Answered ${formatMoment(submitted)}`
      : `Answered ${formatMoment(submitted)}, changed ${formatMoment(updated)}`,
  file: 'CSV of answers',
  fileDone: (rows: number) => `Saved ${plural(rows, 'row')}.`,
  fileFailed: 'The file was not saved.',
  fileName: (day: string) => `party-${day}.csv`,
} as const;

export const healthWords = {
  title: 'Allergies and health',
  none: 'No family that comes has told of anything.',
  some: (count: number) =>
    `${plural(count, 'family that comes has', 'families that come have')} told of something. Reading it is logged with your name.`,
  read: 'Read all',
  readOne: 'Read what it says of health',
  reading: 'Reading...',
  nobody: 'In general',
  empty: 'Nothing any more.',
  failed: 'That could not be read. Please try again.',
} as const;

export const enquiryWords = {
  title: 'Enquiries',
  text: 'Who asked for a birthday party and has none yet. Each is deleted with its lead on the day it says.',
  none: 'Nobody waits for a party.',
  failed: 'The enquiries did not load.',
  make: 'Make it a party',
  facts: (parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · '),
  wished: (day: string | null) => (day === null ? null : `Wishes ${formatDate(day)}`),
  guests: (count: number | null) => (count === null ? null : plural(count, 'guest')),
  turns: (age: number | null) => (age === null ? null : `turns ${age}`),
  deleted: (at: string) => `Kept until ${dayOf(at)}`,
  write: 'WhatsApp',
  mail: 'Mail',
  more: (shown: number) => `These are the newest ${shown}; the others are among the leads.`,
  hello: (name: string) => `Hello ${name}, thank you for asking about a birthday party!`,
} as const;

export const formWords = {
  create: 'New party',
  edit: 'Change the party',
  labels: {
    title: 'Title on the invitation',
    host_name: 'Host',
    host_email: 'Host’s e-mail',
    host_phone: 'Host’s mobile',
    day: 'Day',
    from: 'From',
    until: 'Until',
    place: 'Place',
    head_count: 'Guests agreed on',
    offer_id: 'Package',
    form_id: 'Questions for guests',
  },
  titleHint: 'Guests read it, such as “Kai turns eight”.',
  emailHint: 'For what guests answer, and for reminders.',
  noPackage: 'None',
  oldPackage: 'As agreed (not on sale now)',
  usualForm: 'The usual ones',
  tell: 'Mail the new time or place to guests who come',
  tellNote: (mails: number) => `${plural(mails, 'family', 'families')} that left an address`,
  save: 'Save',
  saveNew: 'Make the party',
  leave: 'Leave it',
} as const;

export function fieldFault(field: string, fault: Fault): string {
  if (fault.kind === 'out_of_range') return `From ${fault.least} to ${fault.most}.`;
  if (fault.kind === 'day_over') return 'A new time lies in the future.';
  if (field === 'until' && fault.kind === 'not_accepted')
    return 'A party ends 15 minutes after it begins, or later.';
  return faultWords(fault);
}

export function doneWords({ what, mails }: Extract<End, { state: 'done' }>): string {
  const told = mails === 0 ? '' : ` ${plural(mails, 'mail is', 'mails are')} on the way.`;
  switch (what) {
    case 'changed':
      return `The party is changed.${told}`;
    case 'cancelled':
      return `The party is called off.${told}`;
    case 'restored':
      return `The party takes place.${told}`;
    case 'host_reminded':
      return mails === 0
        ? 'Nothing was sent: today’s mail went already, or there is no address.'
        : 'The host’s mail is on the way.';
    case 'guests_reminded':
      return mails === 0
        ? 'Nothing was sent: today’s mails went already, or nobody who comes left an address.'
        : `${plural(mails, 'mail is', 'mails are')} on the way.`;
    case 'settled':
      return answerWords.settled;
  }
}

export const refusals: OwnRefusals = {
  party_not_found: 'This party is not there any more.',
  party_closed: 'This party is over or called off, so that cannot be done.',
  offer_not_available: 'This package is not on sale now. Please choose another one, or none.',
  not_allowed: 'Only managers may do this. Please sign in again.',
};
