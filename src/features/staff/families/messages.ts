import type { FamilyPass } from '#contract/family-passes.ts';
import type { FamilyChild } from '#contract/family.ts';
import type { FamilyPage, MergePreview, MergeSide, StaffConsent } from '#contract/management-families.ts';
import { formatSessions } from '#contract/format.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import type { End } from './family.ts';

export const listWords = {
  empty: ['No family yet.', 'Who signs up, buys as a guest or is sold to at the desk becomes one.'],
  title: 'Families',
  one: 'family',
  several: 'families',
  search: 'Search families',
  searchHint: 'Parent, child, e-mail, phone, order, Stripe id',
  kind: 'Which',
  all: 'All',
  kinds: {
    account: 'With an account',
    guest: 'Guests',
    waits: 'On a waitlist',
    asked: 'Have to answer',
    twice: 'Perhaps twice',
  },
  name: 'Family',
  accountTitle: 'Account',
  account: 'Account',
  guest: 'Guest',
  children: 'Children',
  noChildren: 'No child yet',
  contact: 'Contact',
  credits: 'Credits',
  ahead: 'Booked',
  orders: 'Orders',
  created: 'Since',
  viewOff:
    'Families are names, contacts and children, so they are not shown while others look at the screen.',
} as const;

export const fewWords = { all: (count: number) => `Show all ${count}` } as const;

export const pageWords = {
  back: '← All families',
  loading: 'Loading...',
  gone: 'There is no such family any more.',
  goneText: 'It was erased, or has become part of another one.',
  failed: 'The family did not load.',
  facts: ({ family, orders_count }: FamilyPage) =>
    `Since ${dayOf(family.created_at)} · ${plural(family.children.length, 'child', 'children')} · ${formatSessions(family.credits)} left · ${plural(orders_count, 'order')}`,
  notes: (count: number) => plural(count, 'note'),
  same: 'Perhaps another family too',
  proposals: (count: number) =>
    `${plural(count, 'thing')} a booking told ${count === 1 ? 'waits' : 'wait'} for the family’s answer`,
} as const;

export const doneWords = ({ what }: Extract<End, { state: 'done' }>): string =>
  ({ noted: 'The note is written.', removed: 'The note is gone.', looked: 'Your look is written down.' })[
    what
  ];

export const refusals: OwnRefusals = {
  not_allowed: 'Your account may not do this any more. Load the page again.',
  family_not_found: 'This family has just become part of another one, or was erased.',
};

const missing: Record<FamilyChild['details_missing'][number], string> = {
  health: 'health',
  emergency_contact: 'emergency contact',
  medical: 'medical consent',
  liability: 'indemnity',
  activity: 'activity consent',
  doctor_phone: 'doctor’s number',
  photo: 'photos',
};

export const childWords = {
  title: 'Children',
  none: 'No child is on record.',
  facts: ({ age, dob, current_level }: Pick<FamilyChild, 'age' | 'dob' | 'current_level'>) =>
    `${age} years, born ${formatDate(dob)} · Level ${current_level}`,
  credits: (count: number) => `${formatSessions(count)} left`,
  proposed: 'From a booking, not confirmed',
  missing: (what: FamilyChild['details_missing']) =>
    `Not told: ${what.map((one) => missing[one]).join(', ')}`,
  came: ({ booked, marked, attended }: FamilyChild['sessions']) =>
    booked === 0
      ? 'No class in the last year.'
      : `Came to ${attended} of ${plural(marked, 'class', 'classes')} whose roll was taken, of ${booked} in the last year.`,
  note: ({ text, coach, at }: NonNullable<FamilyChild['level_note']>) =>
    `“${text}” ${coach ?? 'a coach'}, ${dayOf(at)}`,
} as const;

