import { plural } from '#contract/plural.ts';
import { whomWeCall } from '#ui/family/sheet/messages.ts';
import type { MissingPart, StepId } from './step-ids.ts';

export const fieldMessages = {
  name: { label: 'Your name', hint: 'What should a coach call you?' },
  firstName: { label: 'Given name (optional)' },
  lastName: { label: 'Family name (optional)' },
  language: { label: 'Preferred language (optional)', hint: 'Our e-mails come in English or Chinese.' },
  phone: { label: 'Mobile', hint: 'We call this number if a class is cancelled or a child is hurt.' },
  secondPhone: { label: 'Another phone (optional)' },
  whatsapp: { label: 'WhatsApp (optional)', hint: 'If it is not the same number as your mobile.' },
  method: { label: 'Best way to reach you (optional)' },
  methods: [
    { value: 'whatsapp', label: 'WhatsApp' },
    { value: 'email', label: 'E-mail' },
    { value: 'phone', label: 'Phone call' },
    { value: 'sms', label: 'SMS' },
  ],
  address: { label: 'Home address (optional)', hint: 'For camps with pick-up from home.' },
  conditions: { label: 'Medical conditions' },
  allergies: { label: 'Allergies' },
  medications: { label: 'Medicines you take' },
  doctor: { label: 'Doctor’s name' },
  doctorPhone: { label: 'Doctor’s phone' },
  insurer: { label: 'Insurance company' },
  policy: { label: 'Policy number' },
  wishes: {
    label: 'Anything we should know',
    hint: 'For example, who looks after the children on which days.',
  },
};

export const profileMessages = {
  title: 'Your details',
  complete: 'Everything we need is here.',
  change: 'Change',
  add: 'Add',
  save: 'Save',
  close: 'Close',
  overwritten: (other: string) => `${other} changed this at the same time`,
  failed: 'Failed to fetch user profile',
  offline: 'Your details will load when you are online.',
  address: 'E-mail',
  changeAddress: 'Change e-mail or password',
  unverified:
    'Not confirmed yet. Bookings made with this address will be added to your family once you confirm it.',
} as const;

export const stepMessages: Record<StepId, { title: string; text?: string }> = {
  you: { title: 'You' },
  reach: { title: 'How we reach you' },
  people: {
    title: 'Emergency contacts',
    text: 'We call these people if something happens and we can’t reach a parent. They are for all your children. You can add others for one child on that child’s page.',
  },
  pickup: {
    title: 'Who else may collect your children',
    text: 'People besides the parents, for all your children. Coaches ask for a photo ID and hand your child to nobody else.',
  },
  health: {
    title: 'Your own health',
    text: 'Only needed if you take part yourself, such as on a river day. If our staff view it, your privacy page says so. If there is nothing we should know, leave this empty and save.',
  },
  wishes: { title: 'Anything else' },
};

export const missingMessages: Record<MissingPart, { what: string; why: string; step: StepId | null }> = {
  name: { what: 'Your name', why: 'so that a coach knows what to call you', step: 'you' },
  phone: {
    what: 'Your mobile',
    why: 'so that we can call you if a class is cancelled or a child is hurt',
    step: 'reach',
  },
  emergency_contact: {
    what: 'An emergency contact',
    why: whomWeCall,
    step: 'people',
  },
  email: {
    what: 'A confirmed e-mail',
    why: 'so that bookings made with it are added to your family',
    step: null,
  },
};

export const summaryMessages = {
  none: 'Nothing yet',
  nobody: 'None yet',
  onlyParents: 'Only the parents',
  noAnswer: 'No answer yet',
  nothingToTell: 'Nothing to report',
  noteCount: (count: number) => plural(count, 'note'),
} as const;
