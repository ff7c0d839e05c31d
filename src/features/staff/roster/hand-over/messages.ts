import { formatPhone } from '#contract/phone-format.ts';
import type { Concern } from '#contract/roster.ts';
import type { Child } from '../model.ts';
import { noReasonMessage } from '#ui/staff/messages.ts';
import { fillInMessage } from '#ui/people/messages.ts';

export const handOverMessages = {
  title: (name: string) => `Who collects ${name}?`,
  code: 'Code',
  codeHint: 'Six digits, together with a photo ID.',
  check: 'Check',
  parents: 'Parents',
  noParent: 'We have no parent on record.',
  call: (name: string) => `Call ${name}`,
  noPhone: 'no number',
  list: 'On the family’s list',
  nobody: 'Only the parents.',
  blocked: 'Must never collect this child',
  hasBlocked: (count: number) =>
    count === 1 ? '1 person must never collect' : `${count} people must never collect`,
  otherPerson: 'Somebody else',
  alone: 'Goes home alone',
  refuse: 'Not handed over',
  correct: (name: string) => `${name}’s code is correct.`,
  handTo: (child: string, name: string) => `Hand ${child} over to ${name}`,
  back: 'Back',
} as const;

export const otherMessages = {
  title: 'Somebody who is not on the list',
  callFirst: 'Call a parent first.',
  name: 'Name, as on the photo ID',
  called: 'A parent agreed on the phone',
  id: 'I have seen a photo ID',
  notified: 'The parents get an e-mail at once.',
  next: (child: string) => `Hand over ${child}`,
  needed: 'Please write the name.',
  warning: (name: string, note: string | null) =>
    `Stop: the family says that ${name} must never collect this child.${note === null ? '' : ` (${note})`} Call a parent.`,
} as const;

const concerns: Record<Concern, (child: Child) => string> = {
  too_young: ({ name, age }) => `${name} is ${age}, which is too young to go home alone under our rules.`,
  no_consent: ({ name }) => `No parent has allowed ${name} to go home alone.`,
  blocked_person: () => 'The family says that this person must never collect the child.',
  not_listed: () => 'This person is not on the family’s list.',
  no_photo_id: () => 'You have not seen a photo ID.',
  parent_not_called: () => 'No parent has agreed to this by phone.',
};
export const confirmMessages = {
  title: 'Are you sure?',
  concern: (concern: Concern, child: Child) => concerns[concern](child),
  call: 'Call a parent before you go on.',
  reason: 'Why is it all right to go ahead?',
  reasonHint: 'The office reads this, and the family can see it when they download their data.',
  needed: noReasonMessage,
  alone: (name: string) => `Yes, ${name} goes home alone`,
  handTo: (child: string, name: string) => `Yes, hand ${child} over to ${name}`,
} as const;

export const refuseMessages = {
  title: (child: string) => `${child} stays here`,
  person: 'Who came?',
  reason: 'Why not?',
  needed: fillInMessage,
  notified: 'The parents get an e-mail at once. The child stays checked in.',
  write: (child: string) => `Do not hand over ${child}`,
} as const;

/** One line for each person who must never collect the child, such as "Jon Tan: court order". */
export const blockedLines = ({ blocked_collectors }: Child): string[] =>
  blocked_collectors.map(({ name, note }) => (note === null ? name : `${name}: ${note}`));

const alone: Record<Child['going_alone'], string> = {
  allowed: 'May go home alone.',
  too_young: 'Too young to go home alone.',
  no_consent: 'May not go home alone.',
};

/**
 * Says who may collect the child, who must never, and whether the child may go home alone. Paper shows no notes about
 * the people, because it is left lying about.
 */
export const collectionLine = (child: Child): string =>
  [
    child.pickup_authorizations.length === 0
      ? handOverMessages.nobody
      : `${child.pickup_authorizations.map((person) => `${person.name}, ${collectorFacts(person)}`).join('; ')}.`,
    child.blocked_collectors.length > 0 &&
      `Never: ${child.blocked_collectors.map(({ name }) => name).join(', ')}.`,
    alone[child.going_alone],
  ]
    .filter(Boolean)
    .join(' ');

export const aloneLine = ({ going_alone }: Child): string => alone[going_alone];

/** Returns for example "Grandmother · +65 9123 4567". */
export const collectorFacts = ({ relationship, phone }: Child['pickup_authorizations'][number]): string =>
  [relationship, phone && formatPhone(phone)].filter(Boolean).join(' · ');
