import { plural } from '#contract/plural.ts';
import { whomWeCall } from '#ui/family/sheet/messages.ts';
import type { MissingPart, StepId } from './step-ids.ts';

export const fieldMessages = {
  name: { label: 'Your name', hint: 'As a coach should call you.' },
  firstName: { label: 'Given name (optional)' },
  lastName: { label: 'Family name (optional)' },
  language: { label: 'Language you like best (optional)' },
  phone: { label: 'Mobile', hint: 'We ring it when a class is called off, or a child is hurt.' },
  secondPhone: { label: 'Another phone (optional)' },
  whatsapp: { label: 'WhatsApp (optional)', hint: 'Where it is another number than your mobile.' },
  method: { label: 'How we best reach you (optional)' },
  methods: [
    { value: 'whatsapp', label: 'WhatsApp' },
    { value: 'email', label: 'E-mail' },
    { value: 'phone', label: 'Phone call' },
    { value: 'sms', label: 'SMS' },
  ],
  address: { label: 'Home address (optional)', hint: 'For camps that fetch at the door.' },
  conditions: { label: 'Medical conditions' },
  allergies: { label: 'Allergies' },
  medications: { label: 'Medicines you take' },
  doctor: { label: 'Doctor’s name' },
  doctorPhone: { label: 'Doctor’s phone' },
  insurer: { label: 'Insurance company' },
  policy: { label: 'Policy number' },
  wishes: {
    label: 'Anything we should know',
    hint: 'Who shares the week, what to avoid, how to reach you best.',
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
  unproven: 'Not confirmed yet: what was bought under this address joins your family only then.',
} as const;

export const stepMessages: Record<StepId, { title: string; text?: string }> = {
  you: { title: 'You' },
  reach: { title: 'How we reach you' },
  people: {
    title: 'Whom we call',
    text: 'When something happens and we cannot reach a parent. For all your children; a child may have more.',
  },
  pickup: {
    title: 'Who else may collect',
    text: 'Besides the parents, for all your children. Coaches ask for a photo ID; nobody else gets your child.',
  },
  health: {
    title: 'Your own health',
    text: 'Only where parents take part, as at a river day. Only you read it; when staff open it, your privacy page says so. Save it empty if there is nothing to tell.',
  },
  wishes: { title: 'Anything else' },
};

export const missingMessages: Record<MissingPart, { what: string; why: string; step: StepId | null }> = {
  name: { what: 'Your name', why: 'so that a coach knows whom they talk to', step: 'you' },
  phone: {
    what: 'Your mobile',
    why: 'it rings when a class is called off, or a child is hurt',
    step: 'reach',
  },
  emergency_contact: {
    what: 'Somebody we call',
    why: whomWeCall,
    step: 'people',
  },
  email: { what: 'A confirmed e-mail', why: 'only then what was bought under it is yours', step: null },
};

export const summaryMessages = {
  none: 'Nothing yet',
  nobody: 'Nobody yet',
  onlyParents: 'Only the parents',
  neverAsked: 'Not said yet',
  nothingToTell: 'Nothing to tell',
  told: (count: number) => plural(count, 'note'),
} as const;
