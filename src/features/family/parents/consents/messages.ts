import type { OwnMessages } from '#api/error-text.ts';
import type { ConsentEntry, ConsentPurpose, Standing } from '#domain/consents.ts';
import { isolated } from '#domain/isolated.ts';
import { dayOf } from '#domain/day-of.ts';
import { familyErrors, notSaved } from '#ui/family/messages.ts';

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

export const consentMessages = {
  title: 'What you agreed to',
  lead: 'Each with its text in full. You may change your mind at any time; what was agreed before stays in the history.',
  failed: 'What you agreed to did not load.',
  offline: 'What you agreed to will load when you are online.',
  noChildren: 'What concerns a child comes here once there is one.',
  read: 'Read it in full',
  history: 'History',
  version: (version: number) => `Version ${version}`,
  agree: 'I agree',
  agreeFor: (names: readonly string[]) => `I agree, for ${listed(names.map(isolated))}`,
  withdraw: 'Withdraw',
  agreeAgain: 'Agree after all',
  yes: 'Yes',
  no: 'No',
  person: 'You',
  saved: 'Saved.',
} as const;

/** Texts for renewing consents that are old or whose text has changed, in one tap. */
export const staleMessages = {
  title: (count: number) => (count === 1 ? 'Is this still so?' : 'Is all of this still so?'),
  text: (purposes: readonly string[]) =>
    `About ${listed(purposes)}: the words have changed since, or you agreed more than a year ago.`,
  yes: 'Nothing has changed',
  look: 'Below you find each text in full, and may withdraw it.',
} as const;

export const stateMessage = (standing: Standing, who: string): string => {
  switch (standing.state) {
    case 'never':
      return 'Not said yet';
    case 'given':
      return `Agreed ${dayOf(standing.entry.created_at)}, by ${who}`;
    case 'stale':
      return `Agreed ${dayOf(standing.entry.created_at)}, to be looked at again`;
    case 'refused':
      return `No, since ${dayOf(standing.entry.created_at)}, by ${who}`;
  }
};

export const shortMessages: Record<ConsentPurpose, string> = {
  terms: 'the terms',
  liability: 'the risks of sport',
  medical: 'emergency treatment',
  activity: 'taking part',
  photo: 'photos',
  marketing: 'news',
};

const notComplete = 'Without it a child’s profile is not complete.';

/** What refusing means. */
export const meaningMessages: Record<ConsentPurpose, string> = {
  terms: 'For what you book.',
  liability: notComplete,
  medical: notComplete,
  activity: notComplete,
  photo: 'Until you say yes, no photo of your child goes anywhere.',
  marketing: 'E-mails about what you booked come all the same.',
};

export const entryMessage = (
  { given, version, created_at }: ConsentEntry,
  who: string,
  whom: string,
): string =>
  `${dayOf(created_at)}: ${given ? 'yes' : 'no'}${whom === '' ? '' : ` for ${whom}`}, by ${who} (version ${version})`;

export const whoMessages = {
  me: 'you',
  gone: 'a former parent',
  guest: 'an order without account',
  staff: 'our staff, as you told them',
  merge: 'the joining of two families',
  mail: 'the link in an e-mail',
  family: 'the whole family',
  formerChild: 'a child no longer here',
} as const;

export const consentErrors: OwnMessages = {
  offline: familyErrors.offline,
  unexpected: notSaved,
  consent_text_changed: 'These words have just changed. Please read them again; nothing was agreed to.',
};
