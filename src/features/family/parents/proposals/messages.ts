import type { FamilyDashboard } from '#contract/family.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { ageOn, formatDate, today } from '#domain/dates.ts';
import { formatDay } from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { consentTitles, notSaved } from '#ui/family/messages.ts';
import type { Proposal } from './proposal.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

export const proposalMessages = {
  title: 'Please confirm',
  lead: 'These details come from a booking. We use them only if you say yes.',
  failed: 'The details from your bookings did not load. Please try again.',
  wholeFamily: 'For the whole family',
  yes: 'Yes',
  no: 'No',
  ours: 'Yes, ours',
  notOurs: 'No, not ours',
  currentValue: 'So far:',
  nothing: 'nothing',
  since: (moment: string) => `Received ${formatDate(today(new Date(moment)))}`,
  ordered: (moment: string, name: string, order: string) =>
    `Received ${formatDate(today(new Date(moment)))} from ${name}, order ${order}`,
  orderOnly: 'Until you confirm, this person may collect your child for this booking only.',
  accepted: 'Added to your family’s details.',
  declined: 'Not added.',
  declinedChild: (name: string) =>
    `We have not added ${name} to your family. Bookings for ${name} do not change; you can cancel them.`,
  allAnswered: 'You have answered everything.',
} as const;

export const usedDetailMessages = {
  title: 'Is this right?',
  lead: 'These details come from your bookings, and we already use them. Please check them once.',
  yesToAll: 'Confirm all',
  child: 'Your child',
  change: 'Change',
  remove: 'Remove',
  orderOnly: 'Until you confirm, this person may collect your child for this booking only.',
  confirmed: 'Thank you. We have added all of it to your family’s details.',
  answersLeft: (count: number) =>
    count === 1
      ? 'One person is not on the list yet, because it already has six people. Please remove somebody first.'
      : `${count} people are not on the list yet, because it already has six people. Please remove somebody first.`,
  removed: (label: string, text: string) => `Removed: ${label}, ${text}.`,
} as const;

const bornMessage = (dob: string): string => `born ${formatDay(dob)}, ${ageOn(dob, today())} years old`;

const fields: Record<string, string> = {
  experience_level: 'Experience on a board',
  gender: 'Gender',
  shirt_size: 'Shirt size',
  medical_conditions: 'Medical conditions',
  allergies: 'Allergies',
  medications: 'Medicines',
  physical_conditions: 'Physical conditions',
  physical_limitations: 'Needs help with',
  previous_injuries: 'Earlier injuries',
  fitness_level: 'Fitness',
  last_medical_checkup: 'Last check-up',
  medical_clearance: 'A doctor says they may take part',
  medical_clearance_date: 'Date of the doctor’s answer',
  emergency_medical_info: 'For an emergency',
  hospital_preference: 'Hospital',
  medical_insurance: 'Insurance',
  doctor_name: 'Doctor',
  doctor_phone: 'Doctor’s phone',
  personality: 'Personality',
  behavioral_notes: 'Behaviour',
  learning_difficulties: 'Learning',
  anxiety_triggers: 'Fears',
  communication_preferences: 'How to talk with them',
};
const fieldLabel = (field: string): string => fields[field] ?? field.replaceAll('_', ' ');

const consentLabel: Record<Extract<Proposal, { kind: 'consent' }>['field'], string> = {
  terms: 'Terms and conditions',
  liability: consentTitles.liability,
  medical: consentTitles.medical,
  activity: 'Taking part',
  photo: 'Photos and videos',
  marketing: 'News and offers',
};

export const valueText = (value: string | number | boolean | null): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  return value === null || value === '' ? proposalMessages.nothing : formatPhone(String(value));
};

export function nameOf(
  childId: string | null,
  proposals: readonly Proposal[],
  { children }: FamilyDashboard,
): string {
  if (childId === null) return proposalMessages.wholeFamily;
  const person = proposals.find((proposal) => proposal.kind === 'person');
  return person?.value.name ?? children.find(({ id }) => id === childId)?.name ?? '';
}

export function sourceText({ order, created_at }: Proposal): string {
  return order?.parent_name
    ? proposalMessages.ordered(order.paid_at ?? created_at, order.parent_name, order.number)
    : proposalMessages.since(created_at);
}

export function askAboutProposal(proposal: Proposal): { label: string; text: string } {
  switch (proposal.kind) {
    case 'person':
      return {
        label: 'Is this a child of yours?',
        text: `${proposal.value.name}, ${bornMessage(proposal.value.dob)}`,
      };
    case 'emergency_contact':
    case 'pickup_authorization': {
      const { name, relationship, phone } = proposal.value;
      return {
        label: proposal.kind === 'emergency_contact' ? 'Emergency contact' : 'May collect your child',
        text: [name, relationship, phone && formatPhone(phone)].filter(Boolean).join(', '),
      };
    }
    case 'consent':
      return {
        label: consentLabel[proposal.field],
        text: proposal.value.given ? 'agreed' : 'not agreed',
      };
    default:
      if (proposal.field === 'answer') return { label: 'Health', text: 'nothing to report' };
      return { label: fieldLabel(proposal.field), text: valueText(proposal.value) };
  }
}

export const proposalErrors: OwnMessages = {
  offline: `${offline} Nothing has changed. ${retryOnline}`,
  unexpected: notSaved,
  list_full: 'There are already six people on that list. Please remove one first, or answer no here.',
  consent_text_changed: 'This text has changed. Please choose “No” here, then agree to the new text below.',
};
