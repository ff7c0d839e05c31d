import type { FamilyDashboard } from '#contract/family.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { ageOn, formatDate, today } from '#domain/dates.ts';
import { formatDay } from '#contract/format.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { notSaved } from '#ui/family/messages.ts';
import type { Proposal } from './proposal.ts';

export const proposalMessages = {
  title: 'Please answer',
  lead: 'A booking told us this. It counts only where you say yes.',
  failed: 'What was told to us did not load.',
  whole: 'For the whole family',
  yes: 'Yes',
  no: 'No',
  ours: 'Yes, ours',
  notOurs: 'No, not ours',
  now: 'So far:',
  nothing: 'nothing',
  since: (moment: string) => `Told ${formatDate(today(new Date(moment)))}`,
  ordered: (moment: string, name: string, order: string) =>
    `Told ${formatDate(today(new Date(moment)))} by ${name}, order ${order}`,
  orderOnly: 'May collect from this booking only, until you answer.',
  accepted: 'It counts from now on.',
  declined: 'It is dropped.',
  declinedChild: (name: string) =>
    `${name} is on none of your lists. What was booked for ${name} stays, and you may cancel it.`,
  done: 'All answered. Thank you.',
} as const;

export const takenOverMessages = {
  title: 'Is this right?',
  lead: 'Your bookings told us this, and it counts already. Please check it once.',
  yesToAll: 'Yes to all',
  child: 'Your child',
  change: 'Change',
  remove: 'Remove',
  orderOnly: 'May collect from this booking. With your yes, always.',
  confirmed: 'Thank you. All of it is in your family’s details now.',
  left: (count: number) =>
    count === 1
      ? 'One person is not on the list yet: six people are on it already. Remove somebody first.'
      : `${count} people are not on the list yet: six people are on it already. Remove somebody first.`,
  removed: (label: string, text: string) => `Removed: ${label}, ${text}.`,
} as const;

const bornMessage = (dob: string): string => `born ${formatDay(dob)}, ${ageOn(dob, today())} years`;

const fields: Record<string, string> = {
  experience_level: 'Experience on a board',
  gender: 'Gender',
  shirt_size: 'Shirt size',
  medical_conditions: 'Medical conditions',
  allergies: 'Allergies',
  medications: 'Medicines',
  physical_conditions: 'Physical conditions',
  physical_limitations: 'What is hard',
  previous_injuries: 'Injuries before',
  fitness_level: 'Fitness',
  last_medical_checkup: 'Last check-up',
  medical_clearance: 'A doctor says they may take part',
  medical_clearance_date: 'Said by the doctor on',
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
  liability: 'Risks of sport (indemnity)',
  medical: 'Emergency treatment',
  activity: 'Taking part',
  photo: 'Photos and videos',
  marketing: 'News and offers',
};

export const valueText = (value: string | number | boolean | null): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  return value === null || value === '' ? proposalMessages.nothing : formatPhone(String(value));
};

/** Whose proposals these are; `childId` null means the whole family. */
export function nameOf(
  childId: string | null,
  all: readonly Proposal[],
  { children }: FamilyDashboard,
): string {
  if (childId === null) return proposalMessages.whole;
  const person = all.find((proposal) => proposal.kind === 'person');
  return person?.value.name ?? children.find(({ id }) => id === childId)?.name ?? '';
}

/** Who gave the data, and when. */
export function sourceText({ order, created_at }: Proposal): string {
  return order?.parent_name
    ? proposalMessages.ordered(order.paid_at ?? created_at, order.parent_name, order.number)
    : proposalMessages.since(created_at);
}

/** The question to the parent, and the proposed value. */
export function questionOf(proposal: Proposal): { label: string; text: string } {
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
        label: proposal.kind === 'emergency_contact' ? 'Somebody we call' : 'May collect',
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
  offline: 'You seem to be offline. Nothing was decided. Please try again when you are back online.',
  unexpected: notSaved,
  list_full: 'Six people are on that list already. Take one away first, or say no here.',
  consent_text_changed:
    'These words have changed since. Please say no here, and agree to the words of today below.',
};
