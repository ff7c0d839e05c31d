import type { HealthAnswer } from '#contract/health.ts';
import type { MissingDetail } from '#contract/family.ts';
import { plural } from '#contract/plural.ts';
import { formatDate, today } from '#domain/dates.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { whomWeCall } from '#ui/family/sheet/messages.ts';
import type { StepId } from './step-ids.ts';
import { offline } from '#domain/offline-messages.ts';
import { consentTitles } from '#ui/family/messages.ts';

export const fieldMessages = {
  name: { label: 'Child’s full name', hint: 'The name a coach should call across a park.' },
  dob: { label: 'Date of birth' },
  experience: { label: 'Has your child been on a skateboard before? (optional)' },
  levels: {
    new: 'Never stood on one',
    wobbles: 'Stands, pushes, wobbles',
    turns: 'Rolls, turns and stops',
    drops: 'Drops in and wants more',
  },
  gender: { label: 'Gender (optional)' },
  genders: [
    { value: 'girl', label: 'Girl' },
    { value: 'boy', label: 'Boy' },
    { value: 'other', label: 'Another' },
  ],
  shirt: { label: 'Shirt size (optional)' },
  sizes: ['100', '110', '120', '130', '140', '150', 'S', 'M'].map((value) => ({ value, label: value })),
  allergies: { label: 'Allergies', hint: 'One at a time: what happens, and what should we do?' },
  conditions: {
    label: 'Conditions',
    hint: 'Asthma, epilepsy, heart problems, anything a coach should watch for.',
  },
  medications: {
    label: 'Medicine to carry',
    hint: 'Inhaler, EpiPen: which, how much, and where it is in the bag.',
  },
  nothing: {
    label: 'Nothing to report',
    hint: 'Tick this if there are no allergies, medicine or conditions.',
  },
  emergencyInfo: { label: 'For an emergency', hint: 'What an ambulance should know first.' },
  fitness: { label: 'Fitness (optional)' },
  fitnesses: [
    { value: 'starting', label: 'Just starting' },
    { value: 'active', label: 'Active' },
    { value: 'sporty', label: 'Very sporty' },
  ],
  physical: { label: 'Physical conditions and aids', hint: 'Glasses, a hearing aid, a recent growth spurt.' },
  limits: { label: 'Needs help with' },
  injuries: { label: 'Earlier injuries' },
  doctor: { label: 'Doctor’s name' },
  doctorPhone: { label: 'Doctor’s phone', hint: 'A hospital asks for it first.' },
  hospital: { label: 'Preferred hospital' },
  insurance: { label: 'Medical insurance' },
  checkup: { label: 'Last check-up' },
  clearance: { label: 'Has a doctor said that your child may take part?' },
  clearanceDate: { label: 'When was that?' },
  yesNo: [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
  personality: { label: 'What is your child like?', hint: 'Shy for ten minutes, then unstoppable?' },
  behaviour: { label: 'What helps when it gets too much?' },
  learning: { label: 'How does your child learn best, and what is hard?' },
  anxiety: { label: 'What worries your child?' },
  talk: { label: 'How should we talk with your child?', hint: 'Languages, signs, a calming word.' },
} as const;

export const stepMessages: Record<StepId, { title: string; text?: string }> = {
  about: { title: 'About your child' },
  health: {
    title: 'Health',
    text: 'Only the coaches of your child’s classes and camps and our office can read this, and we log each view. We store what you and the other parent add together. To delete something, use “Remove”.',
  },
  body: { title: 'Fitness and injuries' },
  doctor: { title: 'Doctor and insurance' },
  ways: { title: 'What helps our coaches' },
  people: {
    title: 'Emergency contacts',
    text: 'We call these people first, then the family’s contacts on the page “Parents”.',
  },
  pickup: {
    title: 'Who else may collect your child',
    text: 'In addition to the parents and the people named on the page “Parents”. Coaches ask for a photo ID and hand your child to nobody else.',
  },
};

export const messages = {
  title: 'A child’s profile',
  back: 'Family Base',
  loading: 'Loading...',
  failed: 'Failed to fetch children data',
  notFound: 'We can’t find this child in your family.',
  addTitle: 'Add a child',
  addLead:
    'A name and a date of birth are enough to begin. Every child starts at level 1, and a coach takes it from there.',
  add: 'Add child',
  adding: 'Adding…',
  added: (name: string) => `${name} has been added to your family`,
  addFailed: 'Failed to add child to family',
  complete: 'Everything a coach needs is here.',
  overwritten: 'The other parent changed this at the same time',
  change: 'Change',
  tell: 'Tell us',
  notSaid: 'No answer yet',
  healthAnswer: ({ state, at, by }: HealthAnswer, count: number): string => {
    if (state === 'unknown') return messages.notSaid;
    const dateText = at === null ? '' : `, ${formatDate(today(new Date(at)))}`;
    const authorText = by === null ? '' : ` by ${by}`;
    return state === 'nothing'
      ? `Nothing to report, answered${authorText}${dateText}`
      : `${messages.notes(count)}, added${authorText}${dateText}`;
  },
  notes: (count: number) => plural(count, 'note'),
  ofFamily: (names: string) => `For the whole family: ${names}`,
  nobody: 'None yet',
  onlyParents: 'Only the parents',
  book: 'Book a session',
} as const;

const beforeFirst = 'needed before the first session';

export const missingMessages: Record<
  MissingDetail,
  { what: string; why: string; step: StepId | 'consents' }
> = {
  health: { what: 'Health', why: 'so that the coach knows before the first session', step: 'health' },
  emergency_contact: {
    what: 'An emergency contact',
    why: whomWeCall,
    step: 'people',
  },
  medical: {
    what: 'Consent to emergency treatment',
    why: 'so that a hospital does not have to wait for you',
    step: 'consents',
  },
  liability: {
    what: 'Consent to the risks of sport',
    why: beforeFirst,
    step: 'consents',
  },
  activity: { what: 'Consent to take part', why: beforeFirst, step: 'consents' },
  doctor_phone: { what: 'A doctor’s phone number', why: 'a hospital asks for it first', step: 'doctor' },
  photo: { what: 'Photos, yes or no', why: 'we publish no photos until you say yes', step: 'consents' },
};

export const photoMessages = {
  choose: 'Add a photo',
  change: 'Change photo',
  removing: {
    name: 'Remove photo',
    means: 'We will delete the photo permanently and show a drawing instead.',
    yes: 'Yes, remove photo',
    no: 'Keep photo',
  },
  sending: 'Sending the photo…',
  photoPrivacy: 'Only the parents can see it. We remove where and when it was taken.',
  photoSaved: 'Photo saved.',
  removed: 'Photo removed.',
  refused: {
    photo_too_large: 'This picture is too large. Please choose one of up to 5 MB and 4 megapixels.',
    photo_too_small: 'This picture is too small to recognise anybody.',
    photo_not_readable: 'We can’t read this file. Please choose a JPEG, PNG or WebP.',
    offline: `${offline} The photo was not sent.`,
    unexpected: 'The photo was not sent. Please try again.',
  } satisfies OwnMessages,
} as const;

export const consentMessages = {
  title: 'Your consent',
  lead: 'You can read the full text of each, and withdraw any of them.',
  labels: {
    activity: 'May take part',
    medical: consentTitles.medical,
    liability: consentTitles.liability,
    photo: 'Photos',
  },
  states: {
    given: (date: string) => `Yes, since ${date}`,
    stale: (date: string) => `Yes on ${date}; please confirm it again`,
    refused: (date: string) => `No, since ${date}`,
    never: 'No answer yet',
  },
  yes: 'I agree',
  no: 'No',
  withdraw: 'Withdraw consent',
  photoYes: 'Photos are fine',
  photoNo: 'No photos',
  read: 'Read full text',
  version: (version: number) => `Version ${version}`,
  nothingChanged: 'Nothing has changed, and I still agree to all of it',
  failed: 'The texts did not load. Please try again.',
  done: 'Saved.',
} as const;