export const healthWords = {
  read: 'Health and pick-up',
  readOf: (name: string) => `Health and pick-up of ${name}`,
  of: (name: string) => `What was told of ${name}`,
  logged: 'Each look is written down, and the family sees it.',
  nothing: 'Nothing was told.',
  hide: 'Hide',
  yes: 'yes',
  no: 'no',
  contacts: 'In an emergency',
  pickup: 'May fetch',
  fields: {
    allergies: 'Allergies',
    medical_conditions: 'Conditions',
    medications: 'Medicine',
    physical_conditions: 'Physical conditions',
    physical_limitations: 'Limitations',
    previous_injuries: 'Injuries before',
    fitness_level: 'Fitness',
    last_medical_checkup: 'Last check-up',
    medical_clearance: 'Doctor agreed',
    medical_clearance_date: 'Doctor agreed on',
    emergency_medical_info: 'In an emergency, know',
    hospital_preference: 'Hospital',
    medical_insurance: 'Insurance',
    doctor_name: 'Doctor',
    doctor_phone: 'Doctor’s number',
    insurance_provider: 'Insurer',
    insurance_number: 'Insurance number',
    personality: 'Personality',
    behavioral_notes: 'Behaviour',
    learning_difficulties: 'Learning',
    anxiety_triggers: 'Afraid of',
    communication_preferences: 'How to talk',
  } as Partial<Record<string, string>>,
} as const;

export const parentWords = {
  title: 'Parents',
  first: 'First parent',
  second: 'Second parent',
  proven: 'Address proven',
  unproven: 'Address not proven',
  typed: 'A guest: typed at a booking, not proven',
  seen: (at: string | null) => (at === null ? 'Never signed in.' : `Signed in last ${formatMoment(at)}.`),
  roles: { coach: 'Coach', admin: 'Admin', business_admin: 'Business admin' },
} as const;

export const bookingWords = {
  ahead: 'Booked',
  noneAhead: 'Nothing is booked.',
  past: 'Last year',
  nonePast: 'Nothing in the last year.',
  booked: 'Booked',
  calledOff: 'Called off',
  cancelled: 'Cancelled',
  came: 'Came',
  missed: 'Absent',
  unmarked: 'Roll not taken',
  days: (count: number) => `Came on ${plural(count, 'day')}`,
} as const;

export const boughtWords = {
  passes: 'Passes',
  noPasses: 'No pass that is valid, or ended lately.',
  nobody: 'For the family',
  until: ({ valid_from, valid_until }: FamilyPass) =>
    valid_until === null
      ? `From ${formatDate(valid_from)}, without an end`
      : `${formatDate(valid_from)} – ${formatDate(valid_until)}`,
  credits: ({ credits, sessions_total }: FamilyPass) => `${credits} of ${sessions_total} left`,
  renews: 'Renews itself',
  unpaid: 'Renewal unpaid',
  orders: 'Orders',
  noOrders: 'Nothing was bought.',
  back: (cents: number) => `${formatMoney(cents)} back`,
  paid: 'Paid',
  notPaid: 'Not paid',
  all: (count: number) => `All ${count} orders`,
} as const;

type Waiting = FamilyPage['waiting'][number];
const waitStates: Partial<Record<Waiting['status'], string>> = {
  unconfirmed: 'Not confirmed yet',
  offered: 'Has an offer',
  accepted: 'At the checkout',
};
export const waitWords = {
  title: 'Waitlists',
  none: 'Waits for nothing.',
  friend: 'a friend',
  state: ({ status, position, offer_expires_at }: Waiting): string =>
    status === 'waiting'
      ? `Number ${position ?? '?'}`
      : `${waitStates[status] ?? status}${offer_expires_at === null ? '' : ` until ${formatMoment(offer_expires_at)}`}`,
} as const;

export const agreedWords = {
  title: 'Agreed to',
  none: 'Nothing was agreed to yet.',
  yes: 'Yes',
  no: 'No',
  old: 'To older words',
  guest: 'a guest',
  purposes: {
    terms: 'Terms',
    liability: 'Indemnity',
    medical: 'Medical treatment',
    photo: 'Photos',
    marketing: 'News by mail',
    activity: 'Activities',
  } satisfies Record<StaffConsent['purpose'], string>,
  sources: {
    account: 'in Family Base',
    checkout: 'at a booking',
    staff: 'by staff',
    merge: 'kept when families became one',
  } satisfies Record<StaffConsent['source'], string>,
} as const;

