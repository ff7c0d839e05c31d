import type { FamilyPass } from '#contract/family-passes.ts';
import type { FamilyChild } from '#contract/family.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { FamilyPage, StaffConsent } from '#contract/management-families.ts';
import { formatSessions } from '#contract/format.ts';
import { errorText, type OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { joinNames } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import { hiddenMessage, noteChoice } from '#ui/staff/messages.ts';
import type { Outcome } from './detail.ts';

export const listMessages = {
  empty: ['No families yet.', 'Families who sign up, buy as a guest or buy at the desk appear here.'],
  title: 'Families',
  one: 'family',
  several: 'families',
  search: 'Search families',
  searchHint: 'Parent, child, e-mail, phone, order, Stripe ID',
  kind: 'Kind',
  all: 'All',
  kinds: {
    account: 'With an account',
    guest: 'Guests',
    waits: 'On a waitlist',
    proposals: 'Answer pending',
    twice: 'Possible duplicates',
  },
  name: 'Family',
  accountTitle: 'Account',
  account: 'Account',
  guest: 'Guest',
  children: 'Children',
  noChildren: 'No children yet',
  contact: 'Contact',
  credits: 'Credits',
  ahead: 'Booked',
  orders: 'Orders',
  created: 'Since',
  viewOff: hiddenMessage('Families show names, contact details and children'),
} as const;

export const fewMessages = { all: (count: number) => `Show all ${count}` } as const;

export const pageMessages = {
  back: '← All families',
  loading: 'Loading...',
  notFound: 'This family is no longer on record.',
  notFoundText: 'It was deleted, or merged into another family.',
  failed: 'The family did not load.',
  facts: ({ family, orders_count }: FamilyPage) =>
    `Since ${dayOf(family.created_at)} · ${plural(family.children.length, 'child', 'children')} · ${formatSessions(family.credits)} left · ${plural(orders_count, 'order')}`,
  notes: (count: number) => plural(count, 'note'),
  possibleDuplicate: 'Possible duplicate',
  proposals: (count: number) =>
    `${plural(count, 'detail')} from a booking ${count === 1 ? 'waits' : 'wait'} for the family’s answer`,
} as const;

export const doneMessage = (outcome: Extract<Outcome, { state: 'done' }>): string =>
  outcome.what === 'changed'
    ? outcome.message
    : {
        noted: 'Note saved.',
        removed: 'Note deleted.',
        looked: 'We have logged that you opened this.',
        distinct: 'These two families are not suggested again.',
        similar: 'These two families are suggested again.',
      }[outcome.what];

export const refusals: OwnMessages = {
  not_allowed: 'Your account can no longer do this. Please load the page again.',
  family_not_found: 'This family has just been merged into another, or deleted.',
  child_not_found: 'This child is no longer part of the family. Please load the page again.',
  no_credit: 'The pass has fewer credits than that.',
  line_closed: 'This pass was cancelled, so its credits can no longer change.',
  pass_expired: 'This pass has ended, so nobody could use the credit. Please add to the balance instead.',
};
export const refusedMessage = ({ code }: { code: ErrorCode }) => errorText(code, refusals);

const missing: Record<FamilyChild['details_missing'][number], string> = {
  health: 'health',
  emergency_contact: 'emergency contact',
  medical: 'medical consent',
  liability: 'indemnity',
  activity: 'activity consent',
  doctor_phone: 'doctor’s number',
  photo: 'photos',
};

export const childMessages = {
  title: 'Children',
  none: 'No children on record.',
  facts: ({ age, dob, current_level }: Pick<FamilyChild, 'age' | 'dob' | 'current_level'>) =>
    `${age} years, born ${formatDate(dob)} · Level ${current_level}`,
  credits: (count: number) => `${formatSessions(count)} left`,
  proposed: 'From a booking, not confirmed',
  missing: (details: FamilyChild['details_missing']) =>
    `Missing: ${details.map((detail) => missing[detail]).join(', ')}`,
  attendance: ({ booked, marked, attended }: FamilyChild['sessions']) =>
    booked === 0
      ? 'No class in the last year.'
      : `Came to ${attended} of the ${plural(marked, 'class', 'classes')} where attendance was taken. ${booked} were booked in the last year.`,
  note: ({ text, coach, at }: NonNullable<FamilyChild['level_note']>) =>
    `“${text}” ${coach ?? 'our office'}, ${dayOf(at)}`,
} as const;

export const healthMessages = {
  read: 'Health and pick-up',
  readOf: (name: string) => `Health and pick-up of ${name}`,
  of: (name: string) => `What we know about ${name}`,
  logged: 'We log each time you open this, and the family can see it.',
  nothing: 'Nothing on record.',
  hide: 'Hide',
  yes: 'yes',
  no: 'no',
  contacts: 'In an emergency',
  pickup: 'May collect',
  answer: 'Health',
  fields: {
    allergies: 'Allergies',
    medical_conditions: 'Conditions',
    medications: 'Medicine',
    physical_conditions: 'Physical conditions',
    physical_limitations: 'Limitations',
    previous_injuries: 'Earlier injuries',
    fitness_level: 'Fitness',
    last_medical_checkup: 'Last check-up',
    medical_clearance: 'Medical clearance',
    medical_clearance_date: 'Medical clearance date',
    emergency_medical_info: 'Emergency information',
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
    communication_preferences: 'How to talk with the child',
  } as Partial<Record<string, string>>,
} as const;

export const parentMessages = {
  title: 'Parents',
  first: 'First parent',
  second: 'Second parent',
  verified: 'E-mail confirmed',
  unverified: 'E-mail not confirmed',
  unconfirmedGuest: 'Guest: entered in a booking, not confirmed',
  lastSignIn: (at: string | null) =>
    at === null ? 'Never signed in.' : `Last signed in ${formatMoment(at)}.`,
  roles: { coach: 'Coach', marketer: 'Marketer', admin: 'Admin', business_admin: 'Business admin' },
} as const;

export const bookingMessages = {
  ahead: 'Booked',
  noneAhead: 'Nothing booked.',
  past: 'Last year',
  nonePast: 'Nothing in the last year.',
  booked: 'Booked',
  cancelledByUs: 'Cancelled by us',
  choose: noteChoice,
  cancelled: 'Cancelled',
  attended: 'Came',
  missed: 'Missed',
  unmarked: 'Attendance not marked',
  days: (count: number) => `Came on ${plural(count, 'day')}`,
} as const;

export const boughtMessages = {
  passes: 'Passes',
  noPasses: 'No valid passes, and none that ended recently.',
  withoutPass: (names: readonly string[]) =>
    `${joinNames(names)} ${names.length === 1 ? 'has' : 'have'} no valid pass to add credits to.`,
  useBalance: 'Add to the balance instead',
  nobody: 'For the family',
  until: ({ valid_from, valid_until }: FamilyPass) =>
    valid_until === null
      ? `From ${formatDate(valid_from)}, with no end date`
      : `${formatDate(valid_from)} – ${formatDate(valid_until)}`,
  /** There may be more credits left than were bought, because the office can add some. */
  credits: ({ credits, sessions_total }: FamilyPass) =>
    credits > sessions_total ? `${credits} left` : `${credits} of ${sessions_total} left`,
  renews: 'Renews automatically',
  unpaid: 'Renewal unpaid',
  orders: 'Orders',
  noOrders: 'No orders yet.',
  refunded: (cents: number) => `${formatMoney(cents)} refunded`,
  paid: 'Paid',
  notPaid: 'Not paid',
  all: (count: number) => `All ${count} orders`,
} as const;

type Waiting = FamilyPage['waiting'][number];
const waitStates: Partial<Record<Waiting['status'], string>> = {
  unconfirmed: 'Not confirmed yet',
  offered: 'Has an offer',
  accepted: 'At checkout',
};
export const waitMessages = {
  title: 'Waitlists',
  none: 'Not on any waitlist.',
  friend: 'a friend',
  state: ({ status, position, offer_expires_at }: Waiting): string =>
    status === 'waiting'
      ? `Number ${position ?? '?'}`
      : `${waitStates[status] ?? status}${offer_expires_at === null ? '' : ` until ${formatMoment(offer_expires_at)}`}`,
} as const;

export const agreedMessages = {
  title: 'Consents',
  none: 'No consents yet.',
  yes: 'Yes',
  no: 'No',
  olderVersion: 'To an older version',
  guest: 'a guest',
  recordedBy: (name: string) => `recorded by ${name}`,
  purposes: {
    terms: 'Terms',
    liability: 'Indemnity',
    medical: 'Medical treatment',
    photo: 'Photos',
    marketing: 'News by e-mail',
    activity: 'Activities',
  } satisfies Record<StaffConsent['purpose'], string>,
  sources: {
    account: 'in Family Base',
    checkout: 'when booking',
    staff: 'by staff',
    phone: 'by phone',
    merge: 'kept when families were merged',
    mail: 'with the link in an e-mail, or by marking one as spam',
  } satisfies Record<StaffConsent['source'], string>,
} as const;

export const noteMessages = {
  title: 'Notes',
  label: 'A note for colleagues',
  hint: 'Please do not write about health: that belongs in the child’s profile. The family can see notes when they download their data. We delete notes after two years.',
  about: 'About',
  family: 'The family',
  missing: 'Please write something.',
  save: 'Save note',
  nobody: 'a former colleague',
  remove: 'Delete note',
  means:
    'The note will be deleted for good. The log will show that you deleted a note, but not what it said.',
  yes: 'Yes, delete note',
  no: 'Keep note',
} as const;
