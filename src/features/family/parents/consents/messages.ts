import type { OwnMessages } from '#api/error-text.ts';
import type { ConsentEntry, ConsentPurpose, ConsentStatus } from '#domain/consents.ts';
import { isolateName } from '#domain/isolate-name.ts';
import { dayOf } from '#domain/day-of.ts';
import { consentNouns, familyErrors, notSaved } from '#ui/family/messages.ts';
import { messages } from '../messages.ts';

const joinList = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

export const consentMessages = {
  title: messages.consents,
  lead: 'You can read the full text of each and change your mind at any time. Earlier answers stay in the history.',
  failed: 'Your consents did not load. Please try again.',
  offline: 'Your consents will load when you are online.',
  noChildren: 'Consents for a child appear here when you have added a child.',
  read: 'Read full text',
  history: 'History',
  version: (version: number) => `Version ${version}`,
  agree: 'I agree',
  agreeFor: (names: readonly string[]) => `I agree, for ${joinList(names.map(isolateName))}`,
  withdraw: 'Withdraw',
  agreeAgain: 'Agree again',
  yes: 'Yes',
  no: 'No',
  person: 'You',
  saved: 'Saved.',
} as const;

export const staleMessages = {
  title: (count: number) => (count === 1 ? 'Do you still agree?' : 'Do you still agree to all of this?'),
  text: (purposes: readonly string[]) =>
    `About ${joinList(purposes)}: the text has changed, or you agreed more than a year ago.`,
  yes: 'I still agree',
  look: 'You can read each full text below, and withdraw your consent there.',
} as const;

export const stateMessage = (status: ConsentStatus, answeredBy: string): string => {
  switch (status.state) {
    case 'never':
      return 'No answer yet';
    case 'given':
      return `Agreed ${dayOf(status.entry.created_at)}, by ${answeredBy}`;
    case 'stale':
      return `Agreed ${dayOf(status.entry.created_at)}, please confirm it again`;
    case 'refused':
      return `No, since ${dayOf(status.entry.created_at)}, by ${answeredBy}`;
  }
};

export const shortMessages: Record<ConsentPurpose, string> = {
  terms: 'the terms',
  ...consentNouns,
  photo: 'photos',
  marketing: 'news',
};

const notComplete = 'Without it, your child’s profile will not be complete.';

export const meaningMessages: Record<ConsentPurpose, string> = {
  terms: 'We need this for your bookings.',
  liability: notComplete,
  medical: notComplete,
  activity: notComplete,
  photo: 'We will not publish photos of your child unless you say yes.',
  marketing: 'You will still get e-mails about your bookings.',
};

export const entryMessage = (
  { given, version, created_at }: ConsentEntry,
  name: string,
  children: string,
): string =>
  `${dayOf(created_at)}: ${given ? 'yes' : 'no'}${children === '' ? '' : ` for ${children}`}, by ${name} (version ${version})`;

export const whoMessages = {
  me: 'you',
  formerParent: 'a former parent',
  guest: 'an order without an account',
  staff: 'our staff, on your behalf',
  merge: 'the merge of two families',
  mail: 'the link in an e-mail',
  family: 'the whole family',
  formerChild: 'a child who is no longer in your family',
} as const;

export const consentErrors: OwnMessages = {
  offline: familyErrors.offline,
  unexpected: notSaved,
  consent_text_changed: 'This text has just changed, so your answer was not saved. Please read it again.',
};