export const noteWords = {
  title: 'Notes',
  label: 'A note for colleagues',
  hint: 'Nothing about health: that belongs into the child’s profile. The family has notes in its copy; they go after two years.',
  about: 'About',
  family: 'The family',
  missing: 'Please write something.',
  save: 'Write it down',
  nobody: 'somebody who has left',
  remove: 'Take away',
  means: 'The note goes for good. The log says that you took one away, and not what it said.',
  yes: 'Take it away',
  no: 'Keep it',
} as const;

export const mergeWords = {
  title: 'Perhaps the same family',
  lead: 'Somebody typed the same. That proves nothing: only what you know makes them one.',
  none: 'No other family has the same address, number or child.',
  same: { child: 'Same child', email: 'Same e-mail', phone: 'Same phone' },
  other: 'Another family',
  search: 'Name, child, e-mail, phone or order',
  find: 'Find',
  failed: 'The search came to nothing. Please try again.',
  nobody: 'Nobody is like this.',
  look: 'Compare',
  lookAt: (name: string) => `Compare with ${name}`,
  looking: 'Comparing …',
  preview: 'What becoming one would make',
  becomes: (from: string, into: string) => `${from} becomes part of ${into}`,
  stays: 'Stays',
  goes: 'Goes',
  rows: {
    family: 'Family',
    account: 'Account',
    signedIn: 'Last sign-in',
    phone: 'Phone',
    children: 'Children',
    orders: 'Orders',
    since: 'Since',
  },
  account: (has: boolean) => (has ? 'Account' : 'Guest, no account'),
  never: 'Never signed in',
  ordersOf: ({ orders, last_order_at }: MergeSide) =>
    orders === 0 ? 'None' : `${orders}, the last on ${dayOf(last_order_at ?? '')}`,
  /** The e-mail address tells two families of the same name apart. */
  nameOf: ({ name, email }: MergeSide['family']) => `${name} (${email})`,
  moves: ({ orders, bookings, passes, waiting }: MergeSide, into: string) =>
    `${plural(orders, 'order')}, ${plural(bookings, 'booking')}, ${plural(passes, 'pass', 'passes')} and ${plural(waiting, 'place')} on waitlists go to ${into}, with notes and consents.`,
  child: ({ name, age, becomes_one }: MergePreview['children'][number], into: string) =>
    becomes_one
      ? `${name} (${age}) is the same child by name and birthday: the two become one.`
      : `${name} (${age}) stands beside the children of ${into}.`,
  parent: (name: string) => `${name} becomes a parent of it, and sees all of it.`,
  holds: (into: string, count: number) =>
    `What ${into} says of health, people and consents goes on to hold${count === 0 ? '.' : `; ${plural(count, 'thing')} that ${count === 1 ? 'differs is' : 'differ are'} put to the family, which decides.`}`,
  ends: (from: string) => `${from} is gone. The log keeps that it was joined, when and by whom.`,
  sure: 'It cannot be undone:',
  proof:
    'nobody can tell afterwards whose was what. Make sure that they are one, by more than what was typed.',
  yes: (from: string, into: string) => `Merge ${from} into ${into}`,
  turn: (from: string) => `Keep ${from} instead`,
  no: 'Keep separate',
  done: 'They are one family now.',
  changed: 'Something has changed since you looked, and nothing was merged. This is what it comes to now.',
} as const;

export const mergeRefusals: OwnRefusals = {
  ...refusals,
  family_full:
    'They have more than two parents with an account together, and a family has two. One of them leaves first, in Family Base.',
  family_not_found: 'One of them has just become part of another, or was erased.',
};
